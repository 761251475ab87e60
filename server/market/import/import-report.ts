import type { Draft } from '#server/market/batch.ts'
import type { RowFailure } from '#server/market/deal-report.ts'
import type { ReviewReason } from '#src/domain/trading/deal-review.ts'

const REASONS: Readonly<Record<RowFailure['kind'], string>> = {
  'other-content': 'ya está registrada con otro contenido',
  'from-the-future': 'tiene una hora posterior a la del mercado',
  'no-trading-day': 'es de un día en que su mercado no opera',
  'too-old': 'es de hace más de diez años',
  'unknown-deal': 'no está registrada y no se puede anular',
  rejected: 'fue rechazada por el operador',
  'late-annulment': 'solo se puede anular en los 15 minutos siguientes a su hora',
}

/** Why a deal or its annulment is refused, without the id of the deal. */
export const appendReason = (kind: RowFailure['kind']): string => REASONS[kind]

/** Why a batch of deals is refused. */
export const appendMessage = ({ kind, id }: RowFailure): string =>
  `La operación ${id} ${REASONS[kind]}. No se registró ninguna del lote.`

/** Why a strict batch is refused before its rows are checked. */
export const tooManyStrictRows = (maximum: number): string =>
  `Un lote con «estricto» admite máximo ${maximum} operaciones y anulaciones en total. Divídalo o envíelo sin «estricto».`

/** Why a deal waits for the operator (D118). */
export const REVIEW_REASON_TEXTS: Readonly<Record<ReviewReason, string>> = {
  price: 'su precio está lejos del último',
  amount: 'su monto es muy alto',
  future: 'su hora es posterior a la del mercado',
}

export const OTHER_SOURCE =
  'Este servidor no recibe operaciones: su mercado no es de MARKET_SOURCE=ingest. No se registró ninguna.'

export const NO_IMPORT = 'Este servidor no recibe archivos de operaciones: su mercado es simulado. No se registró nada.'

/** Why the file as a whole cannot be read. */
export const FILE_MESSAGES = {
  empty: () => 'El archivo está vacío.',
  columns: (detail: string) => `Faltan columnas en la primera línea: ${detail}.`,
  malformed: (detail: string) => `Las comillas no cierran, o una fila es demasiado larga, cerca de la línea ${detail}.`,
  unreadable: (detail: string) => `El archivo no se puede leer: ${detail}.`,
} as const

/** Why a row with an invalid field is refused. */
export const fieldReason = (field: string, text: string): string => `${field} no es válido: «${text}»`

/** Why a row of a batch is refused. */
export const malformedReason = (field: string): string => `su campo «${field}» no es válido`

/** Why nothing of a file was loaded; `rows` is the number of refused rows. */
export const fileRefusedMessage = (rows: number): string =>
  `${rows === 1 ? 'Una fila no es válida' : `${rows} filas no son válidas`}. No se cargó nada del archivo.`

export const fileLoadedMessage = (rows: number): string => `Archivo cargado: ${rows} filas.`

/** Why the server does not start on its file of deals. */
export const startRefusedMessage = (message: string, lines: readonly string[]): string =>
  [message, ...lines.map((line) => `  ${line}`)].join('\n')

export const formatLine = (line: number, reason: string): string => `línea ${line}: ${reason}`

/** Maximum number of refused rows in a report. */
const MAX_REPORTED_ROWS = 50

interface RefusedRow {
  readonly line: number
  readonly reason: string
}

/** The result of a successful or refused import. */
export interface ImportReport {
  readonly rows: number
  readonly accepted: number
  readonly repeated: number
  readonly annulled: number
  readonly refused: number
  /** Up to `MAX_REPORTED_ROWS` refused rows, sorted by line. */
  readonly errors: readonly RefusedRow[]
}

/** Counts the rows of an import and collects its errors. */
export interface ReportBuilder {
  addRows(count: number): void
  refuse(line: number, reason: string): void
  /** Counts the deals and annulments of a checked group of rows. */
  add(draft: Pick<Draft, 'deals' | 'repeated' | 'annulledCount'>): void
  /** Subtracts deals and annulments that are checked again. */
  subtract(counts: { readonly accepted?: number; readonly annulled?: number }): void
  /** Resets the counts of accepted, repeated and annulled. */
  resetCounts(): void
  readonly refused: number
  build(): ImportReport
}

export function createReport(): ReportBuilder {
  const counts = { rows: 0, accepted: 0, repeated: 0, annulled: 0, refused: 0 }
  const errors: RefusedRow[] = []
  return {
    addRows(count) {
      counts.rows += count
    },
    refuse(line, reason) {
      counts.refused += 1
      if (errors.length < MAX_REPORTED_ROWS) errors.push({ line, reason })
    },
    add({ deals, repeated, annulledCount }) {
      counts.accepted += deals.length
      counts.repeated += repeated
      counts.annulled += annulledCount
    },
    subtract({ accepted = 0, annulled = 0 }) {
      counts.accepted -= accepted
      counts.annulled -= annulled
    },
    resetCounts() {
      Object.assign(counts, { accepted: 0, repeated: 0, annulled: 0 })
    },
    get refused() {
      return counts.refused
    },
    build: () => ({ ...counts, errors: errors.toSorted((a, b) => a.line - b.line) }),
  }
}
