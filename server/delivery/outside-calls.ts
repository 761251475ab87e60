import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from '#server/delivery/public-address.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** Timeout of a call with its look-up, below that of a route. */
const TIMEOUT_MS = 5 * SECOND_MS

interface HostAddress {
  readonly address: string
  readonly family: number
}

/** Error: the host of a URL has no address that may be called. */
export class RefusedAddressError extends Error {}

interface OutsideCall {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** Calls to URLs that clients choose. They never reach the networks of the server. */
export interface OutsideCalls {
  /** Whether a URL may be called, as far as this is known without DNS. */
  isAllowed(url: string): boolean
  /** Posts a body and returns the status. A redirect is a status, not followed. */
  post(url: string, call: OutsideCall): Promise<number>
}

interface OutsideCallsDeps {
  /** Allows this machine, also without TLS: for development and tests. */
  readonly allowLocal: boolean
  readonly resolve?: (host: string) => Promise<readonly HostAddress[]>
  readonly timeoutMs?: number
}

const LOCAL_NAME = /^(.+\.)?(localhost|local|internal)\.?$/

const toHost = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** A look-up cannot be cancelled: its caller no longer waits for it. */
const untilEnd = <T>(work: Promise<T>, end: AbortSignal): Promise<T> =>
  new Promise((settle, reject) => {
    end.addEventListener('abort', () => reject(end.reason), { once: true })
    work.then(settle, reject)
  })

export function createOutsideCalls({
  allowLocal,
  resolve = (host) => lookup(host, { all: true }),
  timeoutMs = TIMEOUT_MS,
}: OutsideCallsDeps): OutsideCalls {
  const isAllowedAddress = ({ address }: Pick<HostAddress, 'address'>) =>
    isPublicAddress(address) || (allowLocal && isLoopbackAddress(address))

  const mayUse = (protocol: string, isLocal: boolean) =>
    protocol === 'https:' || (protocol === 'http:' && allowLocal && isLocal)

  /** Resolves a host once. The connection uses these addresses: a later reply of DNS changes nothing. */
  async function findAddresses(url: URL, end: AbortSignal): Promise<readonly HostAddress[]> {
    const host = toHost(url)
    const family = isIP(host)
    const found = family === 0 ? await untilEnd(resolve(host), end) : [{ address: host, family }]
    const allowed = found.filter(isAllowedAddress)
    if (allowed.length === 0) throw new RefusedAddressError('outside call: the host has no public address')
    const isLocal = allowed.every(({ address }) => isLoopbackAddress(address))
    if (!mayUse(url.protocol, isLocal)) throw new RefusedAddressError('outside call: not https')
    return allowed
  }

  return {
    isAllowed(text) {
      if (!URL.canParse(text)) return false
      const url = new URL(text)
      const host = toHost(url)
      if (!mayUse(url.protocol, LOCAL_NAME.test(host) || isLoopbackAddress(host))) return false
      if (LOCAL_NAME.test(host)) return allowLocal
      return isIP(host) === 0 ? host.includes('.') : isAllowedAddress({ address: host })
    },

    async post(text, { headers, body }) {
      const url = new URL(text)
      const end = AbortSignal.timeout(timeoutMs)
      const addresses = await findAddresses(url, end)
      const [first] = addresses
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      return new Promise((settle, reject) => {
        const request = send(
          url,
          {
            method: 'POST',
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
            // No connection of an earlier call, and no proxy of the environment.
            agent: false,
            signal: end,
            lookup: (_host, { all }, done) => {
              if (all) done(null, [...addresses])
              else done(null, first?.address ?? '', first?.family)
            },
          },
          (response) => {
            settle(response.statusCode ?? 0)
            // The body is not read: it may have no end.
            response.destroy()
          },
        )
        request.on('error', reject)
        request.end(body)
      })
    },
  }
}

export const isAccepted = (status: number): boolean => status >= 200 && status < 300
