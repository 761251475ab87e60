import * as z from 'zod/mini'
import { NEWS_ROW } from '#src/adapters/http/contract/market/quotes.ts'
import { NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { isUrl } from '#src/adapters/http/contract/values.ts'
import { looseTextField, parseItems } from '#src/adapters/http/decode/lenient.ts'
import { findList } from '#src/adapters/http/decode/records.ts'
import { createMarketReads, type MarketReadsDeps } from '#src/adapters/http/market/market-reads.ts'
import type { NewsGateway } from '#src/application/market/ports.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'

const HTTP_URL = /^https?:\/\//i

/** Creates a stable id for a news item without an id: the FNV-1a hash of the text. */
function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `h-${(hash >>> 0).toString(16).padStart(8, '0')}`
}

/** Returns an http(s) URL; null for any other text (D20). */
const toLink = (text: string): string | null => (HTTP_URL.test(text) && isUrl(text) ? text : null)

const newsItem = z.pipe(
  z.object({ ...NEWS_ROW, headline: z.pipe(looseTextField, z.string().check(z.minLength(1))) }),
  z.transform(
    ({ id, headline, body, link, fecha }): NewsItem => ({
      id: id || hashText(`${headline}\n${body}`),
      headline,
      body,
      link: toLink(link),
      time: fecha,
    }),
  ),
)

function removeDuplicates(items: readonly NewsItem[]): readonly NewsItem[] {
  const seenIds = new Set<string>()
  return items.filter(({ id }) => !seenIds.has(id) && seenIds.add(id))
}

/**
 * Decodes the news in the order of the reply. Ignores items without headline and duplicate ids.
 * Returns null without a list, and when the list has only invalid items.
 */
export function decodeNews(body: unknown): readonly NewsItem[] | null {
  const list = findList(body)
  if (list === null) return null
  const items = removeDuplicates(parseItems(newsItem, list))
  return items.length === 0 && list.length > 0 ? null : items
}

/** Reads the news service (§7.1). */
export function createNewsApi(deps: MarketReadsDeps): NewsGateway {
  const reads = createMarketReads(deps)
  return { latest: (signal) => reads.json({ path: NEWS_PATH, signal }, { path: NEWS_PATH }, decodeNews) }
}
