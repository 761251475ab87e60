import type { Draft } from '#server/market/batch.ts'

/** Maximum number of refused rows in a report. */
export const MAX_REPORTED_ROWS = 50

export interface RefusedRow {
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
