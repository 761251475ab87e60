import type { MarketDays } from '#server/market/market-days.ts'
import type { Annulment, MarketBatch, RecordedDeal } from '#server/market/market-store.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import { type DealReport, isInAnnulmentWindow, toCentavos } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** What a source of deals reports, in order of time. */
export type MarketEvent =
  | { readonly kind: 'deal'; readonly deal: DealReport }
  | { readonly kind: 'annulment'; readonly id: string; readonly time: Instant }

/** Why a whole batch is refused; `id` is the id of the deal. */
export interface AppendFailure {
  readonly kind: 'other-content' | 'from-the-future' | 'closed-day' | 'unknown-deal' | 'late-annulment'
  readonly id: string
}

/** A checked batch: the rows to commit and the sequence numbers after it. */
export interface Draft extends MarketBatch {
  /** Annulled deals that were recorded before this batch. */
  readonly annulled: readonly { readonly deal: RecordedDeal; readonly annulment: Annulment }[]
  readonly annulledCount: number
  readonly repeated: number
  readonly sequences: Readonly<Record<Market, number>>
}

interface Context {
  readonly marketDays: Readonly<Record<Market, MarketDays>>
  /** The deals of the events that are already recorded, by id. */
  readonly known: ReadonlyMap<string, RecordedDeal>
  /** Market time. */
  readonly now: Instant
}

/** Checks a batch and numbers its new deals and annulments. Returns the first failure, if any. */
export function checkBatch(
  events: readonly MarketEvent[],
  { marketDays, known, now }: Context,
): Result<Draft, AppendFailure> {
  const sequences = { spot: marketDays.spot.sequence, nextday: marketDays.nextday.sequence }
  const fresh = new Map<string, RecordedDeal>()
  const annulments = new Map<string, Annulment>()
  let repeated = 0

  const find = (id: string) => known.get(id) ?? fresh.get(id)
  const nextSequence = (market: Market) => {
    sequences[market] += 1
    return sequences[market]
  }

  function addDeal(deal: DealReport): AppendFailure | null {
    const recorded = find(deal.id)
    if (recorded) {
      repeated += 1
      return isSame(recorded, deal) ? null : { kind: 'other-content', id: deal.id }
    }
    const failure = checkDeal(deal, marketDays[deal.market], now)
    if (failure) return failure
    // The same price that the database will return.
    const price = toCentavos(deal.price) / 100
    fresh.set(deal.id, { ...deal, price, sequence: nextSequence(deal.market), recordedAt: now, annulment: null })
    return null
  }

  function addAnnulment(id: string, time: Instant): AppendFailure | null {
    const deal = find(id)
    if (!deal) return { kind: 'unknown-deal', id }
    if (deal.annulment !== null || annulments.has(id)) {
      repeated += 1
      return null
    }
    const failure = checkAnnulment(deal, time, marketDays[deal.market], now)
    if (failure) return failure
    annulments.set(id, { time, sequence: nextSequence(deal.market) })
    return null
  }

  for (const event of events) {
    const failure = event.kind === 'deal' ? addDeal(event.deal) : addAnnulment(event.id, event.time)
    if (failure) return err(failure)
  }

  const annulled = [...annulments].flatMap(([id, annulment]) => {
    const deal = known.get(id)
    return deal ? [{ deal, annulment }] : []
  })
  return ok({
    deals: [...fresh.values()].map((deal) => ({ ...deal, annulment: annulments.get(deal.id) ?? null })),
    annulments: annulled.map(({ deal, annulment }) => ({ id: deal.id, ...annulment })),
    annulled,
    annulledCount: annulments.size,
    repeated,
    sequences,
  })
}

function checkDeal({ id, time }: DealReport, days: MarketDays, now: Instant): AppendFailure | null {
  if (time > now) return { kind: 'from-the-future', id }
  return days.accepts(toDate(time)) ? null : { kind: 'closed-day', id }
}

function checkAnnulment(deal: DealReport, time: Instant, days: MarketDays, now: Instant): AppendFailure | null {
  const { id } = deal
  if (!isInAnnulmentWindow(deal, time)) return { kind: 'late-annulment', id }
  if (time > now) return { kind: 'from-the-future', id }
  return days.accepts(toDate(deal.time)) ? null : { kind: 'closed-day', id }
}

const CONTENT = ['market', 'term', 'sector', 'origin', 'time', 'amount'] as const

const isSame = (one: DealReport, other: DealReport): boolean =>
  CONTENT.every((name) => one[name] === other[name]) && toCentavos(one.price) === toCentavos(other.price)
