import { createHash } from 'node:crypto'

import type { FeedFailure } from '#server/feeds/feed-failure.ts'
import type { FeedText } from '#server/feeds/fetch-feed.ts'
import { htmlToText } from '#server/feeds/html-text.ts'
import { readXmlFeed, type XmlItem } from '#server/feeds/read-xml-feed.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Media types of RSS and Atom; many servers send them as plain XML. */
export const NEWS_TYPES = /^(?:application|text)\/(?:[\w.-]+\+)?xml\b/i
export const NEWS_ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9'

/** Maximum number of stored items; older items are dropped. */
export const MAX_NEWS = 50

const MAX_HEADLINE_LENGTH = 300
const MAX_BODY_LENGTH = 5_000
const MAX_ID_LENGTH = 200

/** Longer HTML is truncated before its text is read. */
const MAX_HTML_LENGTH = 50_000

/** Resolves a link to an absolute http(s) URL; null for other links. */
function toLink(link: string, base: string): string | null {
  if (link === '' || !URL.canParse(link, base)) return null
  const { protocol, href } = new URL(link, base)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

function toTime(date: string): Instant | null {
  const time = Date.parse(date)
  return Number.isFinite(time) ? time : null
}

const toText = (html: string, limit: number) => [...htmlToText(html.slice(0, MAX_HTML_LENGTH))].slice(0, limit).join('')

function toNews({ id, title, summary, link, date }: XmlItem, base: string): readonly NewsItem[] {
  const headline = toText(title, MAX_HEADLINE_LENGTH)
  if (headline === '') return []
  const key = id || link || `${headline}\n${date}`
  const itemId = key.length <= MAX_ID_LENGTH ? key : createHash('sha256').update(key).digest('hex')
  const body = toText(summary, MAX_BODY_LENGTH)
  return [{ id: itemId, headline, body, link: toLink(link, base), time: toTime(date) }]
}

/** Sorts the newest items first; items without a time are last and equal: NaN || 0 is 0. */
const compareByTime = (left: NewsItem, right: NewsItem) =>
  (right.time ?? Number.NEGATIVE_INFINITY) - (left.time ?? Number.NEGATIVE_INFINITY) || 0

/**
 * Reads the news of RSS or Atom as plain text, newest first. Fails when the document has items but
 * none is readable (D37). Of several items with the same id, the newest counts.
 */
export function parseNewsFeed({ text, url }: FeedText): Result<readonly NewsItem[], FeedFailure> {
  const rows = readXmlFeed(text)
  if (rows === null) return err({ kind: 'malformed' })
  const items = rows.flatMap((row) => toNews(row, url)).sort(compareByTime)
  if (rows.length > 0 && items.length === 0) return err({ kind: 'no-rows' })
  const seenIds = new Set<string>()
  return ok(items.filter(({ id }) => !seenIds.has(id) && seenIds.add(id)).slice(0, MAX_NEWS))
}
