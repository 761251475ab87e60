import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'

/** A day and the TRM that its deals gave, pesos; null when it had none that qualify (a day on which only next day traded). */
export interface TrmDay {
  readonly date: BogotaDate
  readonly trm: number | null
}

/** The TRM a day's qualifying deals give: their average weighted by amount, to the centavo (D45). */
export const trmOf = (figures: TapeFigures | null): number | null => figures?.average ?? null

/**
 * The TRM in force on a day: that of the last day strictly before it which gave one, over weekends, holidays and days on which
 * only next day traded. Null when none is known. `days` may come in any order.
 */
export const trmInForce = (date: BogotaDate, days: readonly TrmDay[]): number | null =>
  days.reduce<TrmDay | null>((latest, day) => {
    const later = latest === null || day.date > latest.date
    return day.trm !== null && day.date < date && later ? day : latest
  }, null)?.trm ?? null
