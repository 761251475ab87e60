import type { HttpClient } from '#src/adapters/http/client.ts'
import { NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { decodeNews } from '#src/adapters/http/market/news.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { NewsGateway } from '#src/application/market/ports.ts'

/** Reads the news service (§7.1). */
export function createNewsApi({ http }: { readonly http: HttpClient }): NewsGateway {
  return { latest: (signal) => requestJson(http, { path: NEWS_PATH, signal }, decodeNews) }
}
