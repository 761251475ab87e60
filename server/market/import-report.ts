import type { Draft } from '#server/market/batch.ts'

/** Maximum number of refused rows that a report names. */
export const MAX_REPORTED_ROWS = 50

export interface RefusedRow {
  readonly line: number
  readonly reason: string
}

/** What an import did, or would have done. */
export interface ImportReport {
  readonly rows: number
  readonly accepted: number
  readonly repeated: number
  readonly annulled: number
  readonly refused: number
  /** The first refused rows. */
  readonly errors: readonly RefusedRow[]
}

/** Counts the rows of an import and collects its errors. */
export interface ReportBuilder {
  addRows(count: number): void
  refuse(line: number, reason: string): void
  add(draft: Pick<Draft, 'deals' | 'repeated' | 'annulledCount'>): void
  /** Takes back what was added: it is checked again. */
  remove(counts: { readonly accepted?: number; readonly annulled?: number }): void
  /** Takes back everything but the rows and the errors. */
  startAgain(): void
  readonly refused: number
  report(): ImportReport
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
    remove({ accepted = 0, annulled = 0 }) {
      counts.accepted -= accepted
      counts.annulled -= annulled
    },
    startAgain() {
      Object.assign(counts, { accepted: 0, repeated: 0, annulled: 0 })
    },
    get refused() {
      return counts.refused
    },
    report: () => ({ ...counts, errors: errors.toSorted((one, other) => one.line - other.line) }),
  }
}
