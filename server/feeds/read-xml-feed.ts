import { Parser } from 'htmlparser2'

/** An item of RSS or Atom with trimmed texts, which may contain HTML; '' for a missing text. */
export interface XmlItem {
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
export function readXmlFeed(text: string): readonly XmlItem[] | null {
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
