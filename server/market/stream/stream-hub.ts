import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { toAmountsData, toCloseAndAverageData, toPricesData } from '#server/market/calls/statistics-routes.ts'
import type { MarketDays } from '#server/market/market-days.ts'
import type { DelayedDay, MarketReader } from '#server/market/market-reader.ts'
import type { AudienceEvent, AudienceListener } from '#server/market/stream/audience-view.ts'
import type { ClockEvent, SnapshotEvent, STREAM_EVENTS } from '#src/adapters/http/contract/market/stream.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, AUDIENCES, type Audience } from '#src/domain/trading/audience.ts'
import { MARKET_IDS, MARKETS, type Market } from '#src/domain/trading/market.ts'
import { CHART_AMOUNT_USD } from '#src/domain/trading/series.ts'

/** Wait before a browser reconnects, in milliseconds. */
const RECONNECT_MS = 3_000

/** Formats a server-sent event. Its JSON has no line breaks. */
function eventText(name: keyof typeof STREAM_EVENTS, data: object, id?: number): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** The first text of a stream: the reconnect wait. */
const RETRY_TEXT = `retry: ${RECONNECT_MS}\n\n`

/** Formats the event of a deal or an annulment (D51); amount in thousands of US$ (D47). */
function audienceEventText({ kind, id, deal }: AudienceEvent): string {
  if (kind === 'annulment') return eventText('annul', { id: deal.id }, id)
  const { time, price, amount } = deal
  return eventText('deal', { id: deal.id, time, price, amount: amount / CHART_AMOUNT_USD }, id)
}

/** Formats the snapshot event: the state after the event `id`. */
function snapshotText(reader: MarketReader, view: DelayedDay, id: number): string {
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

/**
 * Formats the event with market time and audience delay, in milliseconds, and since when the source
 * has been silent.
 */
function clockText(now: Instant, delay: number, frozenSince: Instant | null): string {
  const clock: ClockEvent = { now, delay: delay / MINUTE_MS, ...(frozenSince !== null && { frozenSince }) }
  return eventText('clock', clock)
}

const HEARTBEAT_TEXT = eventText('heartbeat', {})
const closedText = (message: string): string => eventText('closed', { message })

/**
 * Maximum bytes queued for a slow subscriber. Above this limit the connection is closed, to save
 * memory.
 */
export const MAX_QUEUED_BYTES = 65_536

/** Maximum number of missed events to send. Above this number, a snapshot is shorter. */
export const MAX_MISSED_EVENTS = 300

export interface Subscriber {
  readonly market: Market
  readonly audience: Audience
  readonly out: Writable
  /** The request that opened the stream. */
  readonly request: FastifyRequest
}

/**
 * All open streams. Each event is serialised once and sent to all subscribers of its market and
 * audience.
 */
export interface StreamHub {
  /**
   * Adds a subscriber. Sends the events after `lastEventId` and the market time. Sends a snapshot
   * instead of the events when `lastEventId` is null or unknown, or when they are too many.
   */
  add(subscriber: Subscriber, lastEventId: number | null): void
  remove(subscriber: Subscriber): void
  /** Sends the market time to all subscribers. */
  sendClock(): void
  /** Sends a heartbeat and the market time to all subscribers. */
  sendHeartbeat(): void
  /** Closes the live streams of the matching requests with a `closed` event (D51). */
  close(belongsTo: (request: FastifyRequest) => boolean, message: string): void
  /** Sends the number of the last firing to the live streams of the matching requests (D125). */
  sendAlert(belongsTo: (request: FastifyRequest) => boolean, id: number): void
  /** Returns the requests that opened the live streams. */
  listLiveRequests(): readonly FastifyRequest[]
  /** Returns the connections of all open streams. */
  connections(): ReadonlySet<Socket>
  /** Closes all streams. Browsers reconnect. */
  closeAll(): void
  /** Counts the open streams of an audience. */
  count(audience: Audience): number
  /** The number of open streams. */
  readonly size: number
}

/** Creates the hub and subscribes to the audience views. */
export function createStreamHub({
  marketDays,
  reader,
  frozenSince = () => null,
}: {
  readonly marketDays: Readonly<Record<Market, MarketDays>>
  readonly reader: MarketReader
  /** Since when the source of a market has been silent beyond the limit (D114). */
  readonly frozenSince?: (market: Market) => Instant | null
}): StreamHub {
  const createGroups = () => ({ live: new Set<Subscriber>(), delayed: new Set<Subscriber>() })
  const groups: Record<Market, Record<Audience, Set<Subscriber>>> = { spot: createGroups(), nextday: createGroups() }
  const listGroups = () => MARKETS.flatMap((market) => AUDIENCES.map((audience) => groups[market][audience]))

  function sendToGroup(group: Set<Subscriber>, createText: () => string) {
    if (group.size === 0) return
    const bytes = Buffer.from(createText())
    for (const subscriber of group) write(group, subscriber, bytes)
  }

  function write(group: Set<Subscriber>, subscriber: Subscriber, bytes: Buffer) {
    subscriber.out.write(bytes)
    if (subscriber.out.writableLength <= MAX_QUEUED_BYTES) return
    group.delete(subscriber)
    subscriber.out.destroy()
  }

  const snapshots = new Map<string, { readonly version: string; readonly text: string }>()

  /** Returns the snapshot of an audience, serialised once between two changes. */
  function getSnapshot(market: Market, audience: Audience): string {
    const { currentDate, views } = marketDays[market]
    const view = { market, date: currentDate, delay: AUDIENCE_DELAY_MS[audience] }
    const version = reader.version(market, view.delay)
    const cached = snapshots.get(`${market} ${audience}`)
    if (cached && cached.version === version) return cached.text
    const text = snapshotText(reader, view, views[audience].lastId)
    snapshots.set(`${market} ${audience}`, { version, text })
    return text
  }

  function createFirstText({ market, audience }: Subscriber, lastEventId: number | null): string {
    const missedEvents = lastEventId === null ? null : marketDays[market].views[audience].eventsAfter(lastEventId)
    if (missedEvents === null || missedEvents.length > MAX_MISSED_EVENTS) return getSnapshot(market, audience)
    return missedEvents.map(audienceEventText).join('')
  }

  const createClockText = (market: Market, audience: Audience) =>
    clockText(reader.now(), AUDIENCE_DELAY_MS[audience], frozenSince(market))

  function sendClock() {
    for (const audience of AUDIENCES) {
      for (const market of MARKETS) sendToGroup(groups[market][audience], () => createClockText(market, audience))
    }
  }

  const createListener = (market: Market, audience: Audience): AudienceListener => ({
    onEvent: (event) => sendToGroup(groups[market][audience], () => audienceEventText(event)),
    onRestart: () => sendToGroup(groups[market][audience], () => getSnapshot(market, audience)),
  })

  for (const market of MARKETS) {
    for (const audience of AUDIENCES) marketDays[market].views[audience].subscribe(createListener(market, audience))
  }

  return {
    add(subscriber, lastEventId) {
      if (subscriber.out.destroyed) return
      const events = createFirstText(subscriber, lastEventId)
      subscriber.out.write(
        Buffer.from(`${RETRY_TEXT}${events}${createClockText(subscriber.market, subscriber.audience)}`),
      )
      groups[subscriber.market][subscriber.audience].add(subscriber)
    },

    remove: (subscriber) => void groups[subscriber.market][subscriber.audience].delete(subscriber),

    sendClock,

    sendHeartbeat() {
      for (const group of listGroups()) sendToGroup(group, () => HEARTBEAT_TEXT)
      sendClock()
    },

    close(belongsTo, message) {
      for (const group of MARKETS.map((market) => groups[market].live)) {
        for (const subscriber of [...group].filter(({ request }) => belongsTo(request))) {
          group.delete(subscriber)
          subscriber.out.end(Buffer.from(closedText(message)))
        }
      }
    },

    sendAlert(belongsTo, id) {
      const bytes = Buffer.from(eventText('alert', { id }))
      for (const group of MARKETS.map((market) => groups[market].live))
        for (const subscriber of [...group]) if (belongsTo(subscriber.request)) write(group, subscriber, bytes)
    },

    listLiveRequests: () => MARKETS.flatMap((market) => [...groups[market].live].map(({ request }) => request)),

    connections: () => new Set(listGroups().flatMap((group) => [...group].map(({ request }) => request.raw.socket))),

    closeAll() {
      for (const group of listGroups()) {
        for (const { out } of group) out.end()
        group.clear()
      }
    },

    count: (audience) => MARKETS.reduce((sum, market) => sum + groups[market][audience].size, 0),

    get size() {
      return listGroups().reduce((sum, group) => sum + group.size, 0)
    },
  }
}
