import { type AudienceChange, type LiveDays, toBaseSequence } from '#src/adapters/memory/live-days.ts'
import type { MemoryNetwork } from '#src/adapters/memory/network.ts'
import type { MarketStream, StreamCursor } from '#src/application/market/ports.ts'
import type { MarketClock, Timers } from '#src/application/platform/ports.ts'
import { HEARTBEAT_MS, type StreamEvent } from '#src/domain/live/stream-event.ts'
import { type BogotaDate, type Instant, MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, type Audience, visibleUntil } from '#src/domain/trading/audience.ts'
import { tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { createMarketDayReader } from '#src/domain/trading/market-day.ts'

/** Interval of the market's steps, as in the reference server, in ms. */
const STEP_MS = 200

/** A subscriber that missed more events gets a snapshot instead of them. */
const MAX_MISSED = 300

/** The live streams of a market that runs by itself. */
export interface LiveStream extends MarketStream {
  /** Ends the streams of clients; `reason` is the message of the service (D51). */
  closeLive(reason: string): void
  /** Sends a firing to the streams of clients (D125). */
  sendAlert(id: number): void
}

interface LiveStreamDeps {
  readonly days: LiveDays
  readonly marketClock: MarketClock
  /** The market time up to which the source has sent; by default, the current one. */
  readonly sourceNow?: () => Instant
  readonly timers: Timers
  readonly network: MemoryNetwork
  /** Clients with a session are live, visitors are 15 minutes late (D17). */
  readonly readAudience: () => Audience
}

interface Subscriber {
  readonly cursor: StreamCursor
  readonly audience: Audience
  readonly onEvent: (event: StreamEvent) => void
  /** The trading day and the number of the last event; null before the stream is open. */
  position: { readonly date: BogotaDate; readonly sequence: number } | null
}

const toEvent = ({ kind, sequence, deal: { id, time, price, amount } }: AudienceChange): StreamEvent =>
  kind === 'deal' ? { kind, sequence, id, time, price, amount } : { kind, sequence, id }

/** Returns the number of the last event that an audience has at an instant. */
export function findLastSequence(
  days: LiveDays,
  { market, date, audience, now }: Pick<StreamCursor, 'market'> & DayOfAudience,
): number {
  const last = days.changes(market, date, audience).findLast(({ at }) => at <= now)
  return last?.sequence ?? toBaseSequence(date, audience)
}

interface DayOfAudience {
  readonly date: BogotaDate
  readonly audience: Audience
  /** The market time. */
  readonly now: Instant
}

/**
 * Creates streams that send the deals and annulments of the days when the market time reaches them,
 * as the reference server does (D22, D51). A new trading day and a market time that was set start
 * with a snapshot.
 */
export function createLiveStream(deps: LiveStreamDeps): LiveStream {
  const { days, marketClock, timers, network, readAudience, sourceNow = marketClock.now } = deps
  const reader = createMarketDayReader(days)
  const subscribers = new Set<Subscriber>()
  let timer: unknown = null
  let lastBeatAt = 0
  let unsubscribeAll = () => {}

  function send(subscriber: Subscriber, ...events: readonly StreamEvent[]) {
    for (const event of events) if (subscribers.has(subscriber)) subscriber.onEvent(event)
  }

  function end(subscriber: Subscriber, event: StreamEvent) {
    if (!subscribers.has(subscriber)) return
    remove(subscriber)
    subscriber.onEvent(event)
  }

  function toClock({ audience, cursor }: Subscriber, now: Instant): StreamEvent {
    const frozenSince = marketClock.frozenSince(cursor.market)
    const delay = AUDIENCE_DELAY_MS[audience] / MINUTE_MS
    return { kind: 'clock', now, delay, ...(frozenSince !== null && { frozenSince }) }
  }

  function sendSnapshot(subscriber: Subscriber, date: BogotaDate, now: Instant) {
    const { audience, cursor } = subscriber
    const { market } = cursor
    const delay = AUDIENCE_DELAY_MS[audience]
    const view = { market, date, until: visibleUntil(now, delay) }
    const sequence = findLastSequence(days, { market, date, audience, now })
    subscriber.position = { date, sequence }
    send(subscriber, {
      kind: 'snapshot',
      sequence,
      tradingDay: date,
      delay: delay / MINUTE_MS,
      prices: reader.prices(view),
      amounts: reader.amounts(view),
      close: reader.closeAndAverage(view),
    })
  }

  /** Returns the due events after a number; null for an unknown number or too many events. */
  function findMissed({ audience, cursor }: Subscriber, date: BogotaDate, since: number | null, now: Instant) {
    const due = days.changes(cursor.market, date, audience).filter(({ at }) => at <= now)
    const isKnown = since === toBaseSequence(date, audience) || due.some(({ sequence }) => sequence === since)
    if (since === null || !isKnown) return null
    const missed = due.filter(({ sequence }) => sequence > since)
    return missed.length <= MAX_MISSED ? missed : null
  }

  /** Sends what is due; a snapshot on a new day, or if the events cannot be resumed. */
  function advance(subscriber: Subscriber, since: number | null, now: Instant) {
    const date = tradingDayOnOrBefore(subscriber.cursor.market, toDate(now))
    const missed = findMissed(subscriber, date, since, now)
    if (missed === null) return sendSnapshot(subscriber, date, now)
    subscriber.position = { date, sequence: missed.at(-1)?.sequence ?? since ?? 0 }
    send(subscriber, ...missed.map(toEvent))
  }

  function sendDue(subscriber: Subscriber, now: Instant) {
    const { position, cursor } = subscriber
    if (position === null) return
    const today = tradingDayOnOrBefore(cursor.market, toDate(now))
    advance(subscriber, position.date === today ? position.sequence : null, now)
  }

  function step() {
    const now = marketClock.now()
    for (const subscriber of [...subscribers]) sendDue(subscriber, sourceNow())
    if (Math.abs(now - lastBeatAt) < HEARTBEAT_MS) return
    lastBeatAt = now
    for (const subscriber of [...subscribers]) send(subscriber, { kind: 'heartbeat' }, toClock(subscriber, now))
  }

  /** The market time was set: earlier events may not have happened. */
  function restart() {
    const now = marketClock.now()
    for (const subscriber of [...subscribers]) {
      if (subscriber.position === null) continue
      send(subscriber, toClock(subscriber, now))
      advance(subscriber, null, sourceNow())
    }
  }

  const loseAll = () => {
    if (!network.isUp()) for (const subscriber of [...subscribers]) end(subscriber, { kind: 'lost' })
  }

  function start() {
    lastBeatAt = marketClock.now()
    const schedule = () => {
      timer = timers.setTimeout(() => {
        schedule()
        step()
      }, STEP_MS)
    }
    schedule()
    const unsubscribeClock = marketClock.subscribe(restart)
    const { unsubscribe } = network.subscribe(loseAll)
    unsubscribeAll = () => {
      unsubscribeClock()
      unsubscribe()
    }
  }

  function remove(subscriber: Subscriber) {
    if (!subscribers.delete(subscriber) || subscribers.size > 0) return
    timers.clearTimeout(timer)
    unsubscribeAll()
  }

  function open(subscriber: Subscriber) {
    if (!subscribers.has(subscriber)) return
    if (!network.isUp()) return end(subscriber, { kind: 'lost' })
    const now = marketClock.now()
    send(subscriber, { kind: 'opened' })
    advance(subscriber, subscriber.cursor.since, sourceNow())
    send(subscriber, toClock(subscriber, now))
  }

  return {
    follow(cursor, onEvent) {
      const subscriber: Subscriber = { cursor, onEvent, audience: readAudience(), position: null }
      subscribers.add(subscriber)
      if (subscribers.size === 1) start()
      queueMicrotask(() => open(subscriber))
      return () => remove(subscriber)
    },
    sendAlert(id) {
      for (const subscriber of [...subscribers]) {
        if (subscriber.audience === 'live' && subscriber.position !== null) send(subscriber, { kind: 'alert', id })
      }
    },
    closeLive(reason) {
      for (const subscriber of [...subscribers]) {
        if (subscriber.audience === 'live') end(subscriber, { kind: 'closed', reason })
      }
    },
  }
}
