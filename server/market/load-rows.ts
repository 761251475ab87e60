import { setImmediate as nextTurn } from 'node:timers/promises'

import { type AppendFailure, changedDays, type MarketEvent } from '#server/market/batch.ts'
import { checkRows, type ImportOptions, isRefused, openCheck } from '#server/market/check-rows.ts'
import { type DealLoad, type EndLoad, type MarketDate, toDayKey } from '#server/market/deal-load.ts'
import type { DealLog } from '#server/market/deal-log.ts'
import { appendReason } from '#server/market/deals-messages.ts'
import type { ReportBuilder } from '#server/market/import-report.ts'
import type { DayChange, RecordedDeal } from '#server/market/market-store.ts'
import type { RowSpool } from '#server/market/row-spool.ts'
import { summarizeRecordedDay } from '#server/market/stored-day.ts'

/**
 * Reasons by the id of a deal that a batch reported with other content while its row was loaded.
 */
type Reasons = ReadonlyMap<string, string>

/** Ends a load without its deals. */
export class RefusedRows extends Error {
  readonly reasons: Reasons

  constructor(reasons: Reasons = new Map()) {
    super('deals file: refused')
    this.reasons = reasons
  }
}

interface Rows {
  readonly spool: RowSpool
  readonly report: ReportBuilder
  readonly options: ImportOptions
}

interface AddedRows {
  readonly dates: ReadonlyMap<string, MarketDate>
  /**
   * Annulments of deals that readers see. They cannot be hidden, so the end of the load adds them.
   */
  readonly annulments: readonly MarketEvent[]
}

/**
 * Adds the rows in the order of the file; throws when the file is refused. They are checked again:
 * batches may have arrived since the first check, and a file may repeat an id far below.
 */
async function addRows(load: DealLoad, { spool, report, options }: Rows): Promise<AddedRows> {
  const dates = new Map<string, MarketDate>()
  const annulments: MarketEvent[] = []
  let sequences = load.start
  report.startAgain()

  async function addGroup(rows: Parameters<typeof checkRows>[1]) {
    const { draft } = await checkRows({ findDeals: load.findDeals, sequences, now: load.now, report, options }, rows)
    if (isRefused(report, options)) return
    sequences = draft.sequences
    const hidden = draft.annulled.filter(({ deal }) => load.isHidden(deal))
    const visible = draft.annulled.filter(({ deal }) => !load.isHidden(deal))
    await load.add({
      deals: draft.deals,
      annulments: hidden.map(({ deal, annulment }) => ({ id: deal.id, ...annulment })),
    })
    for (const { deal, annulment } of visible) annulments.push({ kind: 'annulment', id: deal.id, time: annulment.time })
    report.remove({ annulled: visible.length })
    for (const day of changedDays(draft)) dates.set(toDayKey(day), day)
  }

  for await (const rows of spool.read()) {
    await load.inTurn(() => addGroup(rows))
    await nextTurn()
  }
  if (isRefused(report, options)) throw new RefusedRows()
  return { dates, annulments }
}

type Summaries = ReadonlyMap<string, DayChange>
type ReadDeals = DealLoad['deals']

async function summarizeDays(days: readonly MarketDate[], readDeals: ReadDeals): Promise<Summaries> {
  const summaries = new Map<string, DayChange>()
  for (const day of days) {
    const { market, date } = day
    summaries.set(toDayKey(day), { ...day, day: summarizeRecordedDay(market, date, await readDeals(market, date)) })
    await nextTurn()
  }
  return summaries
}

/**
 * Checks the deals that batches took out of the load; returns why some of them refuse their rows.
 */
function addTaken(
  addRow: (row: { readonly deal: RecordedDeal; readonly annulledAt: number | null }) => AppendFailure['kind'] | null,
  taken: readonly RecordedDeal[],
  report: ReportBuilder,
): Reasons {
  const reasons = new Map<string, string>()
  for (const deal of taken) {
    report.remove({ accepted: 1, annulled: deal.annulment ? 1 : 0 })
    const failure = addRow({ deal, annulledAt: deal.annulment?.time ?? null })
    if (failure !== null) reasons.set(deal.id, appendReason(failure))
  }
  return reasons
}

/**
 * Loads the rows of a file whose first check has passed. The figures of settled days are made
 * before the end, which is short: it makes only those of days that batches changed meanwhile.
 * Returns why rows were left out at the end; throws when the file is refused.
 */
export async function loadRows(dealLog: Pick<DealLog, 'isSettled'>, load: DealLoad, rows: Rows): Promise<Reasons> {
  const { report, options } = rows
  const { dates, annulments } = await addRows(load, rows)
  const settled = [...dates.values()].filter((day) => dealLog.isSettled(day, load.now))
  const summaries = await summarizeDays(settled, load.deals)
  let reasons: Reasons = new Map()

  const end: EndLoad = async (tx, { sequences, now, taken, touched }) => {
    const ids = [...taken, ...annulments.flatMap((event) => (event.kind === 'annulment' ? [event] : []))]
    const check = await openCheck(
      { findDeals: tx.findDeals, sequences, now, report, options },
      ids.map(({ id }) => id),
    )
    reasons = addTaken(check.addRow, taken, report)
    if (reasons.size > 0 && !options.skipBad) throw new RefusedRows(reasons)
    for (const annulment of annulments) check.add(annulment)
    const draft = check.draft()
    report.add(draft)
    await tx.append({ deals: draft.deals, annulments: draft.annulments })

    const changedNow = new Map(changedDays(draft).map((day) => [toDayKey(day), day]))
    const all = new Map([...dates, ...changedNow])
    const isOutdated = (key: string) => !summaries.has(key) || touched.has(key) || changedNow.has(key)
    const outdated = [...all].filter(([key, day]) => isOutdated(key) && dealLog.isSettled(day, now))
    const recomputed = await summarizeDays(
      outdated.map(([, day]) => day),
      tx.deals,
    )
    const days = [...new Map([...summaries, ...recomputed]).values()]
    await tx.append({ deals: [], annulments: [], days })
    return { sequences: draft.sequences, dates: [...all.values()], days }
  }

  await load.end(end)
  return reasons
}
