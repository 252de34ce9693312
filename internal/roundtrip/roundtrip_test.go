package roundtrip

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A recorder is a test that records the errors reported to it.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// The faults of the methods of the types below.
type faults struct {
	forgets    bool // the text is always the text of 0
	refuses    bool // decoding always returns an error
	overwrites bool // decoding changes the receiver before an error
	trusts     bool // decoding never returns an error
	disagrees  bool // Marshal and Append differ
}

var fault faults

// A number has all methods.
type number struct{ N int }

var errBad = errors.New("bad")

func (n number) AppendText(text []byte) ([]byte, error) {
	if fault.forgets {
		n.N = 0
	}
	return append(text, byte('0'+n.N), '!'), nil
}

func (n number) MarshalText() ([]byte, error) {
	if fault.disagrees {
		n.N = 1
	}
	return n.AppendText(nil)
}

func (n *number) UnmarshalText(text []byte) error {
	if fault.overwrites {
		n.N++
	}
	if fault.trusts {
		return nil
	}
	if fault.refuses || len(text) != 2 || text[0]-'0' > 9 || text[1] != '!' {
		return errBad
	}
	n.N = int(text[0] - '0')
	return nil
}

// A sealed has a binary form that detects every change of a byte: its number three
// times.
type sealed struct{ N int }

func (n sealed) AppendBinary(data []byte) ([]byte, error) {
	return append(data, byte(n.N), byte(n.N), byte(n.N)), nil
}

func (n sealed) MarshalBinary() ([]byte, error) { return n.AppendBinary(nil) }

func (n *sealed) UnmarshalBinary(data []byte) error {
	if fault.overwrites {
		n.N++
	}
	if !fault.trusts && (len(data) != 3 || data[0] != data[1] || data[1] != data[2]) {
		return errBad
	}
	if len(data) > 0 {
		n.N = int(data[0])
	}
	return nil
}

// A plain has no methods.
type plain struct{ A, B int }

// A hidden has no exported field, so cmp cannot compare it and no encoding can store
// it.
type hidden struct{ n int }

// A half has only one of the methods of its text form.
type half struct{ N int }

func (h half) MarshalText() ([]byte, error) { return []byte{'0' + byte(h.N)}, nil }

// A slice has a decoder that always fails. With the fault overwrites it changes an
// element first.
type slice []int

func (s *slice) UnmarshalText(text []byte) error {
	if fault.overwrites {
		(*s)[0]++
	}
	return errBad
}

func TestChecksFindFaults(t *testing.T) {
	for name, test := range map[string]struct {
		fault  faults
		check  func(t testing.TB)
		faulty bool
	}{
		"text keeps the value":              {faults{}, func(t testing.TB) { Check(t, number{7}, number{3}) }, false},
		"a struct keeps the value":          {faults{}, func(t testing.TB) { Check(t, plain{1, 2}, plain{}) }, false},
		"binary keeps the value":            {faults{}, func(t testing.TB) { Check(t, sealed{7}, sealed{3}) }, false},
		"text loses the value":              {faults{forgets: true}, func(t testing.TB) { Check(t, number{7}, number{3}) }, true},
		"text cannot be read":               {faults{refuses: true}, func(t testing.TB) { Check(t, number{7}, number{3}) }, true},
		"reading changes nothing":           {faults{trusts: true}, func(t testing.TB) { Check(t, number{0}, number{3}) }, true},
		"Append and Marshal differ":         {faults{disagrees: true}, func(t testing.TB) { Check(t, number{7}, number{3}) }, true},
		"some methods are missing":          {faults{}, func(t testing.TB) { Check(t, half{7}, half{3}) }, true},
		"no exported field":                 {faults{}, func(t testing.TB) { Check(t, hidden{7}, hidden{3}) }, true},
		"map key keeps the value":           {faults{}, func(t testing.TB) { MapKey(t, number{7}) }, false},
		"map key loses the value":           {faults{forgets: true}, func(t testing.TB) { MapKey(t, number{7}) }, true},
		"a struct is no map key":            {faults{}, func(t testing.TB) { MapKey(t, plain{1, 2}) }, true},
		"cmp compares":                      {faults{}, func(t testing.TB) { Compare(t, number{7}, number{3}) }, false},
		"cmp panics":                        {faults{}, func(t testing.TB) { Compare(t, hidden{7}, hidden{3}) }, true},
		"corrupt data is refused":           {faults{}, func(t testing.TB) { Corrupt(t, sealed{7}, sealed{3}) }, false},
		"corrupt data is read":              {faults{trusts: true}, func(t testing.TB) { Corrupt(t, sealed{7}, sealed{3}) }, true},
		"receiver changes before the error": {faults{overwrites: true}, func(t testing.TB) { Corrupt(t, sealed{7}, sealed{3}) }, true},
		"no binary form":                    {faults{}, func(t testing.TB) { Corrupt(t, number{7}, number{3}) }, true},
		"slice is unchanged":                {faults{}, func(t testing.TB) { refuseText(t, slice{1, 2}) }, false},
		"slice changes before the error":    {faults{overwrites: true}, func(t testing.TB) { refuseText(t, slice{1, 2}) }, true},
		"number changes before the error":   {faults{overwrites: true}, func(t testing.TB) { refuseText(t, number{1}) }, true},
	} {
		fault = test.fault
		r := &recorder{TB: t}
		test.check(r)
		if faulty := len(r.errors) > 0; faulty != test.faulty {
			t.Errorf("%s: errors %q, want errors: %t", name, r.errors, test.faulty)
		}
	}
	fault = faults{}
}

func refuseText[T any](t testing.TB, value T) {
	Refuse(t, func(receiver *T) error {
		return any(receiver).(interface{ UnmarshalText([]byte) error }).UnmarshalText([]byte("x"))
	}, value)
}

func TestExportedTypesFindsEveryExportedType(t *testing.T) {
	if got := ExportedTypes(t, "."); !slices.Equal(got, []string{"Type"}) { // types of tests are left out
		t.Errorf("exported types of this package: %v, want Type", got)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":      "package p\n\ntype (\n\tB struct{ C int }\n\td int\n\tList[T any] []T\n)\n\nconst E = 1\n\nfunc F() { type G int }\n",
		"b_js.go":   "package p\n\ntype Alias = d\n\ntype A interface{ M() }\n",
		"c_test.go": "package p\n\ntype H int\n",
		"d.txt":     "type I int\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(ExportedTypes(t, dir), " "); got != "A Alias B List" {
		t.Errorf("exported types: %s, want A Alias B List", got)
	}
}
