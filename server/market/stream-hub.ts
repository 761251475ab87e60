import type { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

import type { Book } from '#server/market/book.ts'
import type { ChannelListener } from '#server/market/channel.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import {
  channelEventText,
  clockText,
  closedText,
  HEARTBEAT_TEXT,
  STREAM_GREETING,
  snapshotText,
} from '#server/market/stream-answers.ts'
import { AUDIENCE_DELAY_MS, AUDIENCES, type Audience } from '#src/domain/trading/audience.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'

/** Bytes that may wait for a reader; one who leaves more lying would fill the memory, and is cut off. */
export const MAX_WAITING_BYTES = 65_536

/** Events that a reader may have missed and still be told; further back a snapshot is shorter. */
export const MAX_MISSED_EVENTS = 300

/** Whose stream it is, for those who have to end it. */
export interface Subscriber {
  readonly market: Market
  readonly audience: Audience
  readonly out: Writable
  readonly caller: FastifyRequest
}

/** All open streams: what happens is written as bytes once and sent to everybody. */
export interface StreamHub {
  /** What the channels of a market have to be told to. */
  listeners(market: Market): Readonly<Record<Audience, ChannelListener>>
  /** Begins a stream: what came after the event `since` as far as it is known, else a snapshot. */
  join(subscriber: Subscriber, since: number | null): void
  leave(subscriber: Subscriber): void
  /** Tells everybody the time: with each heartbeat, and at once when the market's clock was moved (D52). */
  tellTime(): void
  beat(): void
  /** Ends the live streams of some callers and tells them why (D51). */
  close(belongsTo: (caller: FastifyRequest) => boolean, message: string): void
  /** The calls that the live streams began with. */
  liveCallers(): readonly FastifyRequest[]
  /** Ends all streams; the readers come back by themselves. */
  closeAll(): void
  readonly size: number
}

interface Surroundings {
  readonly books: Readonly<Record<Market, Book>>
  readonly reader: MarketReader
}

/** `surroundings` is asked for when the first event happens: exchange and hub need each other. */
export function createStreamHub(surroundings: () => Surroundings, isFrozen: () => boolean = () => false): StreamHub {
  const newRooms = () => ({ live: new Set<Subscriber>(), delayed: new Set<Subscriber>() })
  const rooms: Record<Market, Record<Audience, Set<Subscriber>>> = { spot: newRooms(), nextday: newRooms() }
  const allRooms = () => MARKETS.flatMap((market) => AUDIENCES.map((audience) => rooms[market][audience]))

  function send(room: Set<Subscriber>, text: () => string) {
    if (room.size === 0) return
    const bytes = Buffer.from(text())
    for (const subscriber of room) write(room, subscriber, bytes)
  }

  function write(room: Set<Subscriber>, subscriber: Subscriber, bytes: Buffer) {
    subscriber.out.write(bytes)
    if (subscriber.out.writableLength <= MAX_WAITING_BYTES) return
    room.delete(subscriber)
    subscriber.out.destroy()
  }

  const snapshots = new Map<string, { readonly stamp: string | null; readonly text: string }>()

  /** Made once for all who begin between two changes. */
  function snapshotOf(market: Market, audience: Audience): string {
    const { books, reader } = surroundings()
    const { session, channels } = books[market]
    const view = { market, session, delay: AUDIENCE_DELAY_MS[audience] }
    const stamp = reader.stamp(market, view.delay)
    const known = snapshots.get(`${market} ${audience}`)
    if (known && known.stamp === stamp) return known.text
    const text = snapshotText(reader, view, channels[audience].lastId)
    snapshots.set(`${market} ${audience}`, { stamp, text })
    return text
  }

  function beginning({ market, audience }: Subscriber, since: number | null): string {
    const missed = since === null ? null : surroundings().books[market].channels[audience].after(since)
    if (missed === null || missed.length > MAX_MISSED_EVENTS) return snapshotOf(market, audience)
    return missed.map(channelEventText).join('')
  }

  const timeFor = (audience: Audience) => clockText(surroundings().reader.now(), AUDIENCE_DELAY_MS[audience])

  function tellTime() {
    for (const audience of AUDIENCES) {
      for (const market of MARKETS) send(rooms[market][audience], () => timeFor(audience))
    }
  }

  const listenerOf = (market: Market, audience: Audience): ChannelListener => ({
    happened: (event) => send(rooms[market][audience], () => channelEventText(event)),
    restarted: () => send(rooms[market][audience], () => snapshotOf(market, audience)),
  })

  return {
    listeners: (market) => ({ live: listenerOf(market, 'live'), delayed: listenerOf(market, 'delayed') }),

    join(subscriber, since) {
      if (subscriber.out.destroyed) return
      const clock = isFrozen() ? '' : timeFor(subscriber.audience)
      const text = [STREAM_GREETING, beginning(subscriber, since), clock]
      subscriber.out.write(Buffer.from(text.join('')))
      rooms[subscriber.market][subscriber.audience].add(subscriber)
    },

    leave: (subscriber) => void rooms[subscriber.market][subscriber.audience].delete(subscriber),

    tellTime,

    beat() {
      for (const room of allRooms()) send(room, () => HEARTBEAT_TEXT)
      tellTime()
    },

    close(belongsTo, message) {
      for (const room of MARKETS.map((market) => rooms[market].live)) {
        for (const subscriber of [...room].filter(({ caller }) => belongsTo(caller))) {
          room.delete(subscriber)
          subscriber.out.end(Buffer.from(closedText(message)))
        }
      }
    },

    liveCallers: () => MARKETS.flatMap((market) => [...rooms[market].live].map(({ caller }) => caller)),

    closeAll() {
      for (const room of allRooms()) {
        for (const { out } of room) out.end()
        room.clear()
      }
    },

    get size() {
      return allRooms().reduce((sum, room) => sum + room.size, 0)
    },
  }
}
