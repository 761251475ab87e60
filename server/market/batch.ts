import type { Book } from '#server/market/book.ts'
import type { Annulment, MarketBatch, RecordedDeal } from '#server/market/market-store.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { centavosOf, type DealReport, isInAnnulmentWindow } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** What a source reports, in the order in which it happened. */
export type MarketEvent =
  | { readonly kind: 'deal'; readonly deal: DealReport }
  | { readonly kind: 'annulment'; readonly id: string; readonly time: Instant }

/** Why a batch is refused as a whole; `id` is the deal's. */
export interface AppendFailure {
  readonly kind: 'other-content' | 'from-the-future' | 'closed-day' | 'unknown-deal' | 'late-annulment'
  readonly id: string
}

/** A checked batch: what its commit adds, and where the sequences stand after it. */
export interface Draft extends MarketBatch {
  /** Annulments of deals that were known before, with them. */
  readonly annulled: readonly { readonly deal: RecordedDeal; readonly annulment: Annulment }[]
  readonly annulledCount: number
  readonly repeated: number
  readonly sequences: Readonly<Record<Market, number>>
}

interface Context {
  readonly books: Readonly<Record<Market, Book>>
  /** The deals, among those named by the events, that were taken in before. */
  readonly known: ReadonlyMap<string, RecordedDeal>
  /** The market's. */
  readonly now: Instant
}

/** Gives each new deal and annulment its place in the sequence, or says what is wrong with the first that does not fit. */
export function draftOf(events: readonly MarketEvent[], { books, known, now }: Context): Result<Draft, AppendFailure> {
  const sequences = { spot: books.spot.sequence, nextday: books.nextday.sequence }
  const fresh = new Map<string, RecordedDeal>()
  const annulments = new Map<string, Annulment>()
  let repeated = 0

  const find = (id: string) => known.get(id) ?? fresh.get(id)
  const placeIn = (market: Market) => {
    sequences[market] += 1
    return sequences[market]
  }

  function takeDeal(deal: DealReport): AppendFailure | null {
    const same = find(deal.id)
    if (same) {
      repeated += 1
      return isSame(same, deal) ? null : { kind: 'other-content', id: deal.id }
    }
    const failure = dealFailure(deal, books[deal.market], now)
    if (failure) return failure
    // In memory as it will come back from the database.
    const price = centavosOf(deal.price) / 100
    fresh.set(deal.id, { ...deal, price, sequence: placeIn(deal.market), recordedAt: now, annulment: null })
    return null
  }

  function takeAnnulment(id: string, time: Instant): AppendFailure | null {
    const deal = find(id)
    if (!deal) return { kind: 'unknown-deal', id }
    if (deal.annulment !== null || annulments.has(id)) {
      repeated += 1
      return null
    }
    const failure = annulmentFailure(deal, time, books[deal.market], now)
    if (failure) return failure
    annulments.set(id, { time, sequence: placeIn(deal.market) })
    return null
  }

  for (const event of events) {
    const failure = event.kind === 'deal' ? takeDeal(event.deal) : takeAnnulment(event.id, event.time)
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

function dealFailure({ id, time }: DealReport, book: Book, now: Instant): AppendFailure | null {
  if (time > now) return { kind: 'from-the-future', id }
  return book.accepts(dateOf(time)) ? null : { kind: 'closed-day', id }
}

function annulmentFailure(deal: DealReport, time: Instant, book: Book, now: Instant): AppendFailure | null {
  const { id } = deal
  if (!isInAnnulmentWindow(deal, time)) return { kind: 'late-annulment', id }
  if (time > now) return { kind: 'from-the-future', id }
  return book.accepts(dateOf(deal.time)) ? null : { kind: 'closed-day', id }
}

const CONTENT = ['market', 'term', 'sector', 'origin', 'time', 'amount'] as const

const isSame = (one: DealReport, other: DealReport): boolean =>
  CONTENT.every((name) => one[name] === other[name]) && centavosOf(one.price) === centavosOf(other.price)
