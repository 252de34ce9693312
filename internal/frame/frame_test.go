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
			t.Errorf("%q is opened as %q, %v", payload, got, err)
		}
	}
}

func TestOpenRefusesEveryTruncationAndEveryAlteredByte(t *testing.T) {
	data := seal('B', "payload")
	for n := range data {
		if payload, err := Open(data[:n], 'B'); err == nil {
			t.Errorf("the first %d of %d bytes are opened as %q", n, len(data), payload)
		}
		for change := 1; change < 256; change++ {
			altered := bytes.Clone(data)
			altered[n] ^= byte(change)
			if payload, err := Open(altered, 'B'); err == nil {
				t.Errorf("with byte %d altered by %#x the frame is opened as %q", n, change, payload)
			}
		}
	}
	if _, err := Open(append(data, 0), 'B'); err == nil {
		t.Error("a frame with a byte behind it is opened")
	}
}

func TestOpenRefusesOtherKindsAndVersions(t *testing.T) {
	if _, err := Open(seal('C', ""), 'B'); err == nil {
		t.Error("a frame of another kind is opened")
	}
	other := End([]byte{'B', version + 1}, 0)
	if _, err := Open(other, 'B'); err == nil {
		t.Error("a frame of another version is opened")
	}
}
