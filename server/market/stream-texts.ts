import type { AudienceEvent } from '#server/market/audience-view.ts'
import type { DelayedDay, MarketReader } from '#server/market/market-reader.ts'
import { toAmountsData, toCloseAndAverageData, toPricesData } from '#server/market/statistics-replies.ts'
import type { ClockEvent, SnapshotEvent, STREAM_EVENTS } from '#src/adapters/http/contract/market/stream.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'
import { CHART_AMOUNT_USD } from '#src/domain/trading/series.ts'

/** Wait before a browser reconnects, in milliseconds. */
const RECONNECT_MS = 3_000

/** Formats a server-sent event. Its JSON has no line breaks. */
function eventText(name: keyof typeof STREAM_EVENTS, data: object, id?: number): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** The first text of a stream: the reconnect wait. */
export const RETRY_TEXT = `retry: ${RECONNECT_MS}\n\n`

/** Formats the event of a deal or an annulment (D51); amount in thousands of US$ (D47). */
export function audienceEventText({ kind, id, deal }: AudienceEvent): string {
  if (kind === 'annulment') return eventText('annul', { id: deal.id }, id)
  const { time, price, amount } = deal
  return eventText('deal', { id: deal.id, time, price, amount: amount / CHART_AMOUNT_USD }, id)
}

/** Formats the snapshot event: the state after the event `id`. */
export function snapshotText(reader: MarketReader, view: DelayedDay, id: number): string {
  const snapshot: SnapshotEvent = {
    mercado: MARKET_IDS[view.market],
    fecha: view.date,
    delay: view.delay / MINUTE_MS,
    precioMercado: toPricesData(reader.prices(view)),
    montoMercado: toAmountsData(reader.amounts(view)),
    promedioCierre: toCloseAndAverageData(reader.closeAndAverage(view)),
  }
  return eventText('snapshot', snapshot, id)
}

/** Formats the event with market time and audience delay; `delay` is in milliseconds. */
export function clockText(now: Instant, delay: number): string {
  const clock: ClockEvent = { now, delay: delay / MINUTE_MS }
  return eventText('clock', clock)
}

export const HEARTBEAT_TEXT = eventText('heartbeat', {})
export const closedText = (message: string): string => eventText('closed', { message })
