import { type $Fetch, createFetch } from 'ofetch'

import { MARKET_TIME_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { Instant } from '#src/domain/market/bogota.ts'

export type HttpClient = $Fetch

export interface HttpClientOptions {
  /** What every path is appended to: a path of our origin or an absolute address. */
  readonly base: string
  readonly fetch: typeof globalThis.fetch
  /** Told of every answer's market time (D52). */
  readonly onMarketTime?: (marketTime: Instant) => void
  /** The value of `Authorization`, asked at every call; null sends none (D56). */
  readonly authorization?: () => string | null
}

const MARKET_TIME = /^\d{12,14}$/

const watched =
  ({ fetch, onMarketTime }: HttpClientOptions): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const marketTime = response.headers.get(MARKET_TIME_HEADER) ?? ''
    if (MARKET_TIME.test(marketTime)) onMarketTime?.(Number(marketTime))
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
