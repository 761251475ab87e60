import type { Annulment, RecordedDeal } from '#server/market/market-store.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { isCounted } from '#src/domain/trading/deal.ts'

/** What an audience is told of a session, in the order in which it is told (D51). `id` is a number of the market's sequence. */
export type ChannelEvent =
  | { readonly kind: 'deal'; readonly id: number; readonly deal: RecordedDeal }
  | { readonly kind: 'annulment'; readonly id: number; readonly deal: RecordedDeal }

export interface ChannelListener {
  /** An event that everyone listening is to hear of. */
  happened(event: ChannelEvent): void
  /** What was told before no longer leads to the present: a new session, or a correction of what was seen already. */
  restarted(): void
}

/** One audience's view of a market's running session: what it may see by now, and what it was told. */
export interface Channel {
  /** How old a deal is when this audience may see it, in milliseconds. */
  readonly delay: number
  /** Grows whenever an answer to this audience may have become another. */
  readonly version: number
  /** The id of the last event told, or the id from which the first one follows. */
  readonly lastId: number
  /** Begins a session: events follow `baseId`. */
  open(baseId: number): void
  /** Takes in a deal of the session; it is told as soon as this audience may see it. */
  take(deal: RecordedDeal): void
  /** Takes in the annulment of a deal taken in before. */
  annul(deal: RecordedDeal, annulment: Annulment): void
  /** Tells all that has become visible by `now`. */
  advance(now: Instant): void
  /** What was told after an event; null when that event was not told here. */
  after(id: number): readonly ChannelEvent[] | null
  /** When the next thing becomes visible; null when nothing waits. */
  nextAt(): Instant | null
}

interface Waiting {
  readonly visibleAt: Instant
  readonly rank: number
  readonly event: ChannelEvent
}

/**
 * The audience that sees everything is told in the order of the sequence, annulments included. The delayed one is told of a deal
 * when it is `delay` milliseconds old (a late report when it comes in), and never of an annulment: what is annulled in time it
 * never saw, and after a correction of what it did see it begins anew (D49).
 */
export function createChannel({
  delay,
  listener,
}: {
  readonly delay: number
  readonly listener: ChannelListener
}): Channel {
  const isLive = delay === 0
  let correction: number | null = null
  let version = 0
  let lastId = 0
  let waiting: Waiting[] = []
  let told: ChannelEvent[] = []
  let places = new Map<number, number>()

  function begin(baseId: number) {
    told = []
    places = new Map([[baseId, -1]])
    lastId = baseId
    version += 1
    listener.restarted()
  }

  function wait(next: Waiting) {
    let place = waiting.length
    while (place > 0 && isBefore(next, waiting[place - 1])) place -= 1
    waiting.splice(place, 0, next)
  }

  function tell(event: ChannelEvent) {
    version += 1
    if (!isCounted(event.deal)) return
    places.set(event.id, told.length)
    told.push(event)
    lastId = event.id
    listener.happened(event)
  }

  return {
    delay,
    get version() {
      return version
    },
    get lastId() {
      return lastId
    },

    open(baseId) {
      waiting = []
      correction = null
      begin(baseId)
    },

    take(deal) {
      const visibleAt = isLive ? deal.time : Math.max(deal.time + delay, deal.recordedAt)
      const rank = isLive ? deal.sequence : visibleAt
      wait({ visibleAt, rank, event: { kind: 'deal', id: deal.sequence, deal } })
    },

    annul(deal, { time, sequence }) {
      if (isLive) {
        wait({ visibleAt: time, rank: sequence, event: { kind: 'annulment', id: sequence, deal } })
        return
      }
      const stillWaiting = waiting.filter(({ event }) => event.deal.id !== deal.id)
      if (stillWaiting.length < waiting.length) waiting = stillWaiting
      else if (isCounted(deal)) correction = sequence
      else version += 1
    },

    advance(now) {
      let due = 0
      for (let next = waiting[0]; next && next.visibleAt <= now; next = waiting[due]) {
        due += 1
        tell(next.event)
      }
      if (due > 0) waiting.splice(0, due)
      // Last, because whoever begins anew is shown what was told just now.
      if (correction !== null) begin(correction)
      correction = null
    },

    after(id) {
      const place = places.get(id)
      return place === undefined ? null : told.slice(place + 1)
    },

    nextAt: () => waiting[0]?.visibleAt ?? null,
  }
}

const isBefore = (one: Waiting, other: Waiting | undefined) =>
  other !== undefined && (one.rank < other.rank || (one.rank === other.rank && one.event.id < other.event.id))
