import type { MarketStream, StreamPlace } from '#src/application/market/market-stream.ts'
import type { StreamEvent, StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Events that a reader may have missed and still be told, as the server has it. */
const MOST_MISSED = 300

type Placed = Extract<StreamEvent, { readonly sequence: number }>

/** Streams that a test leads: what is told is kept, and a reader who comes later is told what came after its place. */
export interface MemoryMarketStream extends MarketStream {
  /** Tells every reader of a market, and keeps it for those to come. */
  tell(market: Market, event: Exclude<Placed, { readonly kind: 'snapshot' }>): void
  /** Tells every reader of a market what is not kept. */
  say(market: Market, event: Exclude<StreamEvent, Placed>): void
  /** What readers without a place, or with one that is not known any more, are told first. */
  present(market: Market, snapshot: Omit<StreamedSnapshot, 'sequence'>): void
  /** Breaks every connection. */
  cut(): void
  /** Whether connections come about: `unavailable` is a server without a stream. */
  serve(how: 'open' | 'lost' | 'silent' | 'unavailable'): void
  /** Where those who follow now began. */
  readers(): readonly StreamPlace[]
  /** How many connections were asked for so far. */
  attempts(): number
}

interface Reader {
  readonly place: StreamPlace
  readonly tell: (event: StreamEvent) => void
}

const ENDS: ReadonlySet<StreamEvent['kind']> = new Set(['malformed', 'closed', 'lost', 'refused', 'unavailable'])

/** A server whose streams begin after the event `first`. */
export function createMemoryMarketStream(first = 0): MemoryMarketStream {
  const readers = new Set<Reader>()
  const kept: Record<Market, Placed[]> = { spot: [], nextday: [] }
  const snapshots: Partial<Record<Market, Omit<StreamedSnapshot, 'sequence'>>> = {}
  const state: { how: Parameters<MemoryMarketStream['serve']>[0]; attempts: number } = { how: 'open', attempts: 0 }

  const lastOf = (market: Market) => kept[market].at(-1)?.sequence ?? first

  function send(reader: Reader, event: StreamEvent) {
    if (!readers.has(reader)) return
    if (ENDS.has(event.kind)) readers.delete(reader)
    reader.tell(event)
  }

  function sendAll(market: Market, event: StreamEvent) {
    for (const reader of [...readers]) if (reader.place.market === market) send(reader, event)
  }

  const isKnown = (market: Market, since: number) =>
    since === first || kept[market].some(({ sequence }) => sequence === since)

  /** What a reader has missed; null when it is not known or too much. */
  function missedBy({ market, since }: StreamPlace): readonly StreamEvent[] | null {
    if (since === null || !isKnown(market, since)) return null
    const missed = kept[market].filter(({ sequence }) => sequence > since)
    return missed.length <= MOST_MISSED ? missed : null
  }

  function presentState({ market }: StreamPlace): readonly StreamEvent[] {
    const snapshot = snapshots[market]
    return snapshot ? [{ kind: 'snapshot', sequence: lastOf(market), ...snapshot }] : []
  }

  function begin(reader: Reader) {
    const { how } = state
    if (how === 'lost' || how === 'unavailable') send(reader, { kind: how })
    if (how !== 'open') return
    send(reader, { kind: 'opened' })
    for (const event of missedBy(reader.place) ?? presentState(reader.place)) send(reader, event)
  }

  return {
    follow(place, tell) {
      const reader = { place, tell }
      state.attempts += 1
      readers.add(reader)
      queueMicrotask(() => begin(reader))
      return () => {
        readers.delete(reader)
      }
    },
    tell(market, event) {
      kept[market].push(event)
      sendAll(market, event)
    },
    say: sendAll,
    present: (market, snapshot) => {
      snapshots[market] = snapshot
    },
    cut() {
      for (const reader of [...readers]) send(reader, { kind: 'lost' })
    },
    serve: (how) => {
      state.how = how
    },
    readers: () => [...readers].map(({ place }) => place),
    attempts: () => state.attempts,
  }
}
