import { chartSummary, MARKET_TITLES } from '#src/application/market/market-messages.ts'
import type { Period } from '#src/domain/charting/intervals.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { formatPrice } from '#src/domain/money.ts'
import { formatLongDate } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { type ChartWords, MARKET_NAMES } from '#src/ui/parts/chart-text.ts'

const VIEW_NAMES: Readonly<Record<PeriodChart['view'], string>> = {
  prices: 'Precio y monto',
  averages: 'Precio con medias móviles de 8 y 13',
  candles: 'Velas',
  bollinger: 'Precio con bandas de Bollinger',
}

const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  '1d': 'una sesión',
  '5d': 'cinco sesiones',
  '1m': 'un mes',
  '6m': 'seis meses',
  '1a': 'un año',
}

/** Returns the texts of a period's chart. `tradingDay` is the last day of the period. */
export function createPeriodWords(
  view: PeriodChart['view'],
  market: Market,
  period: Period,
  tradingDay: BogotaDate,
): ChartWords {
  const figure = `${VIEW_NAMES[view]} del ${MARKET_NAMES[market]}, ${PERIOD_WORDS[period]}`
  const amounts = view === 'prices' ? ', montos en USD' : ''
  return {
    x: period === '1d' ? 'Hora' : 'Fecha',
    stepUnit: period === '1d' ? 'minute' : 'point',
    figure,
    caption: `${MARKET_TITLES[market]}, ${PERIOD_WORDS[period]} hasta el ${formatLongDate(tradingDay).toLowerCase()}. Precios en pesos${amounts}.`,
  }
}

/** Candles have opens, lows and highs. The other views have only the closes (D21). */
const toPriceColumns = (chart: PeriodChart) =>
  chart.view === 'candles'
    ? { opens: chart.open, closes: chart.close, lows: chart.low, highs: chart.high }
    : { opens: chart.closes, closes: chart.closes, lows: chart.closes, highs: chart.closes }

/**
 * Describes the visible points of the chart in one sentence; null if no point has a price.
 * `toName` returns the name of a point.
 */
export function summarizePeriod(
  chart: PeriodChart,
  toName: (index: number) => string,
  isVisible: (index: number) => boolean = () => true,
): string | null {
  const { opens, closes, lows, highs } = toPriceColumns(chart)
  const indices = [...closes.keys()].filter((index) => isVisible(index) && Number.isFinite(closes[index]))
  const [from] = indices
  const to = indices.at(-1)
  if (from === undefined || to === undefined) return null
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const index of indices) {
    low = Math.min(low, lows[index] ?? low)
    high = Math.max(high, highs[index] ?? high)
  }
  return chartSummary({
    from: toName(from),
    to: toName(to),
    first: formatPrice(opens[from]),
    last: formatPrice(closes[to]),
    low: formatPrice(low),
    high: formatPrice(high),
  })
}
