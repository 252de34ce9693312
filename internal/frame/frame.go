// Package frame writes and checks the frame of every binary form of this module.
//
//	byte 0          the kind of value, a letter
//	byte 1          the version of the format, 1
//	byte 2 …        the payload, whose layout depends on the kind
//	last 4 bytes    the CRC-32 (IEEE) of all bytes before, big-endian
//
// If the data is truncated or altered, the checksum does not match. Without a checksum,
// the data of one board, altered, would often be read as another board.
package frame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

const (
	version      = 1
	headerBytes  = 2
	checksumSize = 4
)

// Begin appends the header of a frame. The caller appends the payload and then
// calls [End].
func Begin(data []byte, kind byte) []byte { return append(data, kind, version) }

// End appends the checksum of the frame that began at data[start].
func End(data []byte, start int) []byte {
	return binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(data[start:]))
}

// Open checks a frame and returns its payload, which is a part of data and not a copy.
// If the length, the checksum, the kind or the version is wrong, the error says which.
func Open(data []byte, kind byte) (payload []byte, err error) {
	if len(data) < headerBytes+checksumSize {
		return nil, fmt.Errorf("%d bytes, fewer than the %d of an empty frame", len(data), headerBytes+checksumSize)
	}
	body, checksum := data[:len(data)-checksumSize], binary.BigEndian.Uint32(data[len(data)-checksumSize:])
	switch {
	case crc32.ChecksumIEEE(body) != checksum:
		return nil, errors.New("the checksum does not match: the data is truncated or altered")
	case body[0] != kind:
		return nil, fmt.Errorf("the kind of value is %q, want %q", body[0], kind)
	case body[1] != version:
		return nil, fmt.Errorf("the version is %d, want %d", body[1], version)
	}
	return body[headerBytes:], nil
}
