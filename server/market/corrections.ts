import type { MarketDays } from '#server/market/market-days.ts'
import { type Correction, findCorrections, toLatestCorrections } from '#src/domain/trading/corrections.ts'

/**
 * Creates the reader of the corrections among the days in memory (D119). They change the figures of
 * every audience at once: visitors had seen the time of the deal.
 */
export function createReadCorrections(days: MarketDays): () => readonly Correction[] {
  let past: { readonly revision: number; readonly corrections: readonly Correction[] } | null = null

  /** Corrections of the earlier days, which change only with the revision. */
  function readPast(): readonly Correction[] {
    const { revision, currentDate } = days
    if (past === null || past.revision !== revision) {
      const dates = days.daysInMemory().map(({ date }) => date)
      const earlier = dates.filter((date) => date < currentDate)
      past = { revision, corrections: earlier.flatMap((date) => findCorrections(days.findDeals(date) ?? [])) }
    }
    return past.corrections
  }

  return () => toLatestCorrections([...readPast(), ...findCorrections(days.findDeals(days.currentDate) ?? [])])
}
