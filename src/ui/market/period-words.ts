import { chartSummary, MARKET_TITLES } from '#src/application/market/market-messages.ts'
import type { Period } from '#src/domain/charting/intervals.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { formatPrice } from '#src/domain/money.ts'
import { formatLongDate } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { type ChartWords, MARKET_NAMES } from '#src/ui/parts/chart-text.ts'

const FIGURES: Readonly<Record<PeriodChart['view'], string>> = {
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

/** `trading day` is the last of the period. */
export function periodWords(
  view: PeriodChart['view'],
  market: Market,
  period: Period,
  tradingDay: BogotaDate,
): ChartWords {
  const figure = `${FIGURES[view]} del ${MARKET_NAMES[market]}, ${PERIOD_WORDS[period]}`
  const amounts = view === 'prices' ? ', montos en USD' : ''
  return {
    x: period === '1d' ? 'Hora' : 'Fecha',
    step: period === '1d' ? 'minute' : 'point',
    figure,
    caption: `${MARKET_TITLES[market]}, ${PERIOD_WORDS[period]} hasta el ${formatLongDate(tradingDay).toLowerCase()}. Precios en pesos${amounts}.`,
  }
}

/** Candles have opens, lows and highs. The other views know only the closes (D21). */
const toPriceColumns = (chart: PeriodChart) =>
  chart.view === 'candles'
    ? { opens: chart.open, closes: chart.close, lows: chart.low, highs: chart.high }
    : { opens: chart.closes, closes: chart.closes, lows: chart.closes, highs: chart.closes }

/**
 * Returns the shown points of the chart as one sentence. `name` names an instant. Null without a
 * price.
 */
export function periodSummary(
  chart: PeriodChart,
  name: (index: number) => string,
  isShown: (index: number) => boolean = () => true,
): string | null {
  const { opens, closes, lows, highs } = toPriceColumns(chart)
  const known = [...closes.keys()].filter((index) => isShown(index) && Number.isFinite(closes[index]))
  const [from] = known
  const to = known.at(-1)
  if (from === undefined || to === undefined) return null
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const index of known) {
    low = Math.min(low, lows[index] ?? low)
    high = Math.max(high, highs[index] ?? high)
  }
  return chartSummary({
    from: name(from),
    to: name(to),
    first: formatPrice(opens[from]),
    last: formatPrice(closes[to]),
    low: formatPrice(low),
    high: formatPrice(high),
  })
}
