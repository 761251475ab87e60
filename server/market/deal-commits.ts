import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppendFailure, checkBatch, type Draft, findChangedDays, type MarketEvent } from '#server/market/batch.ts'
import {
  type AppendResult,
  checkReport,
  hasValidRow,
  type ReportResult,
  type RowFailure,
  type SourceReport,
} from '#server/market/deal-report.ts'
import {
  acceptDeals,
  type DecidedDeal,
  type DecisionRequest,
  findReference,
  type ReviewSettings,
  splitRequest,
} from '#server/market/deal-reviews.ts'
import type { MarketWriter } from '#server/market/market-writer.ts'
import type { Replica } from '#server/market/replica.ts'
import type { SourceWatch } from '#server/market/source-watch.ts'
import type { DayChange, MarketDate, Sequences } from '#server/market/store/log-store.ts'
import type { MarketStore, MarketTransaction, RecordedDeal } from '#server/market/store/market-store.ts'
import type { DealReview } from '#server/market/store/review-store.ts'
import type { SourceChange } from '#server/market/store/source-store.ts'
import { summarizeRecordedDay } from '#server/market/store/stored-day.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

interface OtherChanges {
  readonly sources?: SourceChange | null
  readonly write?: ((tx: MarketTransaction) => Promise<void>) | undefined
}

const listIds = (events: readonly MarketEvent[]) => [
  ...new Set(events.map((event) => (event.kind === 'deal' ? event.deal.id : event.id))),
]

/** A batch without rows. */
const NO_CHANGE = (sequences: Sequences): Draft => ({
  ...{ deals: [], annulments: [], annulled: [], annulledCount: 0, repeated: 0 },
  sequences,
})

/** Why and by whom deals are decided. */
type Decision = Pick<DecisionRequest, 'reason' | 'stamp'>

interface DealCommitsParts {
  readonly store: MarketStore
  readonly replica: Replica
  readonly writer: Pick<MarketWriter, 'writeLine' | 'nextInstant'>
  /** Takes deals out of a running import. */
  readonly takeLoading: (ids: readonly string[]) => Promise<void>
  /** Whether late deals and annulments of a day must change its stored figures. */
  readonly isSettled: (day: MarketDate, instant: Instant) => boolean
  readonly watch: Pick<SourceWatch, 'afterBatch'>
  readonly review: ReviewSettings
  /** The real clock. */
  readonly realNow: () => Instant
}

/** Checks and commits batches of deals. Each commit runs in the writer (`runCommit`). */
export interface DealCommits {
  /** Commits a batch of events, all or nothing. With `asOf`, they count as recorded at their own time. */
  commit(events: readonly MarketEvent[], asOf?: Instant): Promise<Result<AppendResult, AppendFailure>>
  /** Commits a batch of the source row by row (D118); commits nothing without a valid row. */
  commitReport(report: SourceReport): Promise<Result<ReportResult, RowFailure>>
  /** Records or rejects waiting deals, as the operator decides. */
  commitDecision(request: DecisionRequest): Promise<readonly DecidedDeal[]>
  /** Records those of the deals that still wait, after the decision about others (D118). */
  commitRelease(request: DecisionRequest): Promise<readonly DecidedDeal[]>
  /** Commits which sources are silent. */
  commitSources(sources: SourceChange): Promise<void>
}

export function createDealCommits(parts: DealCommitsParts): DealCommits {
  const { store, replica, writer, takeLoading, isSettled, watch, review, realNow } = parts
  const { marketDays } = replica
  const { writeLine, nextInstant } = writer

  async function findKnownDeals(events: readonly MarketEvent[]): Promise<ReadonlyMap<string, RecordedDeal>> {
    const ids = listIds(events)
    const inMemory = ids.flatMap((id) => marketDays.spot.findDeal(id) ?? marketDays.nextday.findDeal(id) ?? [])
    const foundIds = new Set(inMemory.map(({ id }) => id))
    const storedDeals = await store.findDeals(ids.filter((id) => !foundIds.has(id)))
    return new Map([...inMemory, ...storedDeals].map((deal) => [deal.id, deal]))
  }

  /** Computes the new figures of a settled day that a batch changes. */
  async function findDayChange(draft: Draft, day: MarketDate): Promise<DayChange> {
    const { market, date } = day
    const recordedDeals = marketDays[market].findDeals(date) ?? (await store.deals(market, date))
    const deals = new Map(
      [...recordedDeals, ...draft.deals.filter((deal) => isOnDay(deal, day))].map((deal) => [deal.id, deal]),
    )
    for (const { deal, annulment } of draft.annulled) if (isOnDay(deal, day)) deals.set(deal.id, { ...deal, annulment })
    return summarizeRecordedDay(market, date, [...deals.values()])
  }

  async function findDayChanges(draft: Draft, asOf: Instant): Promise<readonly DayChange[]> {
    const changes: DayChange[] = []
    for (const day of findChangedDays(draft).filter((changed) => isSettled(changed, asOf))) {
      // A strict batch may change hundreds of days.
      if (changes.length > 0) await nextTurn()
      changes.push(await findDayChange(draft, day))
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
    await takeLoading(listIds(events))
    return {
      sequences: replica.sequences(),
      knownDeals: await findKnownDeals(events),
      now: asOf,
      isRecordedAtEventTime,
    }
  }

  async function commit(
    events: readonly MarketEvent[],
    sourceInstant?: Instant,
  ): Promise<Result<AppendResult, AppendFailure>> {
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
    if (failure && strict) return err(failure)
    if (failure && !hasValidRow(result)) return ok(result)
    const hasReviews = added.length + withdrawn.length > 0
    await commitDraft(draft, asOf, {
      sources: watch.afterBatch(replica.sources(), markets, asOf),
      write: hasReviews
        ? (tx) => tx.changeReviews({ added, withdrawn, now: asOf, mailTo: review.mailTo, at: realNow() })
        : undefined,
    })
    return ok(result)
  }

  /** Records waiting deals that the operator accepts, or that an accepted price releases. */
  async function commitAccepted(waiting: readonly DealReview[], result: 'accepted' | 'released', request: Decision) {
    const asOf = nextInstant()
    const events = waiting.map(({ deal }): MarketEvent => ({ kind: 'deal', deal }))
    const { draft, accepted, results } = acceptDeals(waiting, result, await findContext(events, asOf, false))
    if (accepted.length > 0)
      await commitDraft(draft, asOf, {
        write: (tx) => tx.decideReviews({ deals: accepted, status: 'accepted', now: asOf, ...request }),
      })
    return results
  }

  async function commitRejected(waiting: readonly DealReview[], request: Decision) {
    const asOf = nextInstant()
    const deals = waiting.map(({ deal }) => deal)
    if (deals.length > 0)
      await commitDraft(NO_CHANGE(replica.sequences()), asOf, {
        write: (tx) => tx.decideReviews({ deals, status: 'rejected', now: asOf, ...request }),
      })
    return deals.map(({ id }): DecidedDeal => ({ id, result: 'rejected' }))
  }

  async function commitDecision({ ids, decision, reason, stamp }: DecisionRequest): Promise<readonly DecidedDeal[]> {
    const { waiting, results } = splitRequest(ids, await store.findReviews(ids))
    const decided =
      decision === 'reject'
        ? await commitRejected(waiting, { reason, stamp })
        : await commitAccepted(waiting, 'accepted', { reason, stamp })
    return [...results, ...decided]
  }

  async function commitRelease({ ids, reason, stamp }: DecisionRequest): Promise<readonly DecidedDeal[]> {
    const { waiting } = splitRequest(ids, await store.findReviews(ids))
    return commitAccepted(waiting, 'released', { reason, stamp })
  }

  return {
    commit,
    commitReport,
    commitDecision,
    commitRelease,
    commitSources: (sources) => commitDraft(NO_CHANGE(replica.sequences()), replica.lastRecordedAt, { sources }),
  }
}

const isOnDay = (deal: RecordedDeal, { market, date }: MarketDate) =>
  deal.market === market && toDate(deal.time) === date
