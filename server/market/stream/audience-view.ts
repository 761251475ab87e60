import type { Annulment, RecordedDeal } from '#server/market/store/market-store.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { isCounted } from '#src/domain/trading/deal.ts'

/**
 * An event of a trading day, in the order in which the audience gets it (D51). `id` is the number
 * of the event for this audience; the ids of an audience always increase.
 */
export interface AudienceEvent {
  readonly kind: 'deal' | 'annulment'
  readonly id: number
  readonly deal: RecordedDeal
}

export interface AudienceListener {
  onEvent(event: AudienceEvent): void
  /**
   * Called when the sent events no longer lead to the current state. This is at the start of a
   * trading day, and after a correction of a visible deal.
   */
  onRestart(): void
}

/**
 * The state of a market's current trading day for one audience: the visible deals and the sent
 * events.
 */
export interface AudienceView {
  /** Age at which a deal becomes visible to this audience, in milliseconds. */
  readonly delay: number
  /** Increases whenever a reply to this audience may change. */
  readonly version: number
  /** The id of the last event or correction; before the first, the `baseId`. */
  readonly lastId: number
  subscribe(listener: AudienceListener): void
  /**
   * Starts a trading day; its event ids are higher than `baseId`. After a restart of the server,
   * `deals` are the recorded deals. Their events up to `now` get the same ids as before.
   * Subscribers get one `onRestart` instead of these events.
   */
  start(baseId: number, now?: Instant, deals?: readonly RecordedDeal[]): void
  /**
   * Adds a deal of the day, with its annulment if any. Emits the event when the deal is visible.
   */
  record(deal: RecordedDeal): void
  /** Adds the annulment of a recorded deal. */
  annul(deal: RecordedDeal, annulment: Annulment): void
  /** Emits the events that are due at `now`; after a correction, `onRestart` instead. */
  advance(now: Instant): void
  /** Returns the events after the event `id`; null for an unknown id. */
  eventsAfter(id: number): readonly AudienceEvent[] | null
}

interface PendingEvent {
  readonly kind: 'deal' | 'annulment'
  readonly deal: RecordedDeal
  /** Number in the market's sequence. */
  readonly sequence: number
  readonly visibleAt: Instant
  /** The first sort key of the events; `sequence` is the second. */
  readonly sortKey: number
}

/**
 * The live audience gets deals and annulments in the order of their sequence numbers, which are the
 * event ids.
 *
 * The delayed audience gets a deal when the deal is `delay` milliseconds old and recorded. It gets
 * no annulments. A deal that is annulled before then never becomes visible. The annulment of a
 * visible deal restarts the view (D49). Event ids count the events of this audience, because the
 * sequence numbers of late deals are not in order.
 */
export function createAudienceView({ delay }: { readonly delay: number }): AudienceView {
  const isLive = delay === 0
  const listeners: AudienceListener[] = []
  let version = 0
  let lastId = 0
  let pendingEvents: PendingEvent[] = []
  let emittedEvents: AudienceEvent[] = []
  /** Index in `emittedEvents` by event id. */
  let indexes = new Map<number, number>()

  function reset(baseId: number) {
    emittedEvents = []
    indexes = new Map([[baseId, -1]])
    lastId = baseId
  }

  function restart() {
    version += 1
    for (const listener of listeners) listener.onRestart()
  }

  function notify(event: AudienceEvent) {
    for (const listener of listeners) listener.onEvent(event)
  }

  function addPending(event: PendingEvent) {
    let index = pendingEvents.length
    while (index > 0 && isBefore(event, pendingEvents[index - 1])) index -= 1
    pendingEvents.splice(index, 0, event)
  }

  const findVisibleAt = ({ time, recordedAt }: RecordedDeal) => (isLive ? time : Math.max(time + delay, recordedAt))

  function addDeal(deal: RecordedDeal) {
    const visibleAt = findVisibleAt(deal)
    const sortKey = isLive ? deal.sequence : visibleAt
    addPending({ kind: 'deal', deal, sequence: deal.sequence, visibleAt, sortKey })
  }

  function addAnnulment(deal: RecordedDeal, { time, sequence, recordedAt }: Annulment) {
    const visibleAt = isLive ? time : recordedAt
    addPending({ kind: 'annulment', deal, sequence, visibleAt, sortKey: isLive ? sequence : visibleAt })
  }

  /** Whether the delayed audience saw the deal before its annulment was known. */
  const wasVisible = (deal: RecordedDeal, annulment: Annulment) => annulment.recordedAt > findVisibleAt(deal)

  /** Adds a deal with its annulment; ignores a deal that the delayed audience never sees. */
  function addRecorded(deal: RecordedDeal) {
    const { annulment } = deal
    if (annulment === null) return addDeal(deal)
    if (!isLive && !wasVisible(deal, annulment)) return
    addDeal(deal)
    addAnnulment(deal, annulment)
  }

  /** Removes and returns the events that are due at `now`, in order. */
  function removeDueEvents(now: Instant): readonly PendingEvent[] {
    const firstFuture = pendingEvents.findIndex(({ visibleAt }) => visibleAt > now)
    return pendingEvents.splice(0, firstFuture === -1 ? pendingEvents.length : firstFuture)
  }

  /**
   * Assigns the id of an event and stores it. Returns null when subscribers do not get the event.
   */
  function assignId({ kind, deal, sequence }: PendingEvent): AudienceEvent | null {
    version += 1
    if (!isCounted(deal)) return null
    lastId = isLive ? sequence : lastId + 1
    if (!isLive && kind === 'annulment') {
      reset(lastId)
      return null
    }
    const event = { kind, id: lastId, deal }
    indexes.set(event.id, emittedEvents.length)
    emittedEvents.push(event)
    return event
  }

  const isCorrection = ({ kind, deal }: PendingEvent) => !isLive && kind === 'annulment' && isCounted(deal)

  return {
    delay,
    get version() {
      return version
    },
    get lastId() {
      return lastId
    },

    subscribe: (listener) => void listeners.push(listener),

    start(baseId, now = 0, deals = []) {
      pendingEvents = []
      reset(baseId)
      for (const deal of deals) addRecorded(deal)
      for (const event of removeDueEvents(now)) assignId(event)
      restart()
    },

    record: addRecorded,

    annul(deal, annulment) {
      const others = isLive ? pendingEvents : pendingEvents.filter(({ deal: { id } }) => id !== deal.id)
      // A sent deal always gets a correction, also if its annulment was recorded first.
      if (others.length < pendingEvents.length && !wasVisible(deal, annulment)) pendingEvents = others
      else addAnnulment(deal, annulment)
    },

    advance(now) {
      const due = removeDueEvents(now)
      const events = due.flatMap((event) => assignId(event) ?? [])
      // The snapshot after a correction includes all events of this call.
      if (due.some(isCorrection)) restart()
      else for (const event of events) notify(event)
    },

    eventsAfter(id) {
      const index = indexes.get(id)
      return index === undefined ? null : emittedEvents.slice(index + 1)
    },
  }
}

const isBefore = (one: PendingEvent, other: PendingEvent | undefined) =>
  other !== undefined &&
  (one.sortKey < other.sortKey || (one.sortKey === other.sortKey && one.sequence < other.sequence))
