import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import type { ScreenUsesBody } from '#src/adapters/http/contract/operator/screen-uses.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { foldText } from '#src/domain/text.ts'

type Uses = ScreenUsesBody['usos']

const COLUMNS = ['suscripcion', 'pantalla', 'fecha'] as const
const MISSING_COLUMNS = 'la primera línea debe nombrar las columnas suscripcion, pantalla y fecha'
const NO_ROWS = 'no tiene filas'
const BAD_JSON = 'no es una lista de objetos con suscripcion, pantalla y fecha'

const jsonRows = z.array(z.object({ suscripcion: z.coerce.string(), pantalla: z.string(), fecha: z.string() }))

/** Reads a list of objects. The line of a row is its position. */
function readJson(text: string): Result<Uses, string> {
  try {
    const rows = jsonRows.safeParse(JSON.parse(text))
    if (!rows.success) return err(BAD_JSON)
    return ok(
      rows.data.map(({ suscripcion: numero, pantalla, fecha }, i) => ({ linea: i + 1, numero, pantalla, fecha })),
    )
  } catch {
    return err(BAD_JSON)
  }
}

/** Reads a CSV file with commas, semicolons or tabs. */
function readCsv(text: string): Result<Uses, string> {
  try {
    const records: { readonly line: number; readonly cells: readonly string[] }[] = []
    parse(text, {
      delimiter: [',', ';', '\t'],
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
      onRecord(cells, { lines }) {
        records.push({ line: lines, cells })
        return null
      },
    })
    const [heading, ...rows] = records
    const names = heading?.cells.map(foldText) ?? []
    const [number, screen, date] = COLUMNS.map((name) => names.indexOf(name))
    if (number === undefined || screen === undefined || date === undefined) return err(MISSING_COLUMNS)
    if (Math.min(number, screen, date) < 0) return err(MISSING_COLUMNS)
    return ok(
      rows.map(({ line, cells }) => ({
        linea: line,
        numero: cells[number] ?? '',
        pantalla: cells[screen] ?? '',
        fecha: cells[date] ?? '',
      })),
    )
  } catch (error) {
    if (error instanceof CsvError) return err(error.message)
    throw error
  }
}

/** Decodes UTF-8, else the encoding of spreadsheets on Windows. */
function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** Reads the operator's file of last uses: CSV with a heading, or JSON. */
export function readUseFile(content: Uint8Array): Result<Uses, string> {
  const text = decode(content)
  const uses = text.trimStart().startsWith('[') ? readJson(text) : readCsv(text)
  return uses.ok && uses.value.length === 0 ? err(NO_ROWS) : uses
}
