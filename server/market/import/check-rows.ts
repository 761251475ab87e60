import { type BatchCheck, createBatchCheck, type Draft, type Sequences } from '#server/market/batch.ts'
import type { DealRow } from '#server/market/import/deal-csv.ts'
import { appendReason, type ReportBuilder } from '#server/market/import/import-report.ts'
import type { RecordedDeal } from '#server/market/store/market-store.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { isInAnnulmentWindow } from '#src/domain/trading/deal.ts'

export interface ImportOptions {
  /** True: loads only the valid rows. False: one invalid row refuses the whole file. */
  readonly skipBad: boolean
  /** Whether rows may be later than the market's time; they become visible at their own time. */
  readonly allowFuture?: boolean
  /** Excludes rows without checking them. */
  readonly isExcluded?: (row: DealRow) => boolean
}

/** The dependencies of an import's check. */
interface CheckContext {
  readonly findDeals: (ids: readonly string[]) => Promise<readonly RecordedDeal[]>
  readonly sequences: Sequences
  /** Market time. */
  readonly now: Instant
  readonly report: ReportBuilder
  readonly options: ImportOptions
}

/** Whether the errors so far refuse the whole file. */
export const isRefused = (report: ReportBuilder, options: ImportOptions): boolean =>
  report.refused > 0 && !options.skipBad

type AnnullableDeal = Pick<DealRow, 'deal' | 'annulledAt'>

/** Adds a deal with its annulment. On a failure, adds neither and returns the reason. */
function addRow(add: BatchCheck['add'], { deal, annulledAt }: AnnullableDeal, latest: Instant) {
  if (annulledAt !== null && !isInAnnulmentWindow(deal, annulledAt)) return 'late-annulment'
  if (annulledAt !== null && annulledAt > latest) return 'from-the-future'
  const failure = add({ kind: 'deal', deal })
  if (failure !== null || annulledAt === null) return failure?.kind ?? null
  return add({ kind: 'annulment', id: deal.id, time: annulledAt })?.kind ?? null
}

/** Creates a check against the recorded deals with these ids. The caller adds the events. */
export async function openCheck({ findDeals, sequences, now, options }: CheckContext, ids: readonly string[]) {
  const knownDeals = new Map((await findDeals([...new Set(ids)])).map((deal) => [deal.id, deal]))
  const latest = options.allowFuture === true ? Number.POSITIVE_INFINITY : now
  const { add, createDraft } = createBatchCheck({
    sequences,
    knownDeals,
    now,
    latest,
    isRecordedAtEventTime: options.allowFuture === true,
  })

  return { add, addRow: (row: AnnullableDeal) => addRow(add, row, latest), createDraft }
}

/**
 * Checks rows against the database and numbers the new deals. Returns the valid rows; adds the
 * counts and the refused rows to the report.
 */
export async function checkRows(
  context: CheckContext,
  rows: readonly DealRow[],
): Promise<{ readonly draft: Draft; readonly validRows: readonly DealRow[] }> {
  const { report } = context
  const check = await openCheck(
    context,
    rows.map(({ deal }) => deal.id),
  )
  const validRows = rows.filter((row) => {
    const failure = check.addRow(row)
    if (failure !== null) report.refuse(row.line, appendReason(failure))
    return failure === null
  })
  const draft = check.createDraft()
  report.add(draft)
  return { draft, validRows }
}
