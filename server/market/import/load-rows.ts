import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AppendFailure,
  type BatchCheck,
  createBatchCheck,
  type Draft,
  findChangedDays,
  type MarketEvent,
} from '#server/market/batch.ts'
import { type DealLoad, toDayKey, type WriteLoadEnd } from '#server/market/deal-load.ts'
import type { DealLog } from '#server/market/deal-log.ts'
import type { DealRow } from '#server/market/import/deal-csv.ts'
import type { RowSpool } from '#server/market/import/import-folder.ts'
import { appendReason, type ReportBuilder } from '#server/market/import/import-report.ts'
import type { RecordedDeal } from '#server/market/store/deal-rows-store.ts'
import type { DayChange, MarketDate, Sequences } from '#server/market/store/log-store.ts'
import { summarizeRecordedDay } from '#server/market/store/stored-day.ts'
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
async function openCheck({ findDeals, sequences, now, options }: CheckContext, ids: readonly string[]) {
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

/** Refusal reasons by deal id: during the load, a batch reported the deal with other content. */
type Reasons = ReadonlyMap<string, string>

/** Error: the load ends without adding its deals. */
export class RefusedRowsError extends Error {
  readonly reasons: Reasons

  constructor(reasons: Reasons = new Map()) {
    super('deals file: refused')
    this.reasons = reasons
  }
}

/** The parts of an import that its steps share. */
export interface ImportParts {
  readonly spool: RowSpool
  readonly report: ReportBuilder
  readonly options: ImportOptions
}

interface AddedRows {
  readonly dates: ReadonlyMap<string, MarketDate>
  /** Annulments of visible deals. They cannot be hidden, so the end of the load adds them. */
  readonly annulments: readonly MarketEvent[]
}

/**
 * Adds the rows in the order of the file; throws when the file is refused. Checks the rows again:
 * batches may have arrived since the first check, or the file may repeat an id in a later group.
 */
async function addRows(load: DealLoad, { spool, report, options }: ImportParts): Promise<AddedRows> {
  const dates = new Map<string, MarketDate>()
  const annulments: MarketEvent[] = []
  let sequences = load.startSequences
  report.resetCounts()

  async function addGroup(rows: Parameters<typeof checkRows>[1]) {
    const { draft } = await checkRows({ findDeals: load.findDeals, sequences, now: load.now, report, options }, rows)
    if (isRefused(report, options)) return
    sequences = draft.sequences
    const hiddenAnnulments = draft.annulled.filter(({ deal }) => load.isHidden(deal))
    const visibleAnnulments = draft.annulled.filter(({ deal }) => !load.isHidden(deal))
    await load.add({
      deals: draft.deals,
      annulments: hiddenAnnulments.map(({ deal, annulment }) => ({ id: deal.id, ...annulment })),
    })
    for (const { deal, annulment } of visibleAnnulments)
      annulments.push({ kind: 'annulment', id: deal.id, time: annulment.time })
    report.subtract({ annulled: visibleAnnulments.length })
    for (const day of findChangedDays(draft)) dates.set(toDayKey(day), day)
  }

  for await (const rows of spool.read()) {
    await load.runPart(() => addGroup(rows))
    await nextTurn()
  }
  if (isRefused(report, options)) throw new RefusedRowsError()
  return { dates, annulments }
}

type Summaries = ReadonlyMap<string, DayChange>
type ReadDeals = DealLoad['deals']

async function summarizeDays(days: readonly MarketDate[], readDeals: ReadDeals): Promise<Summaries> {
  const summaries = new Map<string, DayChange>()
  for (const day of days) {
    const { market, date } = day
    summaries.set(toDayKey(day), summarizeRecordedDay(market, date, await readDeals(market, date)))
    await nextTurn()
  }
  return summaries
}

/** Adds the deals that batches took out of the load. Returns the reasons of refused deals. */
function addTakenDeals(
  addRow: (row: { readonly deal: RecordedDeal; readonly annulledAt: number | null }) => AppendFailure['kind'] | null,
  takenDeals: readonly RecordedDeal[],
  report: ReportBuilder,
): Reasons {
  const reasons = new Map<string, string>()
  for (const deal of takenDeals) {
    report.subtract({ accepted: 1, annulled: deal.annulment ? 1 : 0 })
    const failure = addRow({ deal, annulledAt: deal.annulment?.time ?? null })
    if (failure !== null) reasons.set(deal.id, appendReason(failure))
  }
  return reasons
}

/**
 * Loads the rows of a file that passed the first check. Returns why rows were refused at the end;
 * throws RefusedRowsError when the file is refused. Computes the figures of settled days before the
 * last transaction, which then recomputes only the days that batches changed meanwhile.
 */
export async function loadRows(
  dealLog: Pick<DealLog, 'isSettled'>,
  load: DealLoad,
  parts: ImportParts,
): Promise<Reasons> {
  const { report, options } = parts
  const { dates, annulments } = await addRows(load, parts)
  const settledDays = [...dates.values()].filter((day) => dealLog.isSettled(day, load.now))
  const summaries = await summarizeDays(settledDays, load.deals)
  let reasons: Reasons = new Map()

  const end: WriteLoadEnd = async (tx, { sequences, now, takenDeals, changedDayKeys }) => {
    const annulledIds = annulments.flatMap((event) => (event.kind === 'annulment' ? [event.id] : []))
    const ids = [...takenDeals.map(({ id }) => id), ...annulledIds]
    const check = await openCheck({ findDeals: tx.findDeals, sequences, now, report, options }, ids)
    reasons = addTakenDeals(check.addRow, takenDeals, report)
    if (reasons.size > 0 && !options.skipBad) throw new RefusedRowsError(reasons)
    for (const annulment of annulments) check.add(annulment)
    const draft = check.createDraft()
    report.add(draft)
    await tx.add({ deals: draft.deals, annulments: draft.annulments })

    const draftDays = new Map(findChangedDays(draft).map((day) => [toDayKey(day), day]))
    const allDays = new Map([...dates, ...draftDays])
    const isOutdated = (key: string) => !summaries.has(key) || changedDayKeys.has(key) || draftDays.has(key)
    const outdatedDays = [...allDays].filter(([key, day]) => isOutdated(key) && dealLog.isSettled(day, now))
    const recomputed = await summarizeDays(
      outdatedDays.map(([, day]) => day),
      tx.deals,
    )
    const days = [...new Map([...summaries, ...recomputed]).values()]
    await tx.changeDays(days)
    return { sequences: draft.sequences, dates: [...allDays.values()], days }
  }

  await load.end(end)
  return reasons
}
