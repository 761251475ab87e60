import { Parser } from 'htmlparser2'

/** Elements whose text is not visible. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'head', 'title'])

/** Inline elements; any other element separates words. */
const INLINE = new Set([
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

/** Control characters, and those that turn the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const SPACES = /\s+/g

/** The text that HTML shows, in one line: without markup, scripts and invisible characters. */
export function htmlToText(html: string): string {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN.has(name)) hidden++
      if (!INLINE.has(name)) text += ' '
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--
      if (!INLINE.has(name)) text += ' '
    },
    ontext(part) {
      if (hidden === 0) text += part
    },
  })
  parser.end(html)
  return text.replace(SPACES, ' ').replace(INVISIBLE, '').trim()
}
