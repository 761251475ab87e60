import type { MarketStream, StreamCursor } from '#src/application/market/market-stream.ts'
import type { StreamEvent, StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import type { Market } from '#src/domain/trading/market.ts'

/**
 * Maximum number of missed events that are sent instead of a snapshot; the same as on the server.
 */
const MAX_MISSED = 300

/** Events that advance the cursor of a subscriber. */
type SequencedEvent = Extract<StreamEvent, { readonly sequence: number }>

/**
 * Streams that a test controls. Published events are stored; a later subscriber gets the events
 * after its cursor.
 */
export interface MemoryMarketStream extends MarketStream {
  /** Sends an event to every subscriber of a market and stores it for later ones. */
  publish(market: Market, event: Exclude<SequencedEvent, { readonly kind: 'snapshot' }>): void
  /** Sends an event to every subscriber of a market without storing it. */
  notify(market: Market, event: Exclude<StreamEvent, SequencedEvent>): void
  /** Sets the first event of subscribers without a cursor or with an unknown cursor. */
  setSnapshot(market: Market, snapshot: Omit<StreamedSnapshot, 'sequence'>): void
  /** Loses every connection. */
  disconnect(): void
  /**
   * Sets the outcome of new connections; `unavailable` is a server without a stream, `silent` one
   * that sends nothing.
   */
  setMode(mode: 'open' | 'lost' | 'silent' | 'unavailable'): void
  /** The cursors with which the current subscribers connected. */
  subscribers(): readonly StreamCursor[]
  /** How many connections were requested so far. */
  attempts(): number
}

interface Subscriber {
  readonly cursor: StreamCursor
  readonly onEvent: (event: StreamEvent) => void
}

const FINAL_KINDS: ReadonlySet<StreamEvent['kind']> = new Set(['malformed', 'closed', 'lost', 'refused', 'unavailable'])

/** A server whose streams start after the event `first`. */
export function createMemoryMarketStream(first = 0): MemoryMarketStream {
  const subscribers = new Set<Subscriber>()
  const events: Record<Market, SequencedEvent[]> = { spot: [], nextday: [] }
  const snapshots: Partial<Record<Market, Omit<StreamedSnapshot, 'sequence'>>> = {}
  const state: { mode: Parameters<MemoryMarketStream['setMode']>[0]; attempts: number } = { mode: 'open', attempts: 0 }

  const findLastSequence = (market: Market) => events[market].at(-1)?.sequence ?? first

  function send(subscriber: Subscriber, event: StreamEvent) {
    if (!subscribers.has(subscriber)) return
    if (FINAL_KINDS.has(event.kind)) subscribers.delete(subscriber)
    subscriber.onEvent(event)
  }

  function sendAll(market: Market, event: StreamEvent) {
    for (const subscriber of [...subscribers]) if (subscriber.cursor.market === market) send(subscriber, event)
  }

  const isKnown = (market: Market, since: number) =>
    since === first || events[market].some(({ sequence }) => sequence === since)

  /** The events after a cursor; null when the cursor is unknown or too old. */
  function findMissedEvents({ market, since }: StreamCursor): readonly StreamEvent[] | null {
    if (since === null || !isKnown(market, since)) return null
    const missed = events[market].filter(({ sequence }) => sequence > since)
    return missed.length <= MAX_MISSED ? missed : null
  }

  function snapshotFor({ market }: StreamCursor): readonly StreamEvent[] {
    const snapshot = snapshots[market]
    return snapshot ? [{ kind: 'snapshot', sequence: findLastSequence(market), ...snapshot }] : []
  }

  function begin(subscriber: Subscriber) {
    const { mode } = state
    if (mode === 'lost' || mode === 'unavailable') send(subscriber, { kind: mode })
    if (mode !== 'open') return
    send(subscriber, { kind: 'opened' })
    for (const event of findMissedEvents(subscriber.cursor) ?? snapshotFor(subscriber.cursor)) send(subscriber, event)
  }

  return {
    follow(cursor, onEvent) {
      const subscriber = { cursor, onEvent }
      state.attempts += 1
      subscribers.add(subscriber)
      queueMicrotask(() => begin(subscriber))
      return () => {
        subscribers.delete(subscriber)
      }
    },
    publish(market, event) {
      events[market].push(event)
      sendAll(market, event)
    },
    notify: sendAll,
    setSnapshot: (market, snapshot) => {
      snapshots[market] = snapshot
    },
    disconnect() {
      for (const subscriber of [...subscribers]) send(subscriber, { kind: 'lost' })
    },
    setMode: (mode) => {
      state.mode = mode
    },
    subscribers: () => [...subscribers].map(({ cursor }) => cursor),
    attempts: () => state.attempts,
  }
}
