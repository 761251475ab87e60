import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'
import type { FeedFailure } from '#server/feeds/feed-failure.ts'
import type { FeedText } from '#server/feeds/fetch-feed.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Elements whose text is not visible. */
const HIDDEN_ELEMENTS = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'head', 'title'])

/** Inline elements; any other element separates words. */
const INLINE_ELEMENTS = new Set([
  'a',
  'abbr',
  'b',
  'cite',
  'code',
  'em',
  'font',
  'i',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
])

/** Control and zero-width characters, and characters that change the direction of text. */
const INVISIBLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const SPACES = /\s+/g

/** Returns the visible text of HTML in one line, without invisible characters. */
function htmlToText(html: string): string {
  let text = ''
  let hiddenDepth = 0
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN_ELEMENTS.has(name)) hiddenDepth++
      if (!INLINE_ELEMENTS.has(name)) text += ' '
    },
    onclosetag(name) {
      if (HIDDEN_ELEMENTS.has(name)) hiddenDepth--
      if (!INLINE_ELEMENTS.has(name)) text += ' '
    },
    ontext(part) {
      if (hiddenDepth === 0) text += part
    },
  })
  parser.end(html)
  return text.replace(SPACES, ' ').replace(INVISIBLE, '').trim()
}

/** An item of RSS or Atom with trimmed texts, which may contain HTML; '' for a missing text. */
interface XmlItem {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly link: string
  readonly date: string
}

type Field = keyof XmlItem

/** Documents with deeper elements are refused. */
const MAX_DEPTH = 40

/** Items beyond this number are ignored. */
const MAX_ITEMS = 200

const ROOT_ELEMENTS = new Set(['rss', 'rdf:RDF', 'feed'])
const ITEM_ELEMENTS = new Set(['item', 'entry'])

/** The field of each element. For each field, the first element of this list with a text counts. */
const FIELD_OF_ELEMENT: Readonly<Record<string, Field>> = {
  guid: 'id',
  id: 'id',
  title: 'title',
  description: 'summary',
  summary: 'summary',
  'content:encoded': 'summary',
  content: 'summary',
  link: 'link',
  pubDate: 'date',
  'dc:date': 'date',
  published: 'date',
  updated: 'date',
}

/** Stops the parser when a document is not a feed, is too deep or may declare entities. */
class NotAFeedError extends Error {}

interface OpenItem {
  readonly depth: number
  readonly texts: Map<string, string>
}

function toItem({ texts }: OpenItem): XmlItem {
  const item: Record<Field, string> = { id: '', title: '', summary: '', link: '', date: '' }
  for (const [element, field] of Object.entries(FIELD_OF_ELEMENT)) item[field] ||= (texts.get(element) ?? '').trim()
  return item
}

type Attributes = Readonly<Record<string, string>>

/** Collects the items of a document from the events of the parser. */
class FeedReader {
  readonly items: XmlItem[] = []
  hasRoot = false
  private depth = 0
  private item: OpenItem | null = null
  /** The open element that is a field of the item. */
  private field: { readonly name: string; readonly depth: number } | null = null

  openElement(name: string, attributes: Attributes) {
    this.depth++
    if (this.depth > MAX_DEPTH || (this.depth === 1 && !ROOT_ELEMENTS.has(name))) throw new NotAFeedError()
    this.hasRoot = true
    if (this.item !== null) this.openField(this.item, name, attributes)
    else if (ITEM_ELEMENTS.has(name)) this.item = { depth: this.depth, texts: new Map() }
  }

  private openField({ depth, texts }: OpenItem, name: string, { href, rel = 'alternate' }: Attributes) {
    if (this.depth !== depth + 1 || !Object.hasOwn(FIELD_OF_ELEMENT, name) || texts.has(name)) return
    if (href === undefined || name !== 'link') this.field = { name, depth: this.depth }
    else if (rel === 'alternate') texts.set(name, href)
  }

  addText(part: string) {
    if (this.item === null || this.field === null) return
    const { texts } = this.item
    texts.set(this.field.name, (texts.get(this.field.name) ?? '') + part)
  }

  closeElement() {
    if (this.field?.depth === this.depth) this.field = null
    if (this.item?.depth === this.depth) {
      if (this.items.length < MAX_ITEMS) this.items.push(toItem(this.item))
      this.item = null
    }
    this.depth--
  }
}

/**
 * Reads RSS 0.9 to 2.0 and Atom; null for any other document. It builds no tree. It refuses a
 * document type with entities, so that no entity is expanded.
 */
function readXmlFeed(text: string): readonly XmlItem[] | null {
  const reader = new FeedReader()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.openElement(name, attributes),
      onclosetag: () => reader.closeElement(),
      ontext: (part) => reader.addText(part),
      onprocessinginstruction(name, data) {
        if (name.toUpperCase().startsWith('!ENTITY') || (name.startsWith('!') && data.includes('['))) {
          throw new NotAFeedError()
        }
      },
    },
    { xmlMode: true },
  )
  try {
    parser.end(text)
  } catch (error) {
    if (error instanceof NotAFeedError) return null
    throw error
  }
  return reader.hasRoot ? reader.items : null
}

/** Media types of RSS and Atom; many servers send them as plain XML. */
export const NEWS_TYPES = /^(?:application|text)\/(?:[\w.-]+\+)?xml\b/i
export const NEWS_ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9'

/** Maximum number of stored items; older items are dropped. */
const MAX_NEWS = 50

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
