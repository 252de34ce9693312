package frame

import (
	"bytes"
	"testing"
)

func seal(kind byte, payload string) []byte {
	const before = "before"
	data := Begin([]byte(before), kind)
	return End(append(data, payload...), len(before))[len(before):]
}

func TestOpenReturnsThePayload(t *testing.T) {
	for _, payload := range []string{"", "x", "a longer payload\x00\xff"} {
		got, err := Open(seal('B', payload), 'B')
		if err != nil || string(got) != payload {
			t.Errorf("payload %q: Open returns %q, %v", payload, got, err)
		}
	}
}

func TestOpenRefusesEveryTruncationAndEveryAlteredByte(t *testing.T) {
	data := seal('B', "payload")
	for n := range data {
		if payload, err := Open(data[:n], 'B'); err == nil {
			t.Errorf("the first %d of %d bytes: Open returns %q and no error", n, len(data), payload)
		}
		for change := 1; change < 256; change++ {
			altered := bytes.Clone(data)
			altered[n] ^= byte(change)
			if payload, err := Open(altered, 'B'); err == nil {
				t.Errorf("byte %d altered by %#x: Open returns %q and no error", n, change, payload)
			}
		}
	}
	if _, err := Open(append(data, 0), 'B'); err == nil {
		t.Error("a frame with one more byte: Open returns no error")
	}
}

func TestOpenRefusesOtherKindsAndVersions(t *testing.T) {
	if _, err := Open(seal('C', ""), 'B'); err == nil {
		t.Error("a frame of another kind: Open returns no error")
	}
	other := End([]byte{'B', version + 1}, 0)
	if _, err := Open(other, 'B'); err == nil {
		t.Error("a frame of another version: Open returns no error")
	}
}
