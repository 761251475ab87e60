import { type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Networks that requests to providers must not reach: loopback, private, reserved, multicast, and
 * IPv6 networks whose addresses may contain a private IPv4 address.
 */
const PRIVATE_NETWORKS: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

const blockList = new BlockList()
for (const [network, prefix] of PRIVATE_NETWORKS) {
  blockList.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an IP address is public. IPv4-mapped IPv6 addresses count as IPv4. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !blockList.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** The error of a host name that resolves to a private address. */
export class PrivateAddressError extends Error {}

/**
 * Resolves names to public addresses. Fails if one address is not public. The connection uses the
 * checked addresses, so that a second reply of the name server cannot replace them.
 */
export const lookupPublic: LookupFunction = (host, options: LookupOptions, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddressError(host), '')
    if (options.all) return callback(null, addresses)
    return callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}
