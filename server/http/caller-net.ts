import { isIPv6 } from 'node:net'

const HEXTETS = 8
const NET_HEXTETS = 4

/**
 * Returns the network for which rate limits count requests: the whole IPv4 address, or the first 64
 * bits of an IPv6 address. A home has one such network.
 */
export function callerNet(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!isIPv6(address)) return address
  const [start = '', end] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const left = start === '' ? [] : start.split(':')
  const right = end === undefined || end === '' ? [] : end.split(':')
  const zeros = Array.from({ length: Math.max(0, HEXTETS - left.length - right.length) }, () => '0')
  const net = [...left, ...zeros, ...right].slice(0, NET_HEXTETS)
  return net.map((hextet) => Number.parseInt(hextet, 16).toString(16)).join(':')
}
