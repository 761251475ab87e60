import { type BogotaDate, type Instant, MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** A deal whose price counts (`isCounted`). */
export interface PricedDeal {
  readonly id: string
  readonly market: Market
  readonly time: Instant
  /** Whole centavos. */
  readonly centavos: number
}

/** A price or a change: centavos, or hundredths of a percent. */
export interface Signal {
  readonly kind: 'price' | 'close' | 'window'
  readonly minutes: number | null
}

/** Hundredths of a percent; integers compare exactly with the quotient. */
const toChange = (centavos: number, reference: number) => ((centavos - reference) * 10_000) / reference

/** The deals of one market on its last day, and the close before them. */
export interface PriceSeries {
  /** The day of the deals; null before the first. */
  readonly date: BogotaDate | null
  /**
   * Adds a deal. A deal that is older than the last one is late: it changes no current price, and is
   * left out. Returns `new-day` for the first deal of a day.
   */
  add(deal: PricedDeal): 'added' | 'new-day' | 'late'
  /** Removes an annulled deal. */
  remove(id: string): void
  /** The value of a signal after the last deal; null while it is unknown. */
  value(signal: Signal): number | null
  /** The values of a signal after each deal that follows a deal; null for a deal that is not here. */
  valuesAfter(id: string, signal: Signal): readonly (number | null)[] | null
}

/** `close` is the last close before the first deal, in centavos. */
export function createPriceSeries(close: number | null = null): PriceSeries {
  let deals: PricedDeal[] = []
  let date: BogotaDate | null = null
  let previousClose = close

  /** The last deal at or before an instant, among the first `count`. */
  function findAtOrBefore(instant: Instant, count: number): PricedDeal | undefined {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((deals[middle]?.time ?? 0) <= instant) low = middle + 1
      else high = middle
    }
    return deals[low - 1]
  }

  function valueAt(index: number, { kind, minutes }: Signal): number | null {
    const deal = deals[index]
    if (deal === undefined) return null
    if (kind === 'price') return deal.centavos
    const reference =
      kind === 'close'
        ? previousClose
        : (findAtOrBefore(deal.time - (minutes ?? 0) * MINUTE_MS, index)?.centavos ?? null)
    return reference === null ? null : toChange(deal.centavos, reference)
  }

  return {
    get date() {
      return date
    },

    add(deal) {
      const last = deals.at(-1)
      const day = toDate(deal.time)
      if ((last && deal.time < last.time) || (date !== null && day < date)) return 'late'
      if (day === date) {
        deals.push(deal)
        return 'added'
      }
      previousClose = last?.centavos ?? previousClose
      date = day
      deals = [deal]
      return 'new-day'
    },

    remove(id) {
      deals = deals.filter((deal) => deal.id !== id)
    },

    value: (signal) => {
      // Before the first deal of a day, the price is the last close.
      if (deals.length === 0) return signal.kind === 'price' ? previousClose : null
      return valueAt(deals.length - 1, signal)
    },

    valuesAfter(id, signal) {
      const index = deals.findIndex((deal) => deal.id === id)
      return index === -1 ? null : deals.slice(index + 1).map((_deal, offset) => valueAt(index + 1 + offset, signal))
    },
  }
}
