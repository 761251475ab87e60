import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'

import { reportedDeal, toDealReport } from '#src/adapters/http/contract/market/deals.ts'
import { isoInstant } from '#src/adapters/http/contract/values.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'

/**
 * The required columns of a file of deals, with the names of the wire. The column `anulada` may be
 * missing or empty.
 */
const DEAL_COLUMNS = ['id', 'mercado', 'plazo', 'sector', 'origen', 'hora', 'precio', 'monto'] as const
const ANNULLED = 'anulada'

/** Maximum length of a row, in bytes. */
const MAX_ROW_BYTES = 4_096

/** A deal of a file with the instant of its annulment. */
export interface DealRow {
  /** Line in the file, from 1. */
  readonly line: number
  readonly deal: DealReport
  readonly annulledAt: Instant | null
}

/** A row with an invalid field, and the text of that field. */
export interface BadRow {
  readonly line: number
  readonly field: string
  readonly text: string
}

/** Error: the file as a whole cannot be read. */
export class DealFileError extends Error {
  readonly kind: 'empty' | 'columns' | 'malformed' | 'unreadable'
  /** The missing columns, the line, or the file system's error; '' for an empty file. */
  readonly detail: string

  constructor(kind: DealFileError['kind'], detail: string) {
    super(`deals file: ${kind} ${detail}`)
    this.kind = kind
    this.detail = detail
  }
}

const WHOLE = /^\d{1,15}$/
const DECIMAL = /^\d{1,12}(\.\d{1,9})?$/

const toWhole = (text: string) => (WHOLE.test(text) ? Number(text) : Number.NaN)
const toDecimal = (text: string) => (DECIMAL.test(text) ? Number(text) : Number.NaN)

/** Finds the delimiter. Spanish spreadsheets write semicolons, and commas in decimals. */
async function findDelimiter(path: string): Promise<',' | ';'> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_ROW_BYTES), 0, MAX_ROW_BYTES, 0)
    const [header = ''] = buffer.toString('utf8', 0, bytesRead).split('\n')
    return header.includes(';') ? ';' : ','
  } finally {
    await file.close()
  }
}

/** Creates a function that reads a row by the column names of the first line. */
function createRowReader(header: readonly string[], delimiter: string) {
  const names = header.map((name) => name.toLowerCase())
  const missingColumns = DEAL_COLUMNS.filter((name) => !names.includes(name))
  if (missingColumns.length > 0) throw new DealFileError('columns', missingColumns.join(', '))
  const indexes = new Map(names.map((name, index) => [name, index]))

  return (cells: readonly string[], line: number): Result<DealRow, BadRow> => {
    const readCell = (name: string) => cells[indexes.get(name) ?? -1] ?? ''
    const price = delimiter === ';' ? readCell('precio').replace(',', '.') : readCell('precio')
    const parsed = reportedDeal.safeParse({
      id: readCell('id'),
      mercado: readCell('mercado'),
      plazo: toWhole(readCell('plazo')),
      sector: toWhole(readCell('sector')),
      origen: readCell('origen'),
      hora: readCell('hora'),
      precio: toDecimal(price),
      monto: toWhole(readCell('monto')),
    })
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0] ?? 'id')
      return err({ line, field, text: readCell(field).slice(0, 60) })
    }
    const annulledText = readCell(ANNULLED)
    if (annulledText !== '' && !isoInstant.safeParse(annulledText).success)
      return err({ line, field: ANNULLED, text: annulledText.slice(0, 60) })
    return ok({
      line,
      deal: toDealReport(parsed.data),
      annulledAt: annulledText === '' ? null : Date.parse(annulledText),
    })
  }
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

function toFileError(error: unknown): unknown {
  if (error instanceof CsvError) return new DealFileError('malformed', String(error['lines'] ?? ''))
  if (error instanceof Error && 'syscall' in error) return new DealFileError('unreadable', error.message)
  return error
}

/**
 * Reads the rows of a file one by one, in constant memory. Throws a DealFileError when the file as
 * a whole cannot be read.
 */
export async function* readDealRows(path: string): AsyncGenerator<Result<DealRow, BadRow>, void, undefined> {
  try {
    const delimiter = await findDelimiter(path)
    const parser = parse({
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: MAX_ROW_BYTES,
    })
    const source = createReadStream(path)
    source.on('error', (error) => parser.destroy(error))
    try {
      source.pipe(parser)
      let readRow: ReturnType<typeof createRowReader> | null = null
      for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
        if (readRow) yield readRow(record, info.lines)
        else readRow = createRowReader(record, delimiter)
      }
      if (readRow === null) throw new DealFileError('empty', '')
    } finally {
      // The parser does not close the file when the caller stops early.
      source.destroy()
    }
  } catch (error) {
    throw toFileError(error)
  }
}
