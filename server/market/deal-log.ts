import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppendFailure, MarketEvent } from '#server/market/batch.ts'
import { createDealCommits } from '#server/market/deal-commits.ts'
import { decideInParts } from '#server/market/deal-decisions.ts'
import { createDealLoads, type DealLoads } from '#server/market/deal-load.ts'
import type { AppendResult, ReportResult, RowFailure, SourceReport } from '#server/market/deal-report.ts'
import { type Decided, type DecisionRequest, NO_LIMITS, type ReviewSettings } from '#server/market/deal-reviews.ts'
import type { MarketDays } from '#server/market/market-days.ts'
import { createMarketWriter } from '#server/market/market-writer.ts'
import { createReplica } from '#server/market/replica.ts'
import { mergeResults, splitReport } from '#server/market/report-parts.ts'
import type { SourceWatch } from '#server/market/source-watch.ts'
import type { MarketDate } from '#server/market/store/log-store.ts'
import type { MarketStore, RecordedDeal } from '#server/market/store/market-store.ts'
import type { DealReview, ReviewStatus } from '#server/market/store/review-store.ts'
import {
  type DayChange,
  type StoredDay,
  toEmptyDay,
  toStoredDay,
  withCorrections,
} from '#server/market/store/stored-day.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import type { SourceStates } from '#src/domain/trading/source-silence.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'

/**
 * The log of the market in this process: its replica and, while the process has the lease, the
 * writer. A write of a process without the lease throws a NotWriterError and changes nothing.
 */
export interface DealLog {
  readonly marketDays: Readonly<Record<Market, MarketDays>>
  /**
   * Commits a batch of events, all or nothing, and then adds it to the days in memory (D44).
   * Batches run one after the other. With `asOf`, the batch contains all events of its markets up
   * to that instant. Annulments then count as recorded at their own time, else as recorded now.
   */
  append(events: readonly MarketEvent[], asOf?: Instant): Promise<Result<AppendResult, AppendFailure>>
  /**
   * Commits a batch of the source row by row (D118): doubtful deals wait for the operator. A batch
   * without events is a sign of life (D114). A large batch is committed in parts (D124), until
   * `signal` says that its sender gets no reply any more and has to send it again. Fails when no row
   * was valid, or one was refused with `strict`.
   */
  report(report: SourceReport, signal?: AbortSignal): Promise<Result<ReportResult, RowFailure>>
  /**
   * Commits a decision of the operator about waiting deals, in parts of bounded size. Once `isOver`,
   * no further part begins; the same request goes on.
   */
  decide(request: DecisionRequest, isOver?: () => boolean): Promise<Decided>
  /** Reads the reported deals that wait for the operator, or that were decided. */
  listReviews(status: ReviewStatus): Promise<readonly DealReview[]>
  /** Commits which sources are silent at the market time. */
  checkSources(): Promise<void>
  /** What is known of the source of each market. */
  sources(): SourceStates
  /** Loads many deals in parts, with batches between the parts; then reloads the changed days. */
  readonly load: DealLoads['run']
  /** Adds figures of days whose deals are not recorded. */
  addDays(days: readonly StoredDay[]): Promise<void>
  /** Removes the deals of an unfinished import, at the start of a turn to write. */
  discardLoading(): Promise<void>
  /** Applies the lines of the log that this process does not have. */
  synchronize(): Promise<void>
  /** Id of the last line that this process has applied. */
  lastId(): number
  /** Market time. */
  now(): Instant
  /** Finds the recorded deals with these ids; returns them in any order. */
  findDeals(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  /** Whether late deals and annulments of a day must change its stored figures. */
  isSettled(day: MarketDate, now: Instant): boolean
  /** Loads the last days and the stored figures. */
  restore(): Promise<void>
  /**
   * Stores the figures of the days in memory that have ended (`lastChangeAt`). With `last`, stores
   * only days of that market up to that date. A source that catches up has not reported the later
   * days yet.
   */
  storeEndedDays(last?: MarketDate): Promise<void>
  /**
   * Emits the events that are due at `instant` to every audience. The log must have all events up
   * to that instant (`completeUntil`). Otherwise the delayed audience could see an annulled deal
   * (D49).
   */
  advance(instant: Instant): void
  /**
   * The instant up to which no line can follow that is recorded before it: `instant`, or that of
   * the running commit.
   */
  completeUntil(instant: Instant): Instant
}

interface DealLogParts {
  readonly store: MarketStore
  /** Market time. */
  readonly now: () => Instant
  /** The seed of a simulated market; null for a real market. */
  readonly seed: number | null
  /** Called for each stored day that a line changed. */
  readonly onPastDayChanged?: (day: MarketDate) => void
  /** Watches the sources; by default, they are not watched. */
  readonly watch?: Pick<SourceWatch, 'afterBatch' | 'check'>
  /** Called when a source became silent, or its silence ended. */
  readonly onFreezeChanged?: () => void
  /** Which deals of a report wait for the operator; by default none. */
  readonly review?: ReviewSettings
  /** The real clock. */
  readonly realNow?: () => Instant
}

const NO_REVIEW: ReviewSettings = { limits: NO_LIMITS, mailTo: null }

const NO_WATCH = { afterBatch: () => null, check: () => null }

export function createDealLog(parts: DealLogParts): DealLog {
  const { store, now, seed, onPastDayChanged = () => {}, watch = NO_WATCH, onFreezeChanged = () => {} } = parts
  const { review = NO_REVIEW, realNow = now } = parts
  const replica = createReplica({
    store,
    now,
    seed,
    onPastDayChanged,
    onDaysChanged: (days) => loads.onDaysChanged(days),
    onFreezeChanged,
  })
  const { marketDays } = replica
  const writer = createMarketWriter({
    store,
    replica,
    now,
    advance(instant) {
      for (const market of MARKETS) marketDays[market].advance(instant)
    },
  })
  const { enqueue, writeNext, writeLine, runCommit } = writer

  /**
   * Simulated days are never settled: their script has the figures before all deals are recorded.
   */
  const isSettled = ({ market, date }: MarketDate, instant: Instant) =>
    seed === null && (lastChangeAt(market, date) <= instant || marketDays[market].hasStoredDay(date))

  const loads = createDealLoads({
    store: store.loading,
    turn: store.turn,
    now,
    enqueue,

    reserve: (size) =>
      writeNext(async () => {
        const start = replica.sequences()
        const sequences = { spot: start.spot + size.spot, nextday: start.nextday + size.nextday }
        await writeLine(async (tx) => {
          await tx.hideLoading(
            MARKETS.filter((market) => size[market] > 0).map((market) => ({
              market,
              first: start[market] + 1,
              last: sequences[market],
            })),
          )
          return { kind: 'reserve', sequences }
        })
        return start
      }),

    end: (write) =>
      writeNext(() =>
        writeLine(async (tx) => {
          await tx.publishLoading()
          return { kind: 'load', ...(await write(tx, replica.sequences())) }
        }),
      ),
  })

  const commits = createDealCommits({
    ...{ store, replica, writer, isSettled, watch, review, realNow },
    takeLoading: (ids) => loads.take(ids),
  })

  function findDaysToStore(market: Market, instant: Instant): readonly StoredDay[] {
    const storedDates = new Set(marketDays[market].storedDays().map(({ date }) => date))
    return marketDays[market]
      .daysInMemory()
      .filter(({ date }) => !storedDates.has(date) && lastChangeAt(market, date) <= instant)
      .flatMap((day) => {
        const stored = toStoredDay(day, seed)
        // The deals of a simulated day are recorded late when the server catches up.
        if (stored === null || seed !== null) return stored ?? []
        return withCorrections(stored, marketDays[market].findDeals(day.date) ?? [])
      })
  }

  /** The ended days in memory without figures whose corrections are not stored. */
  function findEmptyDays(market: Market, instant: Instant): readonly DayChange[] {
    const days = marketDays[market]
    if (seed !== null) return []
    return days
      .daysInMemory()
      .filter(
        ({ date, counted }) =>
          counted.figures() === null && !days.findEmptyDay(date) && lastChangeAt(market, date) <= instant,
      )
      .map(({ date }) => toEmptyDay(market, date, days.findDeals(date) ?? []))
      .filter(({ corrections }) => corrections !== undefined)
  }

  const addDays = (findDays: () => readonly StoredDay[], findEmpty: () => readonly DayChange[] = () => []) =>
    enqueue(() =>
      writeNext(async () => {
        const [days, emptyDays] = [findDays(), findEmpty()]
        if (days.length + emptyDays.length === 0) return
        await writeLine(async (tx) => {
          await tx.addDays(days)
          await tx.changeDays(emptyDays)
          return { kind: 'days', days, ...(emptyDays.length > 0 && { emptyDays }) }
        })
      }),
    )

  return {
    marketDays,
    advance: writer.advance,
    completeUntil: writer.completeUntil,
    isSettled,
    now,
    lastId: () => replica.lastId,
    findDeals: (ids) => store.findDeals(ids),

    append: (events, asOf) => runCommit(() => commits.commit(events, asOf), asOf),
    decide: (request, isOver) => decideInParts({ store, commits, runCommit }, request, review.limits, isOver),
    listReviews: (status) => store.listReviews(status),
    sources: replica.sources,

    async report(report, signal) {
      const results: ReportResult[] = []
      for (const part of splitReport(report)) {
        // Other attempts of the same sender would queue behind each other.
        if (signal?.aborted && results.length > 0) break
        const result = await runCommit(() => commits.commitReport(part))
        if (!result.ok) return result
        results.push(result.value)
        await nextTurn()
      }
      return mergeResults(results)
    },

    async checkSources() {
      const findChange = () => watch.check(replica.sources(), now())
      // A step without a change must not wait for a running write.
      if (findChange() === null) return
      await enqueue(() =>
        writeNext(async () => {
          const change = findChange()
          if (change) await commits.commitSources(change)
        }),
      )
    },

    load: loads.run,
    addDays: (days) => addDays(() => days),

    discardLoading: () => enqueue(store.loading.discard),
    synchronize: () => enqueue(replica.catchUp),
    restore: () => enqueue(replica.load),

    async storeEndedDays(last) {
      const isEnded = ({ market, date }: MarketDate) =>
        last === undefined || (market === last.market && date <= last.date)
      const findDays = () => MARKETS.flatMap((market) => findDaysToStore(market, now()).filter(isEnded))
      const findEmpty = () => MARKETS.flatMap((market) => findEmptyDays(market, now()).filter(isEnded))
      // A step without days to store must not wait for a running write.
      if (findDays().length + findEmpty().length > 0) await addDays(findDays, findEmpty)
    },
  }
}
