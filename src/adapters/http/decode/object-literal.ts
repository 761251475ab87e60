import { err, ok, type Result } from '#src/domain/result.ts'

/** Maximum nesting depth. A chart has at most five levels. */
const MAX_DEPTH = 32
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

const INVALID = Symbol('invalid')

interface Cursor {
  readonly text: string
  at: number
}

/**
 * Parses a JavaScript object literal without executing it. Accepts both kinds of quotes, keys
 * without quotes, trailing commas, and missing outer braces. A value without quotes may become a
 * text: `08:00:03`. A missing list item becomes null. Runs in linear time and never throws. The
 * objects have no prototype.
 */
export function parseObjectLiteral(text: string): Result<unknown, 'not-an-object-literal'> {
  const cursor: Cursor = { text, at: 0 }
  skipSpace(cursor)
  if (cursor.at === text.length) return err('not-an-object-literal')
  const value = isValueStart(cursor) ? parseValue(cursor, 0) : parseMembers(cursor, '', 0)
  skipSpace(cursor)
  return value === INVALID || cursor.at < text.length ? err('not-an-object-literal') : ok(value)
}

const peek = ({ text, at }: Cursor): string => text[at] ?? ''
const isValueStart = (cursor: Cursor) => peek(cursor) === '{' || peek(cursor) === '['
const isSpace = (char: string) =>
  char === ' ' || (char >= '\t' && char <= '\r') || char === '\u00a0' || char === '\ufeff'

function skipSpace(cursor: Cursor): void {
  while (isSpace(peek(cursor))) cursor.at++
}

/** Skips white space and the character. Returns false if another character follows. */
function skip(cursor: Cursor, char: string): boolean {
  skipSpace(cursor)
  if (peek(cursor) !== char) return false
  cursor.at++
  return true
}

function parseValue(cursor: Cursor, depth: number): unknown {
  if (depth > MAX_DEPTH) return INVALID
  skipSpace(cursor)
  switch (peek(cursor)) {
    case '{':
      cursor.at++
      return parseMembers(cursor, '}', depth)
    case '[':
      cursor.at++
      return parseItems(cursor, depth)
    case '"':
    case "'":
      return parseQuoted(cursor)
    default:
      return parseUnquoted(readUntil(cursor, ',]}{["\''))
  }
}

/** Parses members up to the closing character; '' is the end of the text. */
function parseMembers(cursor: Cursor, close: '}' | '', depth: number): unknown {
  const record: Record<string, unknown> = Object.create(null)
  while (!skipEnd(cursor, close)) {
    if (cursor.at === cursor.text.length) return INVALID
    const key = parseKey(cursor)
    if (key === INVALID || !skip(cursor, ':')) return INVALID
    const value = parseValue(cursor, depth + 1)
    if (value === INVALID || !skipSeparator(cursor, close)) return INVALID
    record[String(key)] = value
  }
  return record
}

function parseItems(cursor: Cursor, depth: number): unknown {
  const items: unknown[] = []
  while (!skip(cursor, ']')) {
    if (cursor.at === cursor.text.length) return INVALID
    const value = peek(cursor) === ',' ? null : parseValue(cursor, depth + 1)
    if (value === INVALID || !skipSeparator(cursor, ']')) return INVALID
    items.push(value)
  }
  return items
}

/** Skips white space and the closing character. Returns false if another character follows. */
function skipEnd(cursor: Cursor, close: '}' | ''): boolean {
  skipSpace(cursor)
  return close === '' ? cursor.at === cursor.text.length : skip(cursor, close)
}

/** Skips a comma. Also returns true before the closing character, without skipping it. */
function skipSeparator(cursor: Cursor, close: string): boolean {
  return skip(cursor, ',') || peek(cursor) === close
}

function parseKey(cursor: Cursor): string | typeof INVALID {
  if (peek(cursor) === '"' || peek(cursor) === "'") return parseQuoted(cursor)
  return readUntil(cursor, ':,]}{["\'') || INVALID
}

/** Reads and trims the text before the first of the characters. */
function readUntil(cursor: Cursor, stops: string): string {
  const start = cursor.at
  while (cursor.at < cursor.text.length && !stops.includes(peek(cursor))) cursor.at++
  return cursor.text.slice(start, cursor.at).trim()
}

function parseUnquoted(text: string): unknown {
  if (text === '') return INVALID
  if (WORDS.has(text)) return WORDS.get(text)
  return NUMBER.test(text) ? Number(text) : text
}

function parseQuoted(cursor: Cursor): string | typeof INVALID {
  const quote = peek(cursor)
  const pieces: string[] = []
  let start = ++cursor.at
  while (cursor.at < cursor.text.length) {
    const char = peek(cursor)
    if (char === quote) return pieces.join('') + cursor.text.slice(start, cursor.at++)
    if (char === '\\') {
      pieces.push(cursor.text.slice(start, cursor.at), parseEscape(cursor))
      start = cursor.at
    } else cursor.at++
  }
  return INVALID
}

const HEX = /^[\da-fA-F]{4}$/

function parseEscape(cursor: Cursor): string {
  const char = cursor.text[cursor.at + 1] ?? ''
  const code = cursor.text.slice(cursor.at + 2, cursor.at + 6)
  if (char === 'u' && HEX.test(code)) {
    cursor.at += 6
    return String.fromCharCode(Number.parseInt(code, 16))
  }
  cursor.at += 1 + char.length
  return ESCAPES.get(char) ?? char
}
