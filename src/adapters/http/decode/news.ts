import * as z from 'zod/mini'

import { NEWS_ROW } from '#src/adapters/http/contract/market-fields.ts'
import { looseTextField, parseItems } from '#src/adapters/http/decode/lenient.ts'
import { findList } from '#src/adapters/http/decode/records.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'

const HTTP_URL = /^https?:\/\//i

/** A stable id for news without one: FNV-1a of the text. */
function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `h-${(hash >>> 0).toString(16).padStart(8, '0')}`
}

/** Returns an http(s) address; null otherwise (D20). */
const toLink = (text: string): string | null => (HTTP_URL.test(text) && URL.canParse(text) ? text : null)

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

function removeRepeats(items: readonly NewsItem[]): readonly NewsItem[] {
  const seen = new Set<string>()
  return items.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/**
 * Decodes the news in the order of the reply, without items that have no headline and without
 * repeated ids. Null for a reply without a list, and for a list in which no item can be read.
 */
export function decodeNews(body: unknown): readonly NewsItem[] | null {
  const list = findList(body)
  if (list === null) return null
  const items = removeRepeats(parseItems(newsItem, list))
  return items.length === 0 && list.length > 0 ? null : items
}
