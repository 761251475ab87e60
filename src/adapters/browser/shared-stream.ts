import { createRandomKey } from '#src/adapters/browser/random-key.ts'
import type { SessionStore } from '#src/application/identity/ports.ts'
import type { MarketStream, StreamCursor } from '#src/application/market/ports.ts'
import type { Timers } from '#src/application/platform/ports.ts'
import { endsStream, type StreamEvent } from '#src/domain/live/stream-event.ts'

/** Wait for the window that has the connection, in ms. Without an answer, a window opens its own. */
export const JOIN_TIMEOUT_MS = 2_000

/** Events that the window with the connection stores for windows that join. */
export const MAX_STORED_EVENTS = 10_000

/** A window joins at the next event, whatever the connection has sent. */
const NEXT_EVENT = Number.MAX_SAFE_INTEGER

/** A window asks for the events after `since`. */
interface Join {
  readonly type: 'join'
  readonly from: string
  readonly since: number | null
}

/** The events after the cursor of a window; null when the owner of the lock does not have them all. */
interface Joined {
  readonly type: 'joined'
  readonly to: string
  readonly events: readonly StreamEvent[] | null
}

/** What the windows send each other; `owned`: the sender got the lock. A change of the form needs another channel name. */
type Message = Join | Joined | { readonly type: 'owned' } | { readonly type: 'event'; readonly event: StreamEvent }

export interface SharedStreamDeps {
  readonly locks: Pick<LockManager, 'request'>
  readonly createChannel: (name: string) => BroadcastChannel
  readonly timers: Timers
  readonly newKey: () => string
  /** Names the user: windows of different users share nothing. */
  readonly readUser: () => string
}

type NumberedEvent = Extract<StreamEvent, { readonly kind: 'deal' | 'annulment' }>

const isNumbered = (event: StreamEvent): event is NumberedEvent => event.kind === 'deal' || event.kind === 'annulment'

/** The events of a connection, for windows that join later. */
interface EventRecord {
  add(event: StreamEvent): void
  /** Returns the events after a cursor; null when some of them are not stored. */
  findAfter(cursor: number | null): readonly StreamEvent[] | null
}

function createEventRecord(start: number | null): EventRecord {
  let since = start
  let events: NumberedEvent[] = []
  return {
    add(event) {
      if (event.kind === 'snapshot') {
        since = event.sequence
        events = []
      }
      if (isNumbered(event)) events.push(event)
      if (events.length > MAX_STORED_EVENTS) since = events.splice(0, MAX_STORED_EVENTS / 2).at(-1)?.sequence ?? since
    },
    findAfter(cursor) {
      if (cursor === NEXT_EVENT) return []
      return cursor === null || since === null || cursor < since
        ? null
        : events.filter(({ sequence }) => sequence > cursor)
    },
  }
}

/** `alone`: with a connection that no other window uses. */
type Role = 'joining' | 'follower' | 'owner' | 'alone' | 'closed'

/** Follows a stream in one window. */
function followShared(
  stream: MarketStream,
  { locks, createChannel, timers, newKey, readUser }: SharedStreamDeps,
  { market, since, isForNews = false }: StreamCursor,
  emit: (event: StreamEvent) => void,
): () => void {
  const name = `mercado-dolar stream 1 ${market} ${readUser()}`
  const channel = createChannel(name)
  const lockRequest = new AbortController()
  let role: Role = 'joining'
  /** Of the last join: an answer to an earlier one may lack what was sent meanwhile. */
  let joinKey = ''
  /** Whether this window received `opened`, and whether its own connection did. */
  let isOpen = false
  let isConnected = false
  let lastSequence = since
  let record: EventRecord | null = null
  /** Joins that wait until the connection is open. */
  let joins: readonly Join[] = []
  let closeConnection = () => {}
  let releaseLock = () => {}
  let timer: unknown = null

  const post = (message: Message) => channel.postMessage(message)
  const isClosed = () => role === 'closed'

  function close() {
    role = 'closed'
    timers.clearTimeout(timer)
    channel.close()
    closeConnection()
    lockRequest.abort()
    releaseLock()
  }

  /**
   * A second connection goes on with the stream of the first one, and the owner may send events that this
   * window already has.
   */
  const isRepeated = (event: StreamEvent) =>
    event.kind === 'opened' ? isOpen : isNumbered(event) && lastSequence !== null && event.sequence <= lastSequence

  function deliver(event: StreamEvent) {
    if (isRepeated(event)) return
    isOpen = true
    if ('sequence' in event) lastSequence = event.sequence
    if (endsStream(event)) close()
    emit(event)
  }

  const answer = (join: Join) => post({ type: 'joined', to: join.from, events: record?.findAfter(join.since) ?? null })

  function onConnectionEvent(event: StreamEvent) {
    if (isClosed()) return
    record?.add(event)
    if (role === 'owner') post({ type: 'event', event })
    deliver(event)
    if (event.kind !== 'opened') return
    isConnected = true
    for (const request of joins) answer(request)
    joins = []
  }

  function connect() {
    if (record !== null) return
    record = createEventRecord(lastSequence)
    closeConnection = stream.follow({ market, since: lastSequence }, onConnectionEvent)
    if (isClosed()) closeConnection()
  }

  function connectAlone() {
    if (role !== 'joining') return
    role = 'alone'
    connect()
  }

  function join() {
    role = 'joining'
    joinKey = newKey()
    timers.clearTimeout(timer)
    timer = timers.setTimeout(connectAlone, JOIN_TIMEOUT_MS)
    post({ type: 'join', from: joinKey, since: isForNews && lastSequence === null ? NEXT_EVENT : lastSequence })
  }

  function own(): Promise<void> {
    timers.clearTimeout(timer)
    role = 'owner'
    post({ type: 'owned' })
    connect()
    return new Promise((resolve) => {
      releaseLock = resolve
      if (isClosed()) resolve()
    })
  }

  function onJoin(request: Join) {
    if (role !== 'owner') return
    if (isConnected) answer(request)
    else joins = [...joins, request]
  }

  function onJoined({ to, events }: Joined) {
    if (to !== joinKey || role !== 'joining') return
    timers.clearTimeout(timer)
    if (events === null) return connectAlone()
    role = 'follower'
    for (const event of [{ kind: 'opened' } as const, ...events]) deliver(event)
  }

  /** The last events of the previous owner may arrive later: the new owner says what is missing. */
  const onOwned = () => (role === 'joining' || role === 'follower') && join()

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'join') onJoin(data)
    if (data.type === 'joined') onJoined(data)
    if (data.type === 'owned') onOwned()
    if (data.type === 'event' && role === 'follower') deliver(data.event)
  }
  // The request fails when the window closes first, and where the browser refuses locks.
  locks.request(name, { signal: lockRequest.signal }, () => (isClosed() ? undefined : own())).catch(connectAlone)
  join()
  return close
}

/**
 * Shares one connection for each market between the windows of a browser (D122). A Web Lock decides
 * which window has it; that window sends every event to the others. When it closes or is hidden, the
 * next window gets the lock and connects with the cursor of its last event, so that no event is
 * lost or repeated. A window that gets no answer, or is too far behind, has a connection of its own.
 */
export const shareStream = (stream: MarketStream, deps: SharedStreamDeps): MarketStream => ({
  follow: (cursor, emit) => followShared(stream, deps, cursor, emit),
})

/**
 * Returns the function that shares streams between the windows of this browser. Locks exist only on https and
 * localhost; without them, each window has its own connection.
 */
export function createStreamSharing(window: Window & typeof globalThis, timers: Timers) {
  return (stream: MarketStream, session: SessionStore): MarketStream => {
    const locks: LockManager | undefined = window.navigator.locks
    if (locks === undefined) return stream
    const readUser = () => {
      const stored = session.read()
      return stored.kind === 'session' ? stored.session.user.id : 'visitor'
    }
    return shareStream(stream, {
      locks,
      createChannel: (name) => new window.BroadcastChannel(name),
      timers,
      newKey: () => createRandomKey(window),
      readUser,
    })
  }
}
