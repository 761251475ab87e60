import { setImmediate as nextTurn } from 'node:timers/promises'

import { type AppendFailure, changedDays, createBatchCheck, type Draft, type Sequences } from '#server/market/batch.ts'
import type { BadRow, DealRow } from '#server/market/deal-csv.ts'
import type { DealLog, LargeChange, MarketDate } from '#server/market/deal-log.ts'
import { appendReason, fieldReason } from '#server/market/deals-messages.ts'
import type { DayChange, MarketTransaction } from '#server/market/market-store.ts'
import { type RowSpool, withRowSpool } from '#server/market/row-spool.ts'
import { summarizeRecordedDay } from '#server/market/stored-day.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { isInAnnulmentWindow } from '#src/domain/trading/deal.ts'

/** Maximum number of refused rows that a report names. */
export const MAX_REPORTED_ROWS = 50

/** Rows that are checked and added together; other work of the server runs between them. */
const ROWS_PER_TURN = 1_000

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

export interface ImportOptions {
  /** Loads the valid rows of a file with invalid ones; else such a file is not loaded at all. */
  readonly skipBad: boolean
  /** Whether rows may be later than the market's time; they become visible at their own time. */
  readonly allowFuture?: boolean
  /** Rows to leave out without a check of their day. */
  readonly leaveOut?: (row: DealRow) => boolean
}

/** Rolls the import back. */
class RefusedFile extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('deals file: refused')
    this.report = report
  }
}

type Rows = AsyncIterable<Result<DealRow, BadRow>>
type ImportLog = Pick<DealLog, 'appendLarge' | 'findDeals' | 'isSettled' | 'now'>

/** The first check numbers nothing: only the transaction knows the last sequence numbers. */
const NO_SEQUENCES: Sequences = { spot: 0, nextday: 0 }

async function* inGroups(rows: Rows): AsyncGenerator<readonly Result<DealRow, BadRow>[], void, undefined> {
  let group: Result<DealRow, BadRow>[] = []
  for await (const row of rows) {
    if (group.push(row) < ROWS_PER_TURN) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Counts the rows of an import and collects its errors. */
function createReport() {
  const counts = { rows: 0, accepted: 0, repeated: 0, annulled: 0, refused: 0 }
  const errors: RefusedRow[] = []
  return {
    counts,
    refuse(line: number, reason: string) {
      counts.refused += 1
      if (errors.length < MAX_REPORTED_ROWS) errors.push({ line, reason })
    },
    count({ deals, repeated, annulledCount }: Draft) {
      counts.accepted += deals.length
      counts.repeated += repeated
      counts.annulled += annulledCount
    },
    /** The checked rows are counted again when they are written. */
    startWriting() {
      Object.assign(counts, { accepted: 0, repeated: 0, annulled: 0 })
    },
    report: (): ImportReport => ({ ...counts, errors: errors.toSorted((one, other) => one.line - other.line) }),
  }
}

type Report = ReturnType<typeof createReport>
type AddEvent = ReturnType<typeof createBatchCheck>['add']

/** Adds a row with its annulment, or nothing of it. */
function addRow(add: AddEvent, { deal, annulledAt }: DealRow, latest: Instant): AppendFailure['kind'] | null {
  if (annulledAt !== null && !isInAnnulmentWindow(deal, annulledAt)) return 'late-annulment'
  if (annulledAt !== null && annulledAt > latest) return 'from-the-future'
  const failure = add({ kind: 'deal', deal })
  if (failure !== null || annulledAt === null) return failure?.kind ?? null
  return add({ kind: 'annulment', id: deal.id, time: annulledAt })?.kind ?? null
}

interface CheckContext {
  readonly findDeals: MarketTransaction['findDeals']
  readonly sequences: Sequences
  readonly now: Instant
  readonly report: Report
  readonly options: ImportOptions
}

/** Checks rows against the database and numbers the new deals; `valid` are those that are not refused. */
async function checkRows(
  { findDeals, sequences, now, report, options }: CheckContext,
  rows: readonly DealRow[],
): Promise<{ readonly draft: Draft; readonly valid: readonly DealRow[] }> {
  const known = new Map((await findDeals([...new Set(rows.map(({ deal }) => deal.id))])).map((deal) => [deal.id, deal]))
  const latest = options.allowFuture === true ? Number.POSITIVE_INFINITY : now
  const check = createBatchCheck({ sequences, known, now, latest, inTime: options.allowFuture === true })
  const valid = rows.filter((row) => {
    const failure = addRow(check.add, row, latest)
    if (failure !== null) report.refuse(row.line, appendReason(failure))
    return failure === null
  })
  const draft = check.draft()
  report.count(draft)
  return { draft, valid }
}

/** Refuses the rows that cannot be read; returns the others, without those to leave out. */
function readableRows(group: readonly Result<DealRow, BadRow>[], report: Report, options: ImportOptions) {
  report.counts.rows += group.length
  const readable: DealRow[] = []
  for (const row of group) {
    if (!row.ok) report.refuse(row.error.line, fieldReason(row.error.field, row.error.text))
    else if (options.leaveOut?.(row.value) !== true) readable.push(row.value)
  }
  return readable
}

/** Whether the errors so far refuse the whole file. */
const isRefused = (report: Report, options: ImportOptions) => report.counts.refused > 0 && !options.skipBad

/**
 * Reads and checks the whole file before a transaction is open, which would stop other writes, and
 * on SQLite every query. A refused file is read to its end, so that the report names its other errors.
 */
async function spoolRows(
  dealLog: ImportLog,
  rows: Rows,
  { spool, report, options }: { readonly spool: RowSpool; readonly report: Report; readonly options: ImportOptions },
) {
  for await (const group of inGroups(rows)) {
    const context = { findDeals: dealLog.findDeals, sequences: NO_SEQUENCES, now: dealLog.now(), report, options }
    const { valid } = await checkRows(context, readableRows(group, report, options))
    if (valid.length > 0 && !isRefused(report, options)) await spool.add(valid)
    await nextTurn()
  }
}

interface Writing {
  readonly tx: MarketTransaction
  readonly now: Instant
  readonly report: Report
  readonly options: ImportOptions
}

/**
 * Writes the rows in the order of the file; throws when the file is refused. They are checked again:
 * batches may have arrived since the first check, and a file may repeat an id far below.
 */
async function writeRows({ tx, now, report, options }: Writing, spool: RowSpool, start: Sequences) {
  const dates = new Map<string, MarketDate>()
  let sequences = start
  report.startWriting()
  for await (const rows of spool.read()) {
    const { draft } = await checkRows({ findDeals: tx.findDeals, sequences, now, report, options }, rows)
    if (!isRefused(report, options)) {
      sequences = draft.sequences
      await tx.append({ deals: draft.deals, annulments: draft.annulments })
      for (const day of changedDays(draft)) dates.set(`${day.market} ${day.date}`, day)
    }
    await nextTurn()
  }
  if (isRefused(report, options)) throw new RefusedFile(report.report())
  return { sequences, dates: [...dates.values()] }
}

async function summarizeDays(tx: MarketTransaction, dates: readonly MarketDate[]): Promise<readonly DayChange[]> {
  const changes: DayChange[] = []
  for (const { market, date } of dates) {
    changes.push({ market, date, day: summarizeRecordedDay(market, date, await tx.deals(market, date)) })
    await nextTurn()
  }
  return changes
}

/**
 * Imports rows in one transaction: all of them, or with `skipBad` all valid ones. Repeated rows count
 * as repeated and change nothing. Returns the report as an error when nothing was loaded.
 */
export async function importDeals(
  dealLog: ImportLog,
  rows: Rows,
  options: ImportOptions,
): Promise<Result<ImportReport, ImportReport>> {
  const report = createReport()
  return withRowSpool(async (spool) => {
    await spoolRows(dealLog, rows, { spool, report, options })
    if (isRefused(report, options)) return err(report.report())
    try {
      await dealLog.appendLarge(async (tx, { sequences: start, now }): Promise<LargeChange> => {
        const { sequences, dates } = await writeRows({ tx, now, report, options }, spool, start)
        const days = await summarizeDays(
          tx,
          dates.filter((day) => dealLog.isSettled(day, now)),
        )
        await tx.append({ deals: [], annulments: [], days })
        return { sequences, dates, days }
      })
      return ok(report.report())
    } catch (error) {
      if (error instanceof RefusedFile) return err(error.report)
      throw error
    }
  })
}
