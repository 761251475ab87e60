import { err, ok, type Result } from '#src/domain/result.ts'

/** Levels of nesting that are read; no chart has more than five. */
const DEEPEST = 32
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
  ['NaN', null],
])
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
])

const BROKEN = Symbol('broken')

interface Cursor {
  readonly text: string
  at: number
}

/**
 * Reads a JavaScript object literal without running it: quotes of both kinds, keys without quotes, and bare values such as
 * `08:00:03`, which become text. The braces around the whole may be missing; commas may trail; a hole is null.
 * Takes time proportional to the text and never throws. Objects have no prototype.
 */
export function parseFragment(text: string): Result<unknown, 'not-a-fragment'> {
  const cursor: Cursor = { text, at: 0 }
  skipSpace(cursor)
  if (cursor.at === text.length) return err('not-a-fragment')
  const whole = startsValue(cursor) ? valueAt(cursor, 0) : membersUntil(cursor, '', 0)
  skipSpace(cursor)
  return whole === BROKEN || cursor.at < text.length ? err('not-a-fragment') : ok(whole)
}

const peek = ({ text, at }: Cursor): string => text[at] ?? ''
const startsValue = (cursor: Cursor) => peek(cursor) === '{' || peek(cursor) === '['
const isSpace = (char: string) =>
  char === ' ' || (char >= '\t' && char <= '\r') || char === '\u00a0' || char === '\ufeff'

function skipSpace(cursor: Cursor): void {
  while (isSpace(peek(cursor))) cursor.at++
}

/** Steps over the character if it is the next one after white space. */
function took(cursor: Cursor, char: string): boolean {
  skipSpace(cursor)
  if (peek(cursor) !== char) return false
  cursor.at++
  return true
}

function valueAt(cursor: Cursor, depth: number): unknown {
  if (depth > DEEPEST) return BROKEN
  skipSpace(cursor)
  switch (peek(cursor)) {
    case '{':
      cursor.at++
      return membersUntil(cursor, '}', depth)
    case '[':
      cursor.at++
      return itemsAt(cursor, depth)
    case '"':
    case "'":
      return quotedAt(cursor)
    default:
      return bareValue(until(cursor, ',]}{["\''))
  }
}

/** Members up to the closing character, or to the end of the text when that is ''. */
function membersUntil(cursor: Cursor, close: '}' | '', depth: number): unknown {
  const record: Record<string, unknown> = Object.create(null)
  while (!ended(cursor, close)) {
    if (cursor.at === cursor.text.length) return BROKEN
    const key = keyAt(cursor)
    if (key === BROKEN || !took(cursor, ':')) return BROKEN
    const value = valueAt(cursor, depth + 1)
    if (value === BROKEN || !separated(cursor, close)) return BROKEN
    record[String(key)] = value
  }
  return record
}

function itemsAt(cursor: Cursor, depth: number): unknown {
  const items: unknown[] = []
  while (!took(cursor, ']')) {
    if (cursor.at === cursor.text.length) return BROKEN
    const value = peek(cursor) === ',' ? null : valueAt(cursor, depth + 1)
    if (value === BROKEN || !separated(cursor, ']')) return BROKEN
    items.push(value)
  }
  return items
}

function ended(cursor: Cursor, close: '}' | ''): boolean {
  skipSpace(cursor)
  return close === '' ? cursor.at === cursor.text.length : took(cursor, close)
}

/** Steps over the comma; true too before the close, which stays. */
function separated(cursor: Cursor, close: string): boolean {
  return took(cursor, ',') || peek(cursor) === close
}

function keyAt(cursor: Cursor): string | typeof BROKEN {
  if (peek(cursor) === '"' || peek(cursor) === "'") return quotedAt(cursor)
  return until(cursor, ':,]}{["\'') || BROKEN
}

/** The text up to one of the characters, without the space after it. */
function until(cursor: Cursor, stops: string): string {
  const start = cursor.at
  while (cursor.at < cursor.text.length && !stops.includes(peek(cursor))) cursor.at++
  return cursor.text.slice(start, cursor.at).trim()
}

function bareValue(text: string): unknown {
  if (text === '') return BROKEN
  if (WORDS.has(text)) return WORDS.get(text)
  return NUMBER.test(text) ? Number(text) : text
}

function quotedAt(cursor: Cursor): string | typeof BROKEN {
  const quote = peek(cursor)
  const pieces: string[] = []
  let start = ++cursor.at
  while (cursor.at < cursor.text.length) {
    const char = peek(cursor)
    if (char === quote) return pieces.join('') + cursor.text.slice(start, cursor.at++)
    if (char === '\\') {
      pieces.push(cursor.text.slice(start, cursor.at), escapeAt(cursor))
      start = cursor.at
    } else cursor.at++
  }
  return BROKEN
}

const HEX = /^[\da-fA-F]{4}$/

function escapeAt(cursor: Cursor): string {
  const char = cursor.text[cursor.at + 1] ?? ''
  const code = cursor.text.slice(cursor.at + 2, cursor.at + 6)
  if (char === 'u' && HEX.test(code)) {
    cursor.at += 6
    return String.fromCharCode(Number.parseInt(code, 16))
  }
  cursor.at += 1 + char.length
  return ESCAPES.get(char) ?? char
}
