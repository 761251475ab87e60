import { expect, test } from 'vitest'
import { parseUnacknowledgedBytes } from '#server/http/unacknowledged-bytes.ts'

/** End of each row. */
const REST = ' 01:00000014 00000000  1000        0 873925 1 0000000058a2d984 20 4 30 10 -1'

/** The text of `/proc/net/tcp`, then of `/proc/net/tcp6`. */
const TABLES = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000${REST}
   1: 0100007F:0BB8 0100007F:C262 01 00019000:00000000${REST}
   2: 0100007F:C262 0100007F:0BB8 01 00000000:00019000${REST}
 103: 0A01A8C0:0BB8 0201A8C0:C262 08 FFFFFFFF:00000000${REST}
  sl  local_address                         remote_address                        st tx_queue rx_queue
   0: 0000000000000000FFFF00000100007F:0BB8 0000000000000000FFFF00000100007F:C264 01 00000001:00000000${REST}
   1: 00000000000000000000000001000000:0BB8 00000000000000000000000001000000:C265 01 00000010:00000000${REST}
   2: B80D0120000000000000000001000000:0BB8 B80D0120FF000000000000000200000A:C266 01 00000100:00000000${REST}
   3: 000080FE000000000000000001000000:0BB8 000080FE000000000000000002000000:C267 01 00001000:00000000${REST}
`

test.each([
  ['127.0.0.1', 3000, '127.0.0.1', 49_762, 0x19000],
  ['127.0.0.1', 49_762, '127.0.0.1', 3000, 0],
  ['127.0.0.1', 3000, '127.0.0.1', 49_763, 0],
  ['192.168.1.10', 3000, '192.168.1.2', 49_762, 0xffffffff],
  ['::ffff:127.0.0.1', 3000, '::ffff:127.0.0.1', 49_764, 1],
  ['::1', 3000, '::1', 49_765, 0x10],
  ['2001:db8::1', 3000, '2001:db8:0:ff::a00:2', 49_766, 0x100],
  ['fe80::1%eth0', 3000, 'fe80::2%eth0', 49_767, 0x1000],
])(
  'the connection from %s:%s to %s:%s has %i unacknowledged bytes',
  (localAddress, localPort, remoteAddress, remotePort, bytes) => {
    const findBytes = parseUnacknowledgedBytes(TABLES)
    expect(findBytes({ localAddress, localPort, remoteAddress, remotePort })).toBe(bytes)
  },
)

test('a closed connection has 0 unacknowledged bytes', () => {
  const endpoints = { localAddress: undefined, localPort: undefined, remoteAddress: undefined, remotePort: undefined }
  expect(parseUnacknowledgedBytes(TABLES)(endpoints)).toBe(0)
})

test('parseUnacknowledgedBytes finds 0 bytes without tables', () => {
  const endpoints = { localAddress: '127.0.0.1', localPort: 3000, remoteAddress: '127.0.0.1', remotePort: 49_762 }
  expect(parseUnacknowledgedBytes('\n')(endpoints)).toBe(0)
})
