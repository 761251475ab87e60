import type { LiveMarketState } from '#src/application/market/dashboard.ts'
import {
  closeTitle,
  DELAY_NOTE,
  lastDealText,
  MARKET_TITLES,
  WAITING_FOR_DATA,
} from '#src/application/market/market-messages.ts'
import { marketState, realTimeMarketState } from '#src/application/market/market-status.ts'
import { comparisonText, referenceText, toHeadline, toReferencePrices } from '#src/application/market/prices.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import { formatCount, formatPrice, formatUsd, MISSING } from '#src/domain/money.ts'
import { formatClock, formatLongDate } from '#src/domain/text.ts'
import type { Size } from '#src/terminal/screen.ts'

/** `delay`: minutes, 0 is real time (D17). `notice`: why the client session ended, else null. */
export type FrameOptions = Readonly<{ delay: number; notice: string | null; size: Size; color: boolean }>
const BARS = [...'▁▂▃▄▅▆▇█']
const SYMBOLS = { live: '●', late: '○', off: '-' } as const
const ANSI_STYLES = { bold: 1, muted: 2, rise: 32, fall: 31, late: 33 } as const
/** A low terminal leaves out the lines with the highest `spare` first, from 5 to 1. */
type Line = readonly [style: keyof typeof ANSI_STYLES, text: string, spare?: number]
const SIGN_STYLES: Readonly<Record<string, Line[0]>> = { '+': 'rise', '\u2212': 'fall' }

/** Returns at most `width` bars. Each bar shows the last price of an equal share of the prices. */
export function sparkline(prices: Float64Array, width: number): string {
  const count = Math.min(width, prices.length)
  const values = Array.from({ length: count }, (_, i) => prices[Math.ceil(((i + 1) * prices.length) / count) - 1] ?? 0)
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  const toBar = (value: number) => BARS[range === 0 ? 0 : Math.round(((value - low) / range) * (BARS.length - 1))]
  return values.map(toBar).join('')
}

const toReferenceLines = ({ prices: { value }, head }: LiveMarketState): readonly Line[] =>
  (value ? toReferencePrices(value, head.market, head.status.today) : []).map((row) => ['muted', referenceText(row), 1])

function toPriceLines({ close, closeDayPrices, closeDayLabel }: LiveMarketState): readonly Line[] {
  if (close.value === null) return [['late', close.failures > 0 ? failureMessage(close.failure) : WAITING_FOR_DATA]]
  const { price, average, lastDealAt, comparisons } = toHeadline(close.value.value, closeDayPrices.value?.value ?? null)
  const day = closeDayLabel === null ? '' : `${closeTitle(closeDayLabel)}: `
  return [
    ['bold', `${day}$ ${formatPrice(price)}  promedio ${formatPrice(average)}`],
    ...comparisons.map((entry): Line => [SIGN_STYLES[entry.pesos.charAt(0)] ?? 'muted', comparisonText(entry)]),
    ['muted', lastDealAt === null ? MISSING : lastDealText(formatClock(lastDealAt)), 2],
  ]
}

function toAmountLines({ amounts }: LiveMarketState): readonly Line[] {
  if (amounts.value === null) return []
  const { sum, last, average, count: deals } = amounts.value.value
  return [
    ['muted', `Negociado ${formatUsd(sum)} USD, último ${formatUsd(last)} USD`, 3],
    ['muted', `Promedio ${formatUsd(average)} USD, ${formatCount(deals)} transacciones`, 4],
  ]
}

function toMarketLines(state: LiveMarketState, { delay, size }: FrameOptions): readonly Line[] {
  const { head, interval, intraday } = state
  const { tone, text, detail } = delay > 0 ? { ...marketState(head), detail: '' } : realTimeMarketState(head, interval)
  return [
    ['bold', `${MARKET_TITLES[head.market]} USD/COP  ${formatLongDate(head.tradingDay ?? head.status.today)}`],
    [tone === 'late' ? 'late' : 'muted', `${SYMBOLS[tone]} ${text}${detail}`],
    ...toPriceLines(state),
    ...toReferenceLines(state),
    ...toAmountLines(state),
    ['bold', sparkline(intraday.value?.value.prices ?? new Float64Array(), size[0])],
    ['muted', '', 5],
  ]
}

/**
 * Renders the notices, the markets and the key hint, one string per line. Drops lines with `spare`
 * until fewer than `rows` remain; other lines always stay. Cuts each line to `columns`.
 */
export function renderFrame(markets: readonly LiveMarketState[], options: FrameOptions): readonly string[] {
  const [columns, rows] = options.size
  const lines: readonly Line[] = [
    ...[options.notice, options.delay > 0 && DELAY_NOTE].flatMap((note): Line[] => (note ? [['late', note]] : [])),
    ...markets.flatMap((market) => toMarketLines(market, options)),
    ['muted', 'q: salir'],
  ]
  const fit = (all: typeof lines, spare: number) => (all.length < rows ? all : all.filter((line) => line[2] !== spare))
  const cut = (text: string) => (text.length > columns ? `${text.slice(0, columns - 1)}…` : text)
  const paint = (style: Line[0], text: string) => (options.color ? `\x1b[${ANSI_STYLES[style]}m${text}\x1b[0m` : text)
  return [5, 4, 3, 2, 1].reduce(fit, lines).map(([style, text]) => paint(style, cut(text)))
}
