import type { MarketReader } from '#server/market/market-reader.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/**
 * The spot price in the preview of a shared link, in pesos, as visitors see it (D17, D73). Until
 * the first visible deal of today, the price is the close of the previous trading day.
 */
export interface PreviewPrice {
  /** The trading day of the figures. */
  readonly date: BogotaDate
  /** Today by the market's clock. */
  readonly today: BogotaDate
  readonly close: number
  /** The instant of the last visible deal. */
  readonly time: Instant
  readonly average: number
  readonly low: number | null
  readonly high: number | null
  readonly previousClose: number | null
  /** The TRM in force today. */
  readonly trm: number | null
  /** The TRM in force on the trading day. */
  readonly dayTrm: number | null
}

/** The preview price and the deals of its day. */
export interface PreviewDay {
  readonly price: PreviewPrice
  readonly line: IntradaySeries
}

type Reader = Pick<MarketReader, 'now' | 'findTradingDay' | 'closeAndAverage' | 'prices' | 'trmInForce' | 'intraday'>

const DELAY_MS = AUDIENCE_DELAY_MS.delayed

function readPriceOf(reader: Reader, date: BogotaDate, today: BogotaDate): PreviewPrice | null {
  const view = { market: 'spot', date, delay: DELAY_MS } as const
  const { close, average, time } = reader.closeAndAverage(view)
  if (close === null || average === null || time === null) return null
  const { low, high } = reader.prices(view)
  const previous = reader.closeAndAverage({ ...view, date: previousTradingDay('spot', date) })
  return {
    date,
    today,
    close,
    time,
    average,
    low: low.value,
    high: high.value,
    previousClose: previous.close,
    trm: reader.trmInForce(today),
    dayTrm: reader.trmInForce(date),
  }
}

/** Reads the preview price. Null without a visible deal on the last two trading days. */
export function readPreviewPrice(reader: Reader): PreviewPrice | null {
  const today = toDate(reader.now())
  const day = reader.findTradingDay('spot', today)
  if (!day.ok) return null
  return readPriceOf(reader, day.value, today) ?? readPriceOf(reader, previousTradingDay('spot', day.value), today)
}

/**
 * Reads the preview price and its line as of one instant; with a date, those of that trading day, and
 * the TRM in force on it.
 */
export async function readPreviewDay(reader: Reader, date?: BogotaDate): Promise<PreviewDay | null> {
  const price = date === undefined ? readPreviewPrice(reader) : readPriceOf(reader, date, date)
  return price && { price, line: await reader.intraday({ market: 'spot', date: price.date, delay: DELAY_MS }) }
}
