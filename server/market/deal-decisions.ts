import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DealCommits } from '#server/market/deal-commits.ts'
import { createReleaseCheck, type DecidedDeal, type DecisionRequest } from '#server/market/deal-reviews.ts'
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

/** Commits the decision about the deals that it names. */
async function decideNamed({ store, commits, runCommit }: DecisionParts, request: DecisionRequest) {
  const named = await store.findReviews(request.ids)
  const times = new Map(named.map(({ deal }) => [deal.id, deal.time]))
  const decided: DecidedDeal[] = []
  for (const ids of splitByDay(request.ids, (id) => toDate(times.get(id) ?? 0))) {
    decided.push(...(await runCommit(() => commits.commitDecision({ ...request, ids }))))
    await nextTurn()
  }
  return decided
}

/** Commits the deals that the accepted ones among those of a request release. */
async function releaseOthers(parts: DecisionParts, request: DecisionRequest, limits: ReviewLimits) {
  const { store, commits, runCommit } = parts
  const named = await store.findReviews(request.ids)
  const accepted = named.filter(({ status }) => status === 'accepted').map(({ deal }) => deal)
  if (accepted.length === 0) return []
  const isReleased = createReleaseCheck(accepted, limits)
  const chosen = new Set(request.ids)
  const decided: DecidedDeal[] = []
  for await (const page of readWaiting(parts)) {
    const released = page.filter((review) => !chosen.has(review.deal.id) && isReleased(review)).map(({ deal }) => deal)
    for (const deals of splitByDay(released, ({ time }) => toDate(time))) {
      const ids = deals.map(({ id }) => id)
      if (ids.length > 0) decided.push(...(await runCommit(() => commits.commitRelease({ ...request, ids }))))
    }
  }
  return decided
}

/**
 * Commits a decision about waiting deals in parts of bounded size (D124): those that it names, then
 * those that an accepted price releases. After an interruption the operator decides again: a deal
 * that was accepted before releases the others too.
 */
export async function decideInParts(
  parts: DecisionParts,
  request: DecisionRequest,
  limits: ReviewLimits,
): Promise<readonly DecidedDeal[]> {
  const decided = await decideNamed(parts, request)
  return request.decision === 'reject' ? decided : [...decided, ...(await releaseOthers(parts, request, limits))]
}
