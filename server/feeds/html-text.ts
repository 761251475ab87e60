import { Parser } from 'htmlparser2'

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
export function htmlToText(html: string): string {
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
