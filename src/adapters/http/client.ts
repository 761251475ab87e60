import { type $Fetch, createFetch } from 'ofetch'

import { MARKET_DELAY_HEADER, MARKET_TIME_HEADER } from '#src/adapters/http/contract/paths.ts'
import { messageOf } from '#src/adapters/http/request.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export type HttpClient = $Fetch

/** Hears how the session fares that calls are sent with: refused (401), or given an answer so many minutes late (D17). */
export interface SessionWatch {
  /** Which session a call goes out with; null without one. */
  current(): number | null
  refused(sentWith: number, reason: string | null): void
  delayed(sentWith: number, minutes: number): void
}

export interface HttpClientOptions {
  /** What every path is appended to: a path of our origin or an absolute address. */
  readonly base: string
  readonly fetch: typeof globalThis.fetch
  /** Told of every answer's market time (D52). */
  readonly onMarketTime?: (marketTime: Instant) => void
  /** The value of `Authorization`, asked at every call; null sends none (D56). */
  readonly authorization?: () => string | null
  readonly sessionWatch?: SessionWatch | undefined
  /** Told of every answer's own real time, when it can be read. */
  readonly onServerTime?: (serverTime: Instant) => void
}

const MARKET_TIME = /^\d{12,14}$/
const DELAY_MINUTES = /^\d{1,5}$/

const UNAUTHORIZED = 401

function tellTimes(headers: Headers, { onMarketTime, onServerTime }: HttpClientOptions): void {
  const marketTime = headers.get(MARKET_TIME_HEADER) ?? ''
  if (MARKET_TIME.test(marketTime)) onMarketTime?.(Number(marketTime))
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (Number.isFinite(serverTime)) onServerTime?.(serverTime)
}

/** Tells what an answer says of the session that its call went out with. */
async function tellSession(response: Response, sentWith: number, watch: SessionWatch | undefined): Promise<void> {
  const delay = response.headers.get(MARKET_DELAY_HEADER) ?? ''
  if (DELAY_MINUTES.test(delay)) watch?.delayed(sentWith, Number(delay))
  if (response.status === UNAUTHORIZED) watch?.refused(sentWith, messageOf(await response.clone().text()))
}

const watched =
  (options: HttpClientOptions): typeof globalThis.fetch =>
  async (input, init) => {
    const sentWith = options.sessionWatch?.current() ?? null
    const response = await options.fetch(input, init)
    tellTimes(response.headers, options)
    if (sentWith !== null) await tellSession(response, sentWith, options.sessionWatch)
    return response
  }

/** `retry: 0` because ofetch repeats failed GETs by itself, and the refresh machine already does. */
export const createHttpClient = (options: HttpClientOptions): HttpClient =>
  createFetch({
    fetch: watched(options),
    defaults: {
      baseURL: options.base,
      retry: 0,
      onRequest: ({ options: { headers } }) => {
        const authorization = options.authorization?.()
        if (authorization) headers.set('authorization', authorization)
      },
    },
  })
