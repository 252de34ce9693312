// Package roundtrip holds the checks that the tests of both packages apply to every
// exported type:
//
//   - Every encoding of a value can be read back, and the result is the same value.
//   - Decoders return an error for broken data.
//   - go-cmp compares the values without options.
//
// Every check reports differences as errors of the test and then goes on.
package roundtrip

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/exp/slices"
)

// ExportedTypes returns the names of all exported types that the non-test Go files of a
// folder declare at the top level, in alphabetical order. If a file cannot be read, the
// test ends.
//
// ExportedTypes reads files only and starts no program, so it also works under GOOS=js.
func ExportedTypes(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, entry.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			types, ok := declaration.(*ast.GenDecl)
			if !ok || types.Tok != token.TYPE {
				continue
			}
			for _, spec := range types.Specs {
				if name := spec.(*ast.TypeSpec).Name; name.IsExported() {
					names = append(names, name.Name)
				}
			}
		}
	}
	slices.Sort(names)
	return names
}

// A holder has a value as a field between two other fields.
type holder[T any] struct {
	Before int
	Value  T
	After  string
}

func hold[T any](value T) holder[T] { return holder[T]{1, value, "after"} }

// Compare checks that go-cmp compares a value without options: alone, as a field, as an
// element of a slice, and through a pointer. The value must be equal to itself. A
// comparison of value and other must not panic, and its results from cmp.Equal and
// cmp.Diff must agree.
func Compare[T any](t testing.TB, value, other T) {
	t.Helper()
	compare(t, value, other)
	compare(t, hold(value), hold(other))
	compare(t, []T{value}, []T{other})
	compare(t, &value, &other)
}

func compare[T any](t testing.TB, value, other T) {
	t.Helper()
	defer reportPanic(t, value)
	if !cmp.Equal(value, value) {
		t.Errorf("%T: %v is not equal to itself", value, value)
	}
	same(t, "cmp with itself", value, value)
	if equal, diff := cmp.Equal(value, other), cmp.Diff(value, other); equal != (diff == "") {
		t.Errorf("%T: cmp.Equal of %v and %v is %v, cmp.Diff is %q", value, value, other, equal, diff)
	}
}

// Check checks that a value is the same after each round trip:
//
//   - encoding/json, encoding/xml and encoding/gob, alone and as a field of a struct,
//   - AppendText, MarshalText and UnmarshalText if the type has one of them,
//   - AppendBinary, MarshalBinary and UnmarshalBinary if the type has one of them.
//
// A type that has one method of a group must have all three. Before UnmarshalText and
// UnmarshalBinary read, their receivers hold the value other.
func Check[T any](t testing.TB, value, other T) {
	t.Helper()
	encodings(t, value)
	encodings(t, hold(value))
	if marshal, unmarshal, ok := textForm[T](t, value); ok {
		methods(t, "text", marshal, unmarshal, value, other)
	}
	if marshal, unmarshal, ok := binaryForm[T](t, value); ok {
		methods(t, "binary", marshal, unmarshal, value, other)
	}
}

// MapKey checks that a map with the value as its key is the same after a round trip
// through encoding/json.
func MapKey[T comparable](t testing.TB, value T) {
	t.Helper()
	roundTrip(t, "JSON map key", json.Marshal, json.Unmarshal, map[T]int{value: 1})
}

// Corrupt alters the binary form of a value and checks that UnmarshalBinary returns an
// error. It cuts the form off after every number of bytes, alters every single byte,
// and appends a byte. Each time the receiver holds the value other, before and after.
func Corrupt[T any](t testing.TB, value, other T) {
	t.Helper()
	marshal, unmarshal, ok := binaryForm[T](t, value)
	if !ok {
		t.Errorf("%T has no binary form", value)
		return
	}
	data, err := marshal(nil)
	if err != nil {
		t.Errorf("%T: %v", value, err)
		return
	}
	refuse := func(data []byte) {
		t.Helper()
		Refuse(t, func(receiver *T) error { return unmarshal(data, receiver) }, other)
	}
	for n := range data {
		refuse(data[:n:n])
		for change := byte(1); change != 0; change <<= 1 {
			altered := bytes.Clone(data)
			altered[n] ^= change
			refuse(altered)
		}
		altered := bytes.Clone(data)
		altered[n] = ^altered[n]
		refuse(altered)
	}
	refuse(append(bytes.Clone(data), 0))
}

// Refuse checks that a decoder returns an error and leaves its receiver unchanged. The
// receiver holds the given value. Refuse returns the error of the decoder.
func Refuse[T any](t testing.TB, decode func(receiver *T) error, value T) error {
	t.Helper()
	receiver, before := value, fmt.Sprintf("%#v", value)
	err := decode(&receiver)
	if err == nil {
		t.Errorf("%T: no error, and the receiver is %v", value, receiver)
		return nil
	}
	same(t, "receiver after an error", value, receiver)
	// A slice shares its elements with its copy, so a change may show in both.
	if after := fmt.Sprintf("%#v", value); after != before {
		t.Errorf("%T: after an error the receiver is %s, want %s", value, after, before)
	}
	return err
}

// reportPanic is deferred. It turns a panic of cmp into an error of the test.
func reportPanic(t testing.TB, value any) {
	t.Helper()
	if r := recover(); r != nil {
		t.Errorf("%T: cmp panics: %v", value, r)
	}
}

// same reports an error of the test if two values differ.
func same[T any](t testing.TB, what string, want, got T) {
	t.Helper()
	defer reportPanic(t, want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%T: %s (-want +got):\n%s", want, what, diff)
	}
}

// encodings checks the round trips through the packages of the standard library.
func encodings[T any](t testing.TB, value T) {
	t.Helper()
	roundTrip(t, "JSON", json.Marshal, json.Unmarshal, value)
	roundTrip(t, "XML", xml.Marshal, xml.Unmarshal, value)
	roundTrip(t, "gob", toGob, fromGob, value)
}

func toGob(value any) ([]byte, error) {
	var data bytes.Buffer
	err := gob.NewEncoder(&data).Encode(value)
	return data.Bytes(), err
}

func fromGob(data []byte, value any) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode(value)
}

func roundTrip[T any](t testing.TB, what string, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error, value T) {
	t.Helper()
	data, err := marshal(value)
	if err != nil {
		t.Errorf("%T: %s of %v: %v", value, what, value, err)
		return
	}
	var got T
	if err := unmarshal(data, &got); err != nil {
		t.Errorf("%T: %s: reading %q: %v", value, what, data, err)
		return
	}
	same(t, what, value, got)
}

// textForm returns functions that append and read the text form of a type. If the type
// has no text form, ok is false.
func textForm[T any](t testing.TB, value T) (marshal func([]byte) ([]byte, error), unmarshal func([]byte, *T) error, ok bool) {
	t.Helper()
	a, isAppender := any(value).(encoding.TextAppender)
	m, isMarshaler := any(value).(encoding.TextMarshaler)
	_, isUnmarshaler := any(&value).(encoding.TextUnmarshaler)
	if !complete(t, value, "text", isAppender, isMarshaler, isUnmarshaler) {
		return nil, nil, false
	}
	agree(t, value, "text", m.MarshalText, a.AppendText)
	return a.AppendText, func(data []byte, to *T) error { return any(to).(encoding.TextUnmarshaler).UnmarshalText(data) }, true
}

// binaryForm does the same as textForm for the binary form.
func binaryForm[T any](t testing.TB, value T) (marshal func([]byte) ([]byte, error), unmarshal func([]byte, *T) error, ok bool) {
	t.Helper()
	a, isAppender := any(value).(encoding.BinaryAppender)
	m, isMarshaler := any(value).(encoding.BinaryMarshaler)
	_, isUnmarshaler := any(&value).(encoding.BinaryUnmarshaler)
	if !complete(t, value, "binary", isAppender, isMarshaler, isUnmarshaler) {
		return nil, nil, false
	}
	agree(t, value, "binary", m.MarshalBinary, a.AppendBinary)
	return a.AppendBinary, func(data []byte, to *T) error { return any(to).(encoding.BinaryUnmarshaler).UnmarshalBinary(data) }, true
}

// complete reports whether a type has all three methods. If a type has some but not
// all, that is an error of the test.
func complete(t testing.TB, value any, what string, appender, marshaler, unmarshaler bool) bool {
	t.Helper()
	if appender && marshaler && unmarshaler {
		return true
	}
	if appender || marshaler || unmarshaler {
		t.Errorf("%T: some %s methods are missing: has Append: %v, Marshal: %v, Unmarshal: %v", value, what, appender, marshaler, unmarshaler)
	}
	return false
}

// agree checks that a marshaler returns what an appender appends.
func agree(t testing.TB, value any, what string, marshal func() ([]byte, error), appendTo func([]byte) ([]byte, error)) {
	t.Helper()
	const before = "before"
	marshalled, err := marshal()
	appended, errAppend := appendTo([]byte(before))
	if err != nil || errAppend != nil || string(appended) != before+string(marshalled) {
		t.Errorf("%T: the %s is %q, %v when marshalled, but %q, %v when appended", value, what, marshalled, err, appended, errAppend)
	}
}

// methods checks the round trip through the methods of a type.
func methods[T any](t testing.TB, what string, marshal func([]byte) ([]byte, error), unmarshal func([]byte, *T) error, value, other T) {
	t.Helper()
	data, err := marshal(nil)
	if err != nil {
		t.Errorf("%T: %s of %v: %v", value, what, value, err)
		return
	}
	got := other
	if err := unmarshal(data, &got); err != nil {
		t.Errorf("%T: reading the %s %q: %v", value, what, data, err)
		return
	}
	clear(data) // the value must not refer to the caller's bytes
	same(t, what, value, got)
}

// A Type tests some values of one exported type.
type Type struct {
	Name string // the name of the type
	Test func(*testing.T)
}

// All runs the tests of all exported types of the package in the current folder, which
// is the folder of the running test. An exported type without a test is an error.
func All(t *testing.T, types ...Type) {
	var names []string
	for _, typ := range types {
		names = append(names, typ.Name)
		t.Run(typ.Name, typ.Test)
	}
	slices.Sort(names)
	if diff := cmp.Diff(ExportedTypes(t, "."), names); diff != "" {
		t.Errorf("the exported types of the package (-) and the tested types (+) differ:\n%s", diff)
	}
}

// Compared tests that go-cmp compares all pairs of values without options. Use it for
// types that are not stored, for example errors.
func Compared[T any](values ...T) Type {
	return Type{reflect.TypeFor[T]().Name(), func(t *testing.T) {
		for _, value := range values {
			for _, other := range values {
				Compare(t, value, other)
			}
		}
	}}
}

// Stored tests that go-cmp compares the values and that every encoding keeps them. If
// they have a binary form, Stored also tests that corrupt data is an error.
func Stored[T any](values ...T) Type {
	test := Compared(values...)
	return Type{test.Name, func(t *testing.T) {
		test.Test(t)
		for i, value := range values {
			other := values[(i+1)%len(values)]
			Check(t, value, other)
			if _, ok := any(value).(encoding.BinaryMarshaler); ok {
				Corrupt(t, value, other)
			}
		}
	}}
}

// Keys tests the same as Stored, and that the values can be keys of JSON objects.
func Keys[T comparable](values ...T) Type {
	test := Stored(values...)
	return Type{test.Name, func(t *testing.T) {
		test.Test(t)
		for _, value := range values {
			MapKey(t, value)
		}
	}}
}
