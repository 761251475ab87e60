import type { MarketDays } from '#server/market/market-days.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { type Correction, findCorrections, toLatestCorrections } from '#src/domain/trading/corrections.ts'

/** The corrections of published figures (D119). They change the figures of every audience at once. */
export interface Corrections {
  /** The corrections of a day, in the order of its deals. */
  ofDay(date: BogotaDate): readonly Correction[]
  /** The last corrections of all days, the newest first. */
  latest(): readonly Correction[]
}

/** Creates the reader of the corrections of a market's days, in memory and stored (D119). */
export function createCorrections(days: MarketDays): Corrections {
  let past: { readonly revision: number; readonly corrections: readonly Correction[] } | null = null

  function ofDay(date: BogotaDate): readonly Correction[] {
    const deals = days.findDeals(date)
    return deals ? findCorrections(deals) : (days.findStoredDay(date)?.corrections ?? days.findEmptyDay(date) ?? [])
  }

  /** Corrections of the earlier days, which change only with the revision. */
  function readPast(): readonly Correction[] {
    const { revision, currentDate } = days
    if (past === null || past.revision !== revision) {
      const dates = new Set([
        ...[...days.storedDays(), ...days.daysInMemory()].map(({ date }) => date),
        ...days.emptyDates(),
      ])
      past = { revision, corrections: [...dates].filter((date) => date < currentDate).flatMap(ofDay) }
    }
    return past.corrections
  }

  return {
    ofDay,
    latest: () => toLatestCorrections([...readPast(), ...ofDay(days.currentDate)]),
  }
}
