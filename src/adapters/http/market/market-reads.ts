import type { HttpClient } from '#src/adapters/http/client.ts'
import { toVisitorPath, toVisitorUrl } from '#src/adapters/http/contract/paths.ts'
import { type Call, type Decoder, requestJson, requestText } from '#src/adapters/http/request.ts'

/** The read of a visitor in the place of a documented call: its path, and its fields in their order. */
export interface VisitorRead {
  readonly path: string
  readonly fields?: Readonly<Record<string, string | number>>
}

export interface MarketReadsDeps {
  /** The client of the documented calls. */
  readonly http: HttpClient
  /** Returns the client of {public-api} for a visitor; null when the documented calls are used. */
  readonly findVisitorClient?: (() => HttpClient | null) | undefined
}

/**
 * Reads the market: for a visitor by the reads that caches store, otherwise by the documented calls
 * (D115). A call without a read of visitors has null.
 */
export function createMarketReads({ http, findVisitorClient = () => null }: MarketReadsDeps) {
  function choose(call: Call, read: VisitorRead | null): readonly [HttpClient, Call] {
    const client = read && findVisitorClient()
    if (!client) return [http, call]
    return [client, { path: toVisitorUrl(toVisitorPath(read.path), read.fields ?? {}), signal: call.signal }]
  }

  return {
    json: <T>(call: Call, read: VisitorRead | null, decode: Decoder<unknown, T>) =>
      requestJson(...choose(call, read), decode),
    text: <T>(call: Call, read: VisitorRead | null, decode: Decoder<string, T>) =>
      requestText(...choose(call, read), decode),
  }
}
