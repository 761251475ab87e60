import { DealFileError, readDealRows } from '#server/market/deal-csv.ts'
import { importDeals } from '#server/market/deal-import.ts'
import type { DealLog } from '#server/market/deal-log.ts'
import { FILE_MESSAGES, fileRefused, formatLine, startRefused } from '#server/market/deals-messages.ts'
import type { ImportReport } from '#server/market/import-report.ts'
import { type BogotaDate, type Instant, MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'

/** The file of the market cannot be loaded; `text` says why, for the operator. */
export class DealsFileRefused extends Error {
  readonly file: string
  readonly text: string

  constructor(file: string, text: string) {
    super(`deals file ${file} refused`)
    this.file = file
    this.text = text
  }
}

/** Reads the deals of a file into the market (`MARKET_SOURCE=csv:FILE`). */
export interface CsvFeed {
  /**
   * Loads the days of the file up to the day of `now`. The deals of a day become visible at their
   * own time. The first call throws a DealsFileRefused when a row of the file is invalid; a later
   * one logs it, and the market runs without the new day until the file is read again.
   */
  appendDue(now: Instant): Promise<void>
}

const toRefusal = (file: string, { refused, errors }: ImportReport) =>
  new DealsFileRefused(
    file,
    startRefused(
      fileRefused(refused),
      errors.map(({ line, reason }) => formatLine(line, reason)),
    ),
  )

const toFeedError = (file: string, error: unknown): unknown =>
  error instanceof DealFileError ? new DealsFileRefused(file, FILE_MESSAGES[error.kind](error.detail)) : error

/** The last day of a file; null for a file without valid rows. Its rows are checked later. */
export async function findLastDate(file: string): Promise<BogotaDate | null> {
  let last = Number.NEGATIVE_INFINITY
  try {
    for await (const row of readDealRows(file)) if (row.ok) last = Math.max(last, row.value.deal.time)
  } catch (error) {
    throw toFeedError(file, error)
  }
  return Number.isFinite(last) ? toDate(last) : null
}

/** Wait before a refused file is read again; it doubles up to the maximum. */
const FIRST_RETRY_MS = MINUTE_MS
const MAX_RETRY_MS = 15 * MINUTE_MS

export interface CsvFeedParts {
  readonly dealLog: DealLog
  readonly file: string
  readonly logger: { error(detail: object, message: string): void }
}

export function createCsvFeed({ dealLog, file, logger }: CsvFeedParts): CsvFeed {
  /** The last loaded day. */
  let lastLoaded: BogotaDate = ''
  let wait = FIRST_RETRY_MS
  let retryAt = Number.NEGATIVE_INFINITY

  async function load(today: BogotaDate) {
    const isDue = (date: BogotaDate) => date > lastLoaded && date <= today
    const imported = await importDeals(dealLog, readDealRows(file), {
      skipBad: false,
      allowFuture: true,
      isExcluded: ({ deal }) => !isDue(toDate(deal.time)),
    })
    if (!imported.ok) throw toRefusal(file, imported.error)
    lastLoaded = today
  }

  return {
    async appendDue(now) {
      const today = toDate(now)
      if (today <= lastLoaded || now < retryAt) return
      try {
        await load(today)
        wait = FIRST_RETRY_MS
      } catch (error) {
        const reason = toFeedError(file, error)
        // A start needs its deals. After a database error, the next step retries.
        if (lastLoaded === '' || !(reason instanceof DealsFileRefused)) throw reason
        logger.error({ file, reason: reason.text, retryInMs: wait }, 'the deals of the new day were not loaded')
        retryAt = now + wait
        wait = Math.min(2 * wait, MAX_RETRY_MS)
      }
    },
  }
}
