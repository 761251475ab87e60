import type { MarketStream, StreamCursor } from '#src/application/market/ports.ts'
import type { StreamEvent, StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** A subscriber that missed more events gets a snapshot instead of them, as on the real server. */
const MAX_MISSED = 300

/** Events that advance the cursor of a subscriber. */
type SequencedEvent = Extract<StreamEvent, { readonly sequence: number }>

/**
 * Simulates a server whose streams a test controls. It stores published events and sends a later
 * subscriber the events after the cursor.
 */
export interface MemoryMarketStream extends MarketStream {
  /** Sends an event to every subscriber of a market and stores it for later subscribers. */
  publish(market: Market, event: Exclude<SequencedEvent, { readonly kind: 'snapshot' }>): void
  /** Sends an event to every subscriber of a market without storing it. */
  notify(market: Market, event: Exclude<StreamEvent, SequencedEvent>): void
  /** Sets the snapshot for subscribers whose `since` is null, unknown or too old. */
  setSnapshot(market: Market, snapshot: Omit<StreamedSnapshot, 'sequence'>): void
  /** Ends every connection with the event `lost`. */
  disconnect(): void
  /**
   * Sets the outcome of new connections. `unavailable`: the server has no stream. `silent`: the
   * server sends no event.
   */
  setMode(mode: 'open' | 'lost' | 'silent' | 'unavailable'): void
  /** The initial cursors of the current subscribers. */
  subscribers(): readonly StreamCursor[]
  /** The number of requested connections. */
  attempts(): number
}

interface Subscriber {
  readonly cursor: StreamCursor
  readonly onEvent: (event: StreamEvent) => void
}

const FINAL_KINDS: ReadonlySet<StreamEvent['kind']> = new Set(['malformed', 'closed', 'lost', 'refused', 'unavailable'])

/** `startSequence` precedes the first published event: a subscriber can resume after it. */
export function createMemoryMarketStream(startSequence = 0): MemoryMarketStream {
  const subscribers = new Set<Subscriber>()
  const events: Record<Market, SequencedEvent[]> = { spot: [], nextday: [] }
  const snapshots: Partial<Record<Market, Omit<StreamedSnapshot, 'sequence'>>> = {}
  const state: { mode: Parameters<MemoryMarketStream['setMode']>[0]; attempts: number } = { mode: 'open', attempts: 0 }

  const findLastSequence = (market: Market) => events[market].at(-1)?.sequence ?? startSequence

  function send(subscriber: Subscriber, event: StreamEvent) {
    if (!subscribers.has(subscriber)) return
    if (FINAL_KINDS.has(event.kind)) subscribers.delete(subscriber)
    subscriber.onEvent(event)
  }

  function sendAll(market: Market, event: StreamEvent) {
    for (const subscriber of [...subscribers]) if (subscriber.cursor.market === market) send(subscriber, event)
  }

  const isKnown = (market: Market, since: number) =>
    since === startSequence || events[market].some(({ sequence }) => sequence === since)

  /** Finds the events after a cursor; null for an unknown or too old cursor. */
  function findMissedEvents({ market, since }: StreamCursor): readonly StreamEvent[] | null {
    if (since === null || !isKnown(market, since)) return null
    const missed = events[market].filter(({ sequence }) => sequence > since)
    return missed.length <= MAX_MISSED ? missed : null
  }

  function createSnapshot({ market }: StreamCursor): readonly StreamEvent[] {
    const snapshot = snapshots[market]
    return snapshot ? [{ kind: 'snapshot', sequence: findLastSequence(market), ...snapshot }] : []
  }

  function startStream(subscriber: Subscriber) {
    const { mode } = state
    if (mode === 'lost' || mode === 'unavailable') send(subscriber, { kind: mode })
    if (mode !== 'open') return
    send(subscriber, { kind: 'opened' })
    for (const event of findMissedEvents(subscriber.cursor) ?? createSnapshot(subscriber.cursor))
      send(subscriber, event)
  }

  return {
    follow(cursor, onEvent) {
      const subscriber = { cursor, onEvent }
      state.attempts += 1
      subscribers.add(subscriber)
      queueMicrotask(() => startStream(subscriber))
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
