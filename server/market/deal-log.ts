import { type AppendFailure, checkBatch, type Draft, findChangedDays, type MarketEvent } from '#server/market/batch.ts'
import { createDealLoads, type DealLoads } from '#server/market/deal-load.ts'
import { checkReport, type RowFailure, type WaitingRow } from '#server/market/deal-report.ts'
import {
  acceptDeals,
  type DecidedDeal,
  type DecisionRequest,
  findReference,
  NO_LIMITS,
  type ReviewSettings,
  splitRequest,
} from '#server/market/deal-reviews.ts'
import type { MarketDays } from '#server/market/market-days.ts'
import { createReplica } from '#server/market/replica.ts'
import type { SourceWatch } from '#server/market/source-watch.ts'
import type { DayChange, LogLine, MarketDate, Sequences } from '#server/market/store/log-store.ts'
import {
  BehindError,
  type MarketStore,
  type MarketTransaction,
  type RecordedDeal,
} from '#server/market/store/market-store.ts'
import type { DealReview, ReviewStatus } from '#server/market/store/review-store.ts'
import type { SourceChange } from '#server/market/store/source-store.ts'
import { type StoredDay, summarizeRecordedDay, toStoredDay } from '#server/market/store/stored-day.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, SECOND_MS, toDate } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import type { SourceStates } from '#src/domain/trading/source-silence.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'

export interface AppendResult {
  readonly accepted: number
  /** Deals and annulments that were recorded before. */
  readonly repeated: number
  readonly annulled: number
}

/** A batch of the source. */
export interface SourceReport {
  readonly events: readonly MarketEvent[]
  /** The markets of which the batch is a sign of life (D114). */
  readonly markets: readonly Market[]
  /** Whether one refused row refuses the batch. */
  readonly strict: boolean
}

export interface ReportResult extends AppendResult {
  /** Deals that wait for the operator, also since an earlier batch. */
  readonly waiting: readonly WaitingRow[]
  readonly refused: readonly RowFailure[]
}

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
   * without events is a sign of life (D114). Fails when no row was valid, or one with `strict`.
   */
  report(report: SourceReport): Promise<Result<ReportResult, RowFailure>>
  /** Commits a decision of the operator about waiting deals. */
  decide(request: DecisionRequest): Promise<readonly DecidedDeal[]>
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

interface OtherChanges {
  readonly sources?: SourceChange | null
  readonly write?: ((tx: MarketTransaction) => Promise<void>) | undefined
}

/** Maximum number of waiting deals that a decision releases. */
const MAX_RELEASED = 10_000

const listIds = (events: readonly MarketEvent[]) => [
  ...new Set(events.map((event) => (event.kind === 'deal' ? event.deal.id : event.id))),
]

/** A batch without rows. */
const NO_CHANGE = (sequences: Sequences): Draft => ({
  ...{ deals: [], annulments: [], annulled: [], annulledCount: 0, repeated: 0 },
  sequences,
})

const isWhollyRefused = ({ accepted, repeated, annulled, waiting }: ReportResult) =>
  accepted + repeated + annulled + waiting.length === 0

const NO_REVIEW: ReviewSettings = { limits: NO_LIMITS, createMail: () => null }

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
  let lastWork: Promise<unknown> = Promise.resolve()
  /** The instant of the running commit, and the instant of the last `advance` during the commit. */
  let runningCommit: { readonly asOf: Instant; advancedTo: Instant | null } | null = null

  /** Runs writes, and the application of other lines, one after the other. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = lastWork.then(work)
    lastWork = result.catch(() => undefined)
    return result
  }

  /** Applies the lines that are missing. Reads the tables when the database is behind this process. */
  async function findLine() {
    const { lastId } = replica
    await replica.catchUp()
    // After a failover of PostgreSQL that lost commits, or a restore.
    if (replica.lastId === lastId) await replica.load()
    if (replica.lastId === lastId) throw new Error(`market: the log cannot go on after line ${lastId}`)
  }

  /**
   * Runs a write against the newest state. After the commit of an earlier write whose reply was
   * lost, and after the writes of other processes, it applies their lines and runs the write again.
   */
  async function writeNext<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof BehindError)) throw error
        await findLine()
      }
    }
  }

  /** Commits the line after the last one, and applies it. */
  async function writeLine(work: (tx: MarketTransaction) => Promise<LogLine>): Promise<void> {
    await replica.apply(await store.write(replica.lastId, work))
  }

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

  async function findKnownDeals(events: readonly MarketEvent[]): Promise<ReadonlyMap<string, RecordedDeal>> {
    const ids = listIds(events)
    const inMemory = ids.flatMap((id) => marketDays.spot.findDeal(id) ?? marketDays.nextday.findDeal(id) ?? [])
    const foundIds = new Set(inMemory.map(({ id }) => id))
    const storedDeals = await store.findDeals(ids.filter((id) => !foundIds.has(id)))
    return new Map([...inMemory, ...storedDeals].map((deal) => [deal.id, deal]))
  }

  /**
   * Simulated days are never settled: their script has the figures before all deals are recorded.
   */
  const isSettled = ({ market, date }: MarketDate, instant: Instant) =>
    seed === null && (lastChangeAt(market, date) <= instant || marketDays[market].hasStoredDay(date))

  /** Computes the new figures of the settled days that a batch changes. */
  async function findDayChanges(draft: Draft, asOf: Instant): Promise<readonly DayChange[]> {
    const changes: DayChange[] = []
    for (const day of findChangedDays(draft).filter((changed) => isSettled(changed, asOf))) {
      const { market, date } = day
      const recordedDeals = marketDays[market].findDeals(date) ?? (await store.deals(market, date))
      const deals = new Map(
        [...recordedDeals, ...draft.deals.filter((deal) => isOnDay(deal, day))].map((deal) => [deal.id, deal]),
      )
      for (const { deal, annulment } of draft.annulled)
        if (isOnDay(deal, day)) deals.set(deal.id, { ...deal, annulment })
      changes.push({ ...day, day: summarizeRecordedDay(market, date, [...deals.values()]) })
    }
    return changes
  }

  /** Commits a checked batch with other changes of the market; without any change, commits nothing. */
  async function commitDraft(draft: Draft, asOf: Instant, { sources, write }: OtherChanges = {}) {
    const { deals, annulments, annulled, sequences } = draft
    if (deals.length + annulments.length === 0 && !sources && !write) return
    const days = await findDayChanges(draft, asOf)
    await writeLine(async (tx) => {
      await tx.add({ deals, annulments })
      await tx.changeDays(days)
      if (sources) await tx.changeSources(sources)
      await write?.(tx)
      return { kind: 'batch', asOf, deals, annulled, days, sequences, ...(sources && { sources: sources.states }) }
    })
  }

  /** What the check of a batch needs. Takes the deals of the batch out of a running import. */
  async function findContext(events: readonly MarketEvent[], asOf: Instant, isRecordedAtEventTime: boolean) {
    await loads.take(listIds(events))
    return {
      sequences: replica.sequences(),
      knownDeals: await findKnownDeals(events),
      now: asOf,
      isRecordedAtEventTime,
    }
  }

  async function commit(events: readonly MarketEvent[], sourceInstant?: Instant) {
    const asOf = sourceInstant ?? nextInstant()
    const result = checkBatch(events, await findContext(events, asOf, sourceInstant !== undefined))
    if (!result.ok) return result
    await commitDraft(result.value, asOf)
    const { deals, repeated, annulledCount } = result.value
    return ok({ accepted: deals.length, repeated, annulled: annulledCount })
  }

  async function commitReport({ events, markets, strict }: SourceReport): Promise<Result<ReportResult, RowFailure>> {
    const asOf = nextInstant()
    const context = await findContext(events, asOf, false)
    const reviews = await store.findReviews(listIds(events).filter((id) => !context.knownDeals.has(id)))
    const report = checkReport(events, {
      ...context,
      limits: review.limits,
      reviews: new Map(reviews.map((each) => [each.deal.id, each])),
      findReference: (deal) => findReference(marketDays, deal),
    })
    const { draft, newReviews: added, withdrawn, waiting, refused, repeated } = report
    const result = {
      accepted: draft.deals.length,
      repeated: draft.repeated + repeated,
      annulled: draft.annulledCount + withdrawn.length,
      waiting,
      refused,
    }
    const [failure] = refused
    if (failure && (strict || isWhollyRefused(result))) return err(failure)
    const [first] = added
    const hasReviews = added.length + withdrawn.length > 0
    const mail = first ? review.createMail(added.length, first.deal) : null
    await commitDraft(draft, asOf, {
      sources: watch.afterBatch(replica.sources(), markets, asOf),
      write: hasReviews ? (tx) => tx.changeReviews({ added, withdrawn, now: asOf, mail, at: realNow() }) : undefined,
    })
    return ok(result)
  }

  /** Records or rejects waiting deals, as the operator decides. */
  async function commitDecision({ ids, decision, reason, stamp }: DecisionRequest): Promise<readonly DecidedDeal[]> {
    const asOf = nextInstant()
    const { waiting, results } = splitRequest(ids, await store.findReviews(ids))
    const decide = (deals: readonly DealReport[], status: 'accepted' | 'rejected') => (tx: MarketTransaction) =>
      tx.decideReviews({ deals, status, reason, now: asOf, stamp })
    if (decision === 'reject') {
      const deals = waiting.map(({ deal }) => deal)
      if (deals.length > 0)
        await commitDraft(NO_CHANGE(replica.sequences()), asOf, { write: decide(deals, 'rejected') })
      return [...results, ...deals.map(({ id }): DecidedDeal => ({ id, result: 'rejected' }))]
    }
    const chosen = new Set(ids)
    const others = (await store.listReviews('waiting', MAX_RELEASED)).filter(({ deal }) => !chosen.has(deal.id))
    const events = [...waiting, ...others].map(({ deal }): MarketEvent => ({ kind: 'deal', deal }))
    const accepted = acceptDeals(waiting, others, await findContext(events, asOf, false), review.limits)
    if (accepted.accepted.length > 0)
      await commitDraft(accepted.draft, asOf, { write: decide(accepted.accepted, 'accepted') })
    return [...results, ...accepted.results]
  }

  /**
   * While a batch is being committed, the audiences see the market as of the batch's instant.
   * Otherwise an event that is due meanwhile would get an id before the ids of the batch. In
   * another process, and after a restart, its id would follow them.
   */
  async function holdAudiences<T>(asOf: Instant, work: () => Promise<T>): Promise<T> {
    runningCommit = { asOf, advancedTo: null }
    try {
      return await work()
    } finally {
      const { advancedTo } = runningCommit
      runningCommit = null
      if (advancedTo !== null) advance(advancedTo)
    }
  }

  /**
   * The market time of the next batch: later than that of the last one, so that its order decides
   * what a visitor could see. A clock that was set back stays where it is.
   */
  function nextInstant(): Instant {
    const instant = now()
    const behind = replica.lastRecordedAt - instant
    return behind >= 0 && behind < SECOND_MS ? replica.lastRecordedAt + 1 : instant
  }

  /** Runs a commit after the earlier writes. The audiences do not advance meanwhile. */
  const runCommit = <T>(work: () => Promise<T>, asOf?: Instant) =>
    enqueue(() => holdAudiences(asOf ?? nextInstant(), () => writeNext(work)))

  const completeUntil = (instant: Instant) => (runningCommit ? Math.min(instant, runningCommit.asOf) : instant)

  function advance(instant: Instant) {
    if (runningCommit) runningCommit.advancedTo = instant
    for (const market of MARKETS) marketDays[market].advance(completeUntil(instant))
  }

  function findDaysToStore(market: Market, instant: Instant): readonly StoredDay[] {
    const storedDates = new Set(marketDays[market].storedDays().map(({ date }) => date))
    return marketDays[market]
      .daysInMemory()
      .filter(({ date }) => !storedDates.has(date) && lastChangeAt(market, date) <= instant)
      .flatMap((day) => toStoredDay(day, seed) ?? [])
  }

  const addDays = (findDays: () => readonly StoredDay[]) =>
    enqueue(() =>
      writeNext(async () => {
        const days = findDays()
        if (days.length === 0) return
        await writeLine(async (tx) => {
          await tx.addDays(days)
          return { kind: 'days', days }
        })
      }),
    )

  return {
    marketDays,
    advance,
    completeUntil,
    isSettled,
    now,
    lastId: () => replica.lastId,
    findDeals: (ids) => store.findDeals(ids),

    append: (events, asOf) => runCommit(() => commit(events, asOf), asOf),
    report: (report) => runCommit(() => commitReport(report)),
    decide: (request) => runCommit(() => commitDecision(request)),
    listReviews: (status) => store.listReviews(status),
    sources: replica.sources,

    async checkSources() {
      const findChange = () => watch.check(replica.sources(), now())
      // A step without a change must not wait for a running write.
      if (findChange() === null) return
      await enqueue(() =>
        writeNext(async () => {
          const change = findChange()
          if (change) await commitDraft(NO_CHANGE(replica.sequences()), replica.lastRecordedAt, { sources: change })
        }),
      )
    },

    load: loads.run,
    addDays: (days) => addDays(() => days),

    discardLoading: () => enqueue(store.loading.discard),
    synchronize: () => enqueue(replica.catchUp),
    restore: () => enqueue(replica.load),

    async storeEndedDays(last) {
      const findDays = () =>
        MARKETS.flatMap((market) =>
          findDaysToStore(market, now()).filter(
            ({ date }) => last === undefined || (market === last.market && date <= last.date),
          ),
        )
      // A step without days to store must not wait for a running write.
      if (findDays().length > 0) await addDays(findDays)
    },
  }
}

const isOnDay = (deal: RecordedDeal, { market, date }: MarketDate) =>
  deal.market === market && toDate(deal.time) === date
