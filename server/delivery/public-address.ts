import { BlockList, isIP } from 'node:net'

/**
 * IPv4 networks that are not public (registry of IANA, RFC 6890), and 168.63.129.16, an internal
 * service of Azure. 100.64.0.0/10 and 169.254.0.0/16 have the metadata services of other clouds.
 */
const PRIVATE_NETS: readonly (readonly [net: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/**
 * Networks within 2000::/3 that are not public, or that contain IPv4 addresses: Teredo and other
 * protocols, documentation, 6to4.
 */
const PRIVATE_NETS_6: typeof PRIVATE_NETS = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
for (const [net, bits] of PRIVATE_NETS) refused.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of PRIVATE_NETS_6) refused.addSubnet(net, bits, 'ipv6')

/** The only IPv6 addresses that are public. Loopback, link-local, ULA, mapped and NAT64 are outside. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !refused.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

/** Whether an IP address is one of this machine. */
export const isLoopbackAddress = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
