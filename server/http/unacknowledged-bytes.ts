import { readFile } from 'node:fs/promises'
import { SocketAddress } from 'node:net'
import { endianness } from 'node:os'

/** Both endpoints of a TCP connection, as a socket has them. */
export interface ConnectionEndpoints {
  readonly localAddress?: string | undefined
  readonly localPort?: number | undefined
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
}

/** Returns how many bytes of a connection the peer has not acknowledged. */
export type GetUnacknowledgedBytes = (connection: ConnectionEndpoints) => number

/** Reads the unacknowledged bytes of all connections. */
export type ReadUnacknowledgedBytes = () => Promise<GetUnacknowledgedBytes>

/** Files in which Linux lists its TCP connections: proc_pid_net(5). */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']

/**
 * A row with a non-empty send queue: both endpoints, the state and the queue, in hexadecimal.
 */
const QUEUE_ROW =
  /^ *\d+: ((?:[\dA-F]{8}){1,4}):([\dA-F]{4}) ((?:[\dA-F]{8}){1,4}):([\dA-F]{4}) .. (?!0{8})([\dA-F]{8}):/gm

const IPV4_BYTES = 4

/**
 * Converts an address of the kernel to the form of sockets. Its words are in machine byte order.
 */
function toAddress(hex: string): string {
  const words = Buffer.from(hex, 'hex')
  const bytes = endianness() === 'LE' ? words.swap32() : words
  if (bytes.length === IPV4_BYTES) return bytes.join('.')
  const hextets = Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16))
  return new SocketAddress({ family: 'ipv6', address: hextets.join(':') }).address
}

const parseHex = (hex: string) => Number.parseInt(hex, 16)

const removeZone = (address = '') => address.replace(/%.*$/, '')

function toKey({ localAddress, localPort, remoteAddress, remotePort }: ConnectionEndpoints): string {
  return [removeZone(localAddress), localPort, removeZone(remoteAddress), remotePort].join(' ')
}

/** Parses the TCP tables of Linux. */
export function parseUnacknowledgedBytes(tables: string): GetUnacknowledgedBytes {
  const queues = new Map<string, number>()
  for (const [, local = '', localPort = '', remote = '', remotePort = '', queue = ''] of tables.matchAll(QUEUE_ROW)) {
    const endpoints = {
      localAddress: toAddress(local),
      localPort: parseHex(localPort),
      remoteAddress: toAddress(remote),
      remotePort: parseHex(remotePort),
    }
    queues.set(toKey(endpoints), parseHex(queue))
  }
  return (connection) => queues.get(toKey(connection)) ?? 0
}

/**
 * Reads the socket tables of the kernel. Node only knows the bytes that the kernel has not
 * accepted. The kernel accepts megabytes for a peer that reads nothing. On systems without these
 * tables, the result is always 0.
 */
export const readUnacknowledgedBytes: ReadUnacknowledgedBytes = async () => {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'utf8').catch(() => '')))
  return parseUnacknowledgedBytes(tables.join('\n'))
}
