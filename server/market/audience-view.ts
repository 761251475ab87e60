import type { Annulment, RecordedDeal } from '#server/market/market-store.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { isCounted } from '#src/domain/trading/deal.ts'

/**
 * An event of a trading day, in the order in which the audience gets it (D51). `id` is its sequence
 * number.
 */
export interface AudienceEvent {
  readonly kind: 'deal' | 'annulment'
  readonly id: number
  readonly deal: RecordedDeal
}

export interface AudienceListener {
  onEvent(event: AudienceEvent): void
  /**
   * Earlier events no longer lead to the present state: a new trading day, or a correction of a
   * visible deal.
   */
  onRestart(): void
}

/**
 * What one audience sees of a market's running trading day: the deals visible by now, and the
 * events already sent.
 */
export interface AudienceView {
  /** Age at which a deal becomes visible to this audience, in milliseconds. */
  readonly delay: number
  /** Grows whenever a reply to this audience may change. */
  readonly version: number
  /** The id of the last event, or the id that the first event follows. */
  readonly lastId: number
  subscribe(listener: AudienceListener): void
  /** Starts a trading day: its events follow `baseId`. */
  start(baseId: number): void
  /** Adds a deal of the day; its event is emitted when the deal becomes visible. */
  record(deal: RecordedDeal): void
  /** Adds the annulment of a recorded deal. */
  annul(deal: RecordedDeal, annulment: Annulment): void
  /** Emits the events of everything that is visible at `now`. */
  advance(now: Instant): void
  /** The events after the event `id`; null when that event is unknown. */
  eventsAfter(id: number): readonly AudienceEvent[] | null
}

interface PendingEvent {
  readonly visibleAt: Instant
  readonly rank: number
  readonly event: AudienceEvent
}

/**
 * The live audience gets deals and annulments in the order of their sequence. The delayed audience
 * gets a deal when it is `delay` milliseconds old, or when it is recorded if that is later. It gets
 * no annulments: a deal annulled in time never becomes visible, and after the annulment of a
 * visible deal the view restarts (D49).
 */
export function createAudienceView({ delay }: { readonly delay: number }): AudienceView {
  const isLive = delay === 0
  const listeners: AudienceListener[] = []
  let correction: number | null = null
  let version = 0
  let lastId = 0
  let pending: PendingEvent[] = []
  let emitted: AudienceEvent[] = []
  /** Index in `emitted` by event id. */
  let indexes = new Map<number, number>()

  function restart(baseId: number) {
    emitted = []
    indexes = new Map([[baseId, -1]])
    lastId = baseId
    version += 1
    for (const listener of listeners) listener.onRestart()
  }

  function addPending(next: PendingEvent) {
    let index = pending.length
    while (index > 0 && isBefore(next, pending[index - 1])) index -= 1
    pending.splice(index, 0, next)
  }

  function emit(event: AudienceEvent) {
    version += 1
    if (!isCounted(event.deal)) return
    indexes.set(event.id, emitted.length)
    emitted.push(event)
    lastId = event.id
    for (const listener of listeners) listener.onEvent(event)
  }

  return {
    delay,
    get version() {
      return version
    },
    get lastId() {
      return lastId
    },

    subscribe: (listener) => void listeners.push(listener),

    start(baseId) {
      pending = []
      correction = null
      restart(baseId)
    },

    record(deal) {
      const visibleAt = isLive ? deal.time : Math.max(deal.time + delay, deal.recordedAt)
      const rank = isLive ? deal.sequence : visibleAt
      addPending({ visibleAt, rank, event: { kind: 'deal', id: deal.sequence, deal } })
    },

    annul(deal, { time, sequence }) {
      if (isLive) {
        addPending({ visibleAt: time, rank: sequence, event: { kind: 'annulment', id: sequence, deal } })
        return
      }
      const others = pending.filter(({ event }) => event.deal.id !== deal.id)
      if (others.length < pending.length) pending = others
      else if (isCounted(deal)) correction = sequence
      else version += 1
    },

    advance(now) {
      let due = 0
      for (let next = pending[0]; next && next.visibleAt <= now; next = pending[due]) {
        due += 1
        emit(next.event)
      }
      if (due > 0) pending.splice(0, due)
      // Last, so that the new snapshot includes the events of this call.
      if (correction !== null) restart(correction)
      correction = null
    },

    eventsAfter(id) {
      const index = indexes.get(id)
      return index === undefined ? null : emitted.slice(index + 1)
    },
  }
}

const isBefore = (one: PendingEvent, other: PendingEvent | undefined) =>
  other !== undefined && (one.rank < other.rank || (one.rank === other.rank && one.event.id < other.event.id))
