import { type $Fetch, createFetch } from 'ofetch'

import { MARKET_DELAY_HEADER, MARKET_TIME_HEADER } from '#src/adapters/http/contract/paths.ts'
import { parseSessionRefusal } from '#src/adapters/http/request.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export type HttpClient = $Fetch

/** Observes replies to requests of a client session: refused (401), or delayed by minutes (D17). */
export interface SessionWatch {
  /**
   * The start time of the session that a request is sent with. It identifies the session; null
   * without one.
   */
  current(): number | null
  refused(sentWith: number, refusal: SessionRefusal): void
  delayed(sentWith: number, minutes: number): void
}

export interface HttpClientOptions {
  /** The prefix of every path: a path of our origin or an absolute address. */
  readonly base: string
  readonly fetch: typeof globalThis.fetch
  /** Receives the market time of every reply (D52), in epoch ms. */
  readonly onMarketTime?: (marketTime: Instant) => void
  /** Returns the value of `Authorization` for a request; null sends no header (D56). */
  readonly authorization?: () => string | null
  readonly sessionWatch?: SessionWatch | undefined
  /**
   * Receives the `Date` header of every reply, in epoch ms; a missing or invalid one is ignored.
   */
  readonly onServerTime?: (serverTime: Instant) => void
}

const MARKET_TIME = /^\d{12,14}$/
const DELAY_MINUTES = /^\d{1,5}$/

const UNAUTHORIZED = 401

function notifyTimes(headers: Headers, { onMarketTime, onServerTime }: HttpClientOptions): void {
  const marketTime = headers.get(MARKET_TIME_HEADER) ?? ''
  if (MARKET_TIME.test(marketTime)) onMarketTime?.(Number(marketTime))
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (Number.isFinite(serverTime)) onServerTime?.(serverTime)
}

/** Reports a refusal or a delay to the watch. */
async function notifySession(response: Response, sentWith: number, watch: SessionWatch | undefined): Promise<void> {
  const delay = response.headers.get(MARKET_DELAY_HEADER) ?? ''
  if (DELAY_MINUTES.test(delay)) watch?.delayed(sentWith, Number(delay))
  if (response.status === UNAUTHORIZED) watch?.refused(sentWith, parseSessionRefusal(await response.clone().text()))
}

const createWatchedFetch =
  (options: HttpClientOptions): typeof globalThis.fetch =>
  async (input, init) => {
    const sentWith = options.sessionWatch?.current() ?? null
    const response = await options.fetch(input, init)
    notifyTimes(response.headers, options)
    if (sentWith !== null) await notifySession(response, sentWith, options.sessionWatch)
    return response
  }

/** Creates a client without retries (`retry: 0`): the refresh machine repeats failed loads. */
export const createHttpClient = (options: HttpClientOptions): HttpClient =>
  createFetch({
    fetch: createWatchedFetch(options),
    defaults: {
      baseURL: options.base,
      retry: 0,
      onRequest: ({ options: { headers } }) => {
        const authorization = options.authorization?.()
        if (authorization) headers.set('authorization', authorization)
      },
    },
  })
