import { type $Fetch, createFetch } from 'ofetch'

import { FROZEN_SINCE_HEADER, MARKET_DELAY_HEADER, MARKET_TIME_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { FrozenSources } from '#src/adapters/http/market/market-clock.ts'
import { parseSessionRefusal, throwConnectionError } from '#src/adapters/http/request.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, MARKETS } from '#src/domain/trading/market.ts'

export type HttpClient = $Fetch

/** Receives refusals (401) and data delays (D17) in replies to requests of a session. */
export interface SessionWatch {
  /**
   * Returns a number that identifies the stored session, such as its start time; null without a
   * session.
   */
  readSessionId(): number | null
  onRefused(sessionId: number, refusal: SessionRefusal): void
  onDelayed(sessionId: number, minutes: number): void
}

export interface HttpClientOptions {
  /** The prefix of every path: a path of this origin or an absolute URL. */
  readonly base: string
  readonly fetch: typeof globalThis.fetch
  /** Receives the valid market time of every reply (D52), in epoch ms. */
  readonly onMarketTime?: (marketTime: Instant) => void
  /** Receives since when each source has been silent, of every reply with a market time (D114). */
  readonly onFrozen?: (sources: FrozenSources) => void
  /** Returns the value of `Authorization` for a request; null sends no header (D56). */
  readonly authorization?: () => string | null
  readonly sessionWatch?: SessionWatch | undefined
  /** Receives the valid `Date` header of every reply, in epoch ms. */
  readonly onServerTime?: (serverTime: Instant) => void
}

const MARKET_TIME = /^\d{12,14}$/
const DELAY_MINUTES = /^\d{1,5}$/

const UNAUTHORIZED = 401

/** Reads the header with the silent sources, such as `71=1795196595000`. */
function parseFrozen(text: string): FrozenSources {
  const items = text.split(',').map((item) => item.trim().split('='))
  const find = (id: number) => items.find(([market]) => market === `${id}`)?.[1] ?? ''
  return Object.fromEntries(
    MARKETS.map((market) => {
      const since = find(MARKET_IDS[market])
      return [market, MARKET_TIME.test(since) ? Number(since) : null]
    }),
  )
}

function notifyTimes(headers: Headers, { onMarketTime, onFrozen, onServerTime }: HttpClientOptions): void {
  const marketTime = headers.get(MARKET_TIME_HEADER) ?? ''
  if (MARKET_TIME.test(marketTime)) {
    onMarketTime?.(Number(marketTime))
    onFrozen?.(parseFrozen(headers.get(FROZEN_SINCE_HEADER) ?? ''))
  }
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (Number.isFinite(serverTime)) onServerTime?.(serverTime)
}

/** Notifies the watch of a delay and of a refusal. */
async function notifySession(response: Response, sessionId: number, watch: SessionWatch | undefined): Promise<void> {
  const delay = response.headers.get(MARKET_DELAY_HEADER) ?? ''
  if (DELAY_MINUTES.test(delay)) watch?.onDelayed(sessionId, Number(delay))
  if (response.status === UNAUTHORIZED) watch?.onRefused(sessionId, parseSessionRefusal(await response.clone().text()))
}

const createWatchedFetch =
  (options: HttpClientOptions): typeof globalThis.fetch =>
  async (input, init) => {
    const sessionId = options.sessionWatch?.readSessionId() ?? null
    const headers = new Headers(init?.headers)
    const authorization = options.authorization?.()
    if (authorization) headers.set('authorization', authorization)
    const response = await options.fetch(input, { ...init, headers }).catch(throwConnectionError)
    notifyTimes(response.headers, options)
    if (sessionId !== null) await notifySession(response, sessionId, options.sessionWatch)
    return response
  }

/** Creates a client without retries (`retry: 0`): the refresh machine repeats failed loads. */
export const createHttpClient = (options: HttpClientOptions): HttpClient =>
  createFetch({
    fetch: createWatchedFetch(options),
    defaults: { baseURL: options.base, retry: 0 },
  })
