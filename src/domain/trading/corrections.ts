import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { ANNULMENT_WINDOW_MS, type Deal, isTrmDeal } from '#src/domain/trading/deal.ts'

/** A change of figures that visitors had already seen (D119). */
export interface Correction {
  /** `late`: a deal was recorded; `annulled`: a deal was removed. */
  readonly kind: 'late' | 'annulled'
  /** The trading day and the figures of the deal. */
  readonly date: BogotaDate
  readonly time: Instant
  readonly price: number
  readonly amount: number
  /** When the figures changed, in market time. */
  readonly at: Instant
}

/** A deal with the market times at which it and its annulment were recorded. */
export interface TimedDeal extends Deal {
  readonly recordedAt: Instant
  readonly annulment: { readonly recordedAt: Instant } | null
}

/** Maximum number of corrections in a list. */
export const MAX_CORRECTIONS = 20

const isLate = ({ time }: TimedDeal, at: Instant) => at > time + ANNULMENT_WINDOW_MS

function toCorrection(deal: TimedDeal): Correction | null {
  const { time, price, amount, recordedAt, annulment } = deal
  const facts = { date: toDate(time), time, price, amount }
  // Visitors see a deal 15 minutes after it was recorded: an annulment before that changes nothing.
  const wasSeen = annulment === null || annulment.recordedAt > recordedAt + ANNULMENT_WINDOW_MS
  if (annulment !== null && wasSeen) return { kind: 'annulled', ...facts, at: annulment.recordedAt }
  return annulment === null && isLate(deal, recordedAt) ? { kind: 'late', ...facts, at: recordedAt } : null
}

/**
 * The corrections among the deals of one day that count for the TRM (D119): deals recorded more than
 * 15 minutes after their time, and annulments of deals that visitors had seen. A day whose deals were
 * all recorded late, as by an import, was not shown before: it has none.
 */
export function findCorrections(deals: readonly TimedDeal[]): readonly Correction[] {
  const trmDeals = deals.filter(isTrmDeal)
  if (trmDeals.every((deal) => isLate(deal, deal.recordedAt))) return []
  return trmDeals.flatMap((deal) => toCorrection(deal) ?? [])
}

/** The last corrections, the newest first. */
export const toLatestCorrections = (corrections: readonly Correction[]): readonly Correction[] =>
  corrections.toSorted((one, other) => other.at - one.at || other.time - one.time).slice(0, MAX_CORRECTIONS)
