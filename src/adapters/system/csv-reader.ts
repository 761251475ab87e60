import type { CsvReader } from '#src/application/platform/ports.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import type { CsvContent, CsvEncoding, CsvFailure, CsvRecord, CsvSeparator } from '#src/domain/csv.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Characters that are parsed before the page may respond: a few milliseconds. */
const PIECE_LENGTH = 8_192

const SEPARATORS: readonly CsvSeparator[] = [';', ',', '\t']

/** First bytes of spreadsheets: the archive of .xlsx and .ods, and the old .xls. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte)

interface DecodedText {
  readonly encoding: CsvEncoding
  readonly text: string
}

/** Decodes without a byte order mark: UTF-16 by its zero bytes, then UTF-8, else Windows-1252. */
function decodeUnmarked(bytes: Uint8Array): DecodedText | null {
  const start = bytes.slice(0, 400)
  const zerosAt = (parity: number) => start.filter((byte, i) => byte === 0 && i % 2 === parity).length
  if (zerosAt(1) > start.length / 4) return { encoding: 'UTF-16', text: new TextDecoder('utf-16le').decode(bytes) }
  if (zerosAt(0) > start.length / 4) return { encoding: 'UTF-16', text: new TextDecoder('utf-16be').decode(bytes) }
  if (bytes.includes(0)) return null
  try {
    return { encoding: 'UTF-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { encoding: 'Windows-1252', text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

/** Returns the text and the encoding of a file; null for a file that is no text. */
function decode(bytes: Uint8Array): DecodedText | null {
  const decoded = startsWith(bytes, [0xff, 0xfe])
    ? { encoding: 'UTF-16' as const, text: new TextDecoder('utf-16le').decode(bytes) }
    : startsWith(bytes, [0xfe, 0xff])
      ? { encoding: 'UTF-16' as const, text: new TextDecoder('utf-16be').decode(bytes) }
      : decodeUnmarked(bytes)
  return decoded === null || decoded.text.includes('\0') ? null : decoded
}

/** Returns the separator that is the most frequent outside quotes in the first row. */
function findSeparator(text: string): CsvSeparator {
  const heading = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.trimStart())?.[0].replaceAll(/"[^"]*"/g, '') ?? ''
  const count = (separator: string) => heading.split(separator).length
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

/** Finds the end of a piece: a line break outside quotes. `from` is outside quotes. */
function findPieceEnd(text: string, from: number): number {
  let isQuoted = false
  for (let i = from; i < text.length; i += 1) {
    const character = text[i]
    if (character === '"') isQuoted = !isQuoted
    else if (character === '\n' && !isQuoted && i - from >= PIECE_LENGTH) return i + 1
  }
  return text.length
}

const countLines = (text: string) => text.split('\n').length - 1

const isParseError = (error: unknown): error is { readonly code: string; readonly lines: number } =>
  error instanceof Error && 'code' in error && 'lines' in error && typeof error.lines === 'number'

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

interface Limits {
  readonly maxRows: number
  readonly pause: () => Promise<void>
}

/** Parses the text piece by piece, and lets the page respond between two pieces. */
async function parseText(text: string, separator: CsvSeparator, { maxRows, pause }: Limits) {
  // Loaded with the first file: few visits load one.
  const { parse } = await import('csv-parse/browser/esm/sync')
  const records: CsvRecord[] = []
  let line = 1
  for (let from = 0; from < text.length; ) {
    const end = findPieceEnd(text, from)
    const piece = text.slice(from, end)
    try {
      let nextLine = line
      parse(piece, {
        delimiter: separator,
        relax_column_count: true,
        on_record(record, { lines }) {
          if (!isBlank(record)) records.push({ line: nextLine, cells: record })
          nextLine = line + lines
          return null
        },
      })
    } catch (error) {
      if (isParseError(error)) return err<CsvFailure>({ kind: 'quotes', line: line + error.lines - 1 })
      throw error
    }
    if (records.length > maxRows + 1) return err<CsvFailure>({ kind: 'too-many-rows', maximum: maxRows })
    line += countLines(piece)
    from = end
    await pause()
  }
  return ok(records)
}

/** Reads and decodes a file; the text has line feeds only. */
async function readText(file: AttachedFile, maxBytes: number): Promise<Result<DecodedText, CsvFailure>> {
  if (file.size > maxBytes) return err({ kind: 'too-large', maximum: maxBytes })
  const buffer = await file.arrayBuffer().catch(() => null)
  if (buffer === null) return err({ kind: 'unreadable' })
  const bytes = new Uint8Array(buffer)
  if (SPREADSHEETS.some((start) => startsWith(bytes, start))) return err({ kind: 'spreadsheet' })
  const decoded = decode(bytes)
  if (decoded === null) return err({ kind: 'not-text' })
  const text = decoded.text.replaceAll(/\r\n?/g, '\n')
  return text.trim() === '' ? err({ kind: 'empty' }) : ok({ encoding: decoded.encoding, text })
}

/** Reads CSV files in a browser or in Node. Detects encoding and separator (D91). */
export function createCsvReader(): CsvReader {
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
  return {
    pause,
    async read(file, { maxBytes, maxRows }): Promise<Result<CsvContent, CsvFailure>> {
      const decoded = await readText(file, maxBytes)
      if (!decoded.ok) return decoded
      await pause()
      const { encoding, text } = decoded.value
      const separator = findSeparator(text)
      const records = await parseText(text, separator, { maxRows, pause })
      return records.ok ? ok({ encoding, separator, records: records.value }) : records
    },
  }
}
