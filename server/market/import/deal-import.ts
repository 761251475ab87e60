import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DealLog } from '#server/market/deal-log.ts'
import type { BadRow, DealRow } from '#server/market/import/deal-csv.ts'
import { withRowSpool } from '#server/market/import/import-folder.ts'
import {
  createReport,
  fieldReason,
  type ImportReport,
  type ReportBuilder,
} from '#server/market/import/import-report.ts'
import {
  checkRows,
  type ImportOptions,
  type ImportParts,
  isRefused,
  loadRows,
  RefusedRowsError,
} from '#server/market/import/load-rows.ts'
import type { Sequences } from '#server/market/store/log-store.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Rows per group; other work of the server runs between two groups. */
const ROWS_PER_GROUP = 250

type Rows = AsyncIterable<Result<DealRow, BadRow>>
type ImportDealLog = Pick<DealLog, 'load' | 'synchronize' | 'findDeals' | 'isSettled' | 'now'>

/** The first check counts from zero: only the load knows the last sequence numbers. */
const NO_SEQUENCES: Sequences = { spot: 0, nextday: 0 }

async function* toGroups(rows: Rows): AsyncGenerator<readonly Result<DealRow, BadRow>[], void, undefined> {
  let group: Result<DealRow, BadRow>[] = []
  for await (const row of rows) {
    if (group.push(row) < ROWS_PER_GROUP) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Refuses the rows that cannot be read. Returns the other rows, without excluded rows. */
function selectReadable(group: readonly Result<DealRow, BadRow>[], report: ReportBuilder, options: ImportOptions) {
  report.addRows(group.length)
  const readable: DealRow[] = []
  for (const row of group) {
    if (!row.ok) report.refuse(row.error.line, fieldReason(row.error.field, row.error.text))
    else if (options.isExcluded?.(row.value) !== true) readable.push(row.value)
  }
  return readable
}

/**
 * Checks the whole file and saves the valid rows to the spool; the database does not change. Reads
 * a refused file to its end, so that the report has all errors. Returns the maximum count of
 * sequence numbers that the rows need.
 */
async function spoolRows(
  dealLog: ImportDealLog,
  rows: Rows,
  { spool, report, options }: ImportParts,
): Promise<Sequences> {
  const size = { ...NO_SEQUENCES }
  for await (const group of toGroups(rows)) {
    const context = { findDeals: dealLog.findDeals, sequences: NO_SEQUENCES, now: dealLog.now(), report, options }
    const { validRows, draft } = await checkRows(context, selectReadable(group, report, options))
    size.spot += draft.sequences.spot
    size.nextday += draft.sequences.nextday
    if (validRows.length > 0 && !isRefused(report, options)) await spool.add(validRows)
    await nextTurn()
  }
  return size
}

/** Adds the rows of these deal ids to the report as refused, each with the reason of its id. */
async function refuseRows(reasons: ReadonlyMap<string, string>, { spool, report }: ImportParts) {
  if (reasons.size === 0) return
  const remaining = new Map(reasons)
  for await (const rows of spool.read()) {
    for (const { line, deal } of rows) {
      const reason = remaining.get(deal.id)
      if (reason !== undefined) report.refuse(line, reason)
      remaining.delete(deal.id)
    }
    await nextTurn()
  }
}

/**
 * Imports all rows, or with `skipBad` all valid rows. Repeated rows change nothing. All new deals
 * become visible together at the end; during the import, batches are recorded. Returns the report
 * as an error when an invalid row refused the file.
 */
export async function importDeals(
  dealLog: ImportDealLog,
  rows: Rows,
  options: ImportOptions,
): Promise<Result<ImportReport, ImportReport>> {
  const report = createReport()
  return withRowSpool(async (spool) => {
    const parts: ImportParts = { spool, report, options }
    const size = await spoolRows(dealLog, rows, parts)
    if (isRefused(report, options)) return err(report.build())
    if (size.spot + size.nextday === 0) {
      // The rows may repeat an import that was committed without a reply.
      await dealLog.synchronize()
      return ok(report.build())
    }
    try {
      await refuseRows(await dealLog.load(size, (load) => loadRows(dealLog, load, parts)), parts)
      return ok(report.build())
    } catch (error) {
      if (!(error instanceof RefusedRowsError)) throw error
      await refuseRows(error.reasons, parts)
      return err(report.build())
    }
  })
}
