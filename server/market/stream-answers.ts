import type { ChannelEvent } from '#server/market/channel.ts'
import type { MarketReader, SessionView } from '#server/market/market-reader.ts'
import { amountsAnswer, closeAndAverageAnswer, pricesAnswer } from '#server/market/statistics-answers.ts'
import type { ClockEvent, SnapshotEvent, STREAM_EVENTS } from '#src/adapters/http/contract/stream.ts'
import { CHART_AMOUNT_USD } from '#src/domain/charting/series.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'

/** How long a browser waits before it connects again, in milliseconds. */
const RECONNECT_MS = 3_000

/** One server-sent event; JSON has no line ends, so its data is one line. */
function eventText(name: keyof typeof STREAM_EVENTS, data: object, id?: number): string {
  const place = id === undefined ? '' : `id: ${id}\n`
  return `${place}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** What a stream begins with. */
export const STREAM_GREETING = `retry: ${RECONNECT_MS}\n\n`

/** A deal or an annulment with its place in the sequence (D51); amount in thousands of US$ (D47). */
export function channelEventText({ kind, id, deal }: ChannelEvent): string {
  if (kind === 'annulment') return eventText('annul', { id: deal.id }, id)
  const { time, price, amount } = deal
  return eventText('deal', { id: deal.id, time, price, amount: amount / CHART_AMOUNT_USD }, id)
}

/** The state that the events after `id` build on. */
export function snapshotText(reader: MarketReader, view: SessionView, id: number): string {
  const snapshot: SnapshotEvent = {
    mercado: MARKET_IDS[view.market],
    fecha: view.session,
    delay: view.delay / MINUTE_MS,
    precioMercado: pricesAnswer(reader.prices(view)),
    montoMercado: amountsAnswer(reader.amounts(view)),
    promedioCierre: closeAndAverageAnswer(reader.closeAndAverage(view)),
  }
  return eventText('snapshot', snapshot, id)
}

/** The market's time, and how far behind it this audience is told, in ms. */
export function clockText(now: Instant, delay: number): string {
  const clock: ClockEvent = { now, delay: delay / MINUTE_MS }
  return eventText('clock', clock)
}

export const HEARTBEAT_TEXT = eventText('heartbeat', {})
export const closedText = (message: string): string => eventText('closed', { message })
