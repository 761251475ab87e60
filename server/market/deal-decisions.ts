import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DealCommits } from '#server/market/deal-commits.ts'
import {
  createReleaseCheck,
  type Decided,
  type DecidedDeal,
  type DecisionRequest,
} from '#server/market/deal-reviews.ts'
import type { MarketWriter } from '#server/market/market-writer.ts'
import { EVENTS_PER_PART, splitByDay } from '#server/market/report-parts.ts'
import type { MarketStore } from '#server/market/store/market-store.ts'
import type { DealReview } from '#server/market/store/review-store.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import type { ReviewLimits } from '#src/domain/trading/deal-review.ts'

interface DecisionParts {
  readonly store: Pick<MarketStore, 'findReviews' | 'listWaiting'>
  readonly commits: Pick<DealCommits, 'commitDecision' | 'commitRelease'>
  readonly runCommit: MarketWriter['runCommit']
}

/** Pages of the waiting deals. Deals may be decided meanwhile. */
async function* readWaiting({ store }: Pick<DecisionParts, 'store'>): AsyncGenerator<readonly DealReview[]> {
  let page: readonly DealReview[] = []
  do {
    page = await store.listWaiting(page.at(-1) ?? null, EVENTS_PER_PART)
    yield page
    await nextTurn()
  } while (page.length === EVENTS_PER_PART)
}

type Part = () => Promise<readonly DecidedDeal[]>

/** The decision about the deals that it names. */
async function* decideNamed({ store, commits }: DecisionParts, request: DecisionRequest): AsyncGenerator<Part> {
  const named = await store.findReviews(request.ids)
  const times = new Map(named.map(({ deal }) => [deal.id, deal.time]))
  for (const ids of splitByDay(request.ids, (id) => toDate(times.get(id) ?? 0)))
    yield () => commits.commitDecision({ ...request, ids })
}

/** The deals that the accepted ones among those of a request release. */
async function* releaseOthers(
  parts: DecisionParts,
  request: DecisionRequest,
  limits: ReviewLimits,
): AsyncGenerator<Part> {
  const { store, commits } = parts
  const named = await store.findReviews(request.ids)
  const accepted = named.filter(({ status }) => status === 'accepted').map(({ deal }) => deal)
  if (accepted.length === 0) return
  const isReleased = createReleaseCheck(accepted, limits)
  const chosen = new Set(request.ids)
  for await (const page of readWaiting(parts)) {
    const released = page.filter((review) => !chosen.has(review.deal.id) && isReleased(review)).map(({ deal }) => deal)
    for (const deals of splitByDay(released, ({ time }) => toDate(time))) {
      const ids = deals.map(({ id }) => id)
      if (ids.length > 0) yield () => commits.commitRelease({ ...request, ids })
    }
  }
}

/** The parts of a decision in their order. What a later part concerns is read after the commit of an earlier one. */
async function* splitDecision(parts: DecisionParts, request: DecisionRequest, limits: ReviewLimits) {
  yield* decideNamed(parts, request)
  if (request.decision === 'accept') yield* releaseOthers(parts, request, limits)
}

const isChanged = ({ result }: DecidedDeal) => result === 'accepted' || result === 'released' || result === 'rejected'

/**
 * Commits a decision about waiting deals in parts of bounded size (D124): those that it names, then
 * those that an accepted price releases. After an interruption the operator decides again: a deal
 * that was accepted before releases the others too. Once `isOver`, no further part begins after one
 * that has decided about deals: each call gets further than the one before it.
 */
export async function decideInParts(
  parts: DecisionParts,
  request: DecisionRequest,
  limits: ReviewLimits,
  isOver: () => boolean = () => false,
): Promise<Decided> {
  const deals: DecidedDeal[] = []
  let changed = 0
  for await (const part of splitDecision(parts, request, limits)) {
    if (changed > 0 && isOver()) return { deals, changed, isIncomplete: true }
    const decided = await parts.runCommit(part)
    deals.push(...decided)
    changed += decided.filter(isChanged).length
    await nextTurn()
  }
  return { deals, changed, isIncomplete: false }
}
