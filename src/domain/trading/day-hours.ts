import { HOUR_MS, millisecondOfDay } from '#src/domain/time/bogota.ts'
import { CHART_AMOUNT_USD, type IntradaySeries } from '#src/domain/trading/series.ts'

/** The deals of one hour of a day: pesos, and whole US$. */
export interface HourFigures {
  /** Bogotá's hour, 0 to 23. */
  readonly hour: number
  /** Prices; null in an hour without deals. */
  readonly prices: { readonly low: number; readonly high: number; readonly last: number } | null
  readonly amount: number
  readonly count: number
}

const createHour = (hour: number): HourFigures => ({ hour, prices: null, amount: 0, count: 0 })

const addDeal = ({ hour, prices, amount, count }: HourFigures, price: number, dollars: number): HourFigures => ({
  hour,
  prices: { low: Math.min(prices?.low ?? price, price), high: Math.max(prices?.high ?? price, price), last: price },
  amount: amount + dollars,
  count: count + 1,
})

/** The deals of a day by hour, from the hour of the first deal to that of the last (D123). */
export function readHours({ times, prices, amounts }: IntradaySeries): readonly HourFigures[] {
  const hours: HourFigures[] = []
  for (const [i, time] of times.entries()) {
    const hour = Math.floor(millisecondOfDay(time) / HOUR_MS)
    const index = hour - (hours[0]?.hour ?? hour)
    while (hours.length <= index) hours.push(createHour(hour - index + hours.length))
    // The amounts of a series are thousands with decimals (D47): whole dollars again.
    const dollars = Math.round((amounts[i] ?? 0) * CHART_AMOUNT_USD)
    hours[index] = addDeal(hours[index] ?? createHour(hour), prices[i] ?? Number.NaN, dollars)
  }
  return hours
}
