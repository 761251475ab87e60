import type { DealLog } from '#server/market/deal-log.ts'
import { DealFileError, readDealRows } from '#server/market/import/deal-csv.ts'
import { importDeals } from '#server/market/import/deal-import.ts'
import {
  FILE_MESSAGES,
  fileRefusedMessage,
  formatLine,
  type ImportReport,
  startRefusedMessage,
} from '#server/market/import/import-report.ts'
import { type BogotaDate, type Instant, MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'

/** Error: the market's file of deals cannot be loaded. `text` is the reason for the operator. */
export class DealsFileRefusedError extends Error {
  readonly file: string
  readonly text: string

  constructor(file: string, text: string) {
    super(`deals file ${file} refused`)
    this.file = file
    this.text = text
  }
}

/** Reads the deals of a file into the market (`MARKET_SOURCE=csv:FILE`). */
interface CsvDealSource {
  /**
   * Loads the days of the file that are due at `now` and not loaded yet. The deals of a day become
   * visible at their own time. Before the first successful call, throws a DealsFileRefusedError for
   * an invalid file. A later call only logs this error; the market then runs without the new day
   * until a retry succeeds.
   */
  appendDue(now: Instant): Promise<void>
}

const toRefusal = (file: string, { refused, errors }: ImportReport) =>
  new DealsFileRefusedError(
    file,
    startRefusedMessage(
      fileRefusedMessage(refused),
      errors.map(({ line, reason }) => formatLine(line, reason)),
    ),
  )

/** Converts the error of an unreadable file to a DealsFileRefusedError; returns other errors. */
const wrapFileError = (file: string, error: unknown): unknown =>
  error instanceof DealFileError ? new DealsFileRefusedError(file, FILE_MESSAGES[error.kind](error.detail)) : error

/** Finds the last day of a file; null for a file without valid rows. The load checks the rows. */
export async function findLastDate(file: string): Promise<BogotaDate | null> {
  let lastTime = Number.NEGATIVE_INFINITY
  try {
    for await (const row of readDealRows(file)) if (row.ok) lastTime = Math.max(lastTime, row.value.deal.time)
  } catch (error) {
    throw wrapFileError(file, error)
  }
  return Number.isFinite(lastTime) ? toDate(lastTime) : null
}

/** Wait before the next read of a refused file; the wait doubles up to the maximum. */
const FIRST_RETRY_MS = MINUTE_MS
const MAX_RETRY_MS = 15 * MINUTE_MS

interface CsvDealSourceParts {
  readonly dealLog: DealLog
  readonly file: string
  readonly logger: { error(detail: object, message: string): void }
}

export function createCsvDealSource({ dealLog, file, logger }: CsvDealSourceParts): CsvDealSource {
  /** The days up to this date are loaded; '' before the first load. */
  let lastLoadedDate: BogotaDate = ''
  let retryWait = FIRST_RETRY_MS
  let retryAt = Number.NEGATIVE_INFINITY

  async function load(today: BogotaDate) {
    const isDue = (date: BogotaDate) => date > lastLoadedDate && date <= today
    const result = await importDeals(dealLog, readDealRows(file), {
      skipBad: false,
      allowFuture: true,
      isExcluded: ({ deal }) => !isDue(toDate(deal.time)),
    })
    if (!result.ok) throw toRefusal(file, result.error)
    lastLoadedDate = today
  }

  return {
    async appendDue(now) {
      const today = toDate(now)
      if (today <= lastLoadedDate || now < retryAt) return
      try {
        await load(today)
        retryWait = FIRST_RETRY_MS
      } catch (error) {
        const wrappedError = wrapFileError(file, error)
        // The first load must succeed. After a database error, the next step of the market retries.
        if (lastLoadedDate === '' || !(wrappedError instanceof DealsFileRefusedError)) throw wrappedError
        logger.error(
          { file, reason: wrappedError.text, retryInMs: retryWait },
          'the deals of the new day were not loaded',
        )
        retryAt = now + retryWait
        retryWait = Math.min(2 * retryWait, MAX_RETRY_MS)
      }
    },
  }
}
