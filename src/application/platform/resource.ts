import { Actor, type EventFromLogic, type SnapshotFrom } from 'xstate'
import { createCaller, type Untimed } from '#src/application/platform/flow.ts'
import { followPage } from '#src/application/platform/page.ts'
import type { PlatformPorts } from '#src/application/platform/ports.ts'
import { createReadable, type Readable } from '#src/application/platform/readable.ts'
import type { Answer, CallFailure } from '#src/domain/call.ts'
import { createRefreshMachine, type KnownValue, type UserRetry } from '#src/domain/live/refresh-machine.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A value that is refreshed, and the state of its last load. */
export interface ResourceState<T> {
  readonly value: T | null
  /** When the value arrived, on the real clock. */
  readonly updatedAt: Instant | null
  /** When the value arrived, in market time. */
  readonly receivedAt: Instant | null
  /** Failures since the last value. */
  readonly failures: number
  /** The last failure; null after a value. */
  readonly failure: CallFailure | null
  /** True if the value is old: the last refresh failed. */
  readonly stale: boolean
  /** True during a load, and before the first load unless there is a first value. */
  readonly loading: boolean
  /** The user's last retry. */
  readonly userRetry: UserRetry
  /**
   * Loads now for the user, or when a pause ends. Every state of a resource has the same function.
   */
  readonly retry: () => void
}

/** A value from before the first load, such as a value that the server rendered into the page. */
export interface FirstValue<T> extends KnownValue<T> {
  /** When the value was current, in market time. */
  readonly receivedAt: Instant
}

export type Load<T> = (signal: AbortSignal) => Promise<Result<T, CallFailure>>

/**
 * The source of the values. `interval` (ms, above 0) is the time from a result to the next load;
 * null loads once, and again for a retry or after a lost connection.
 */
export interface ResourceSource<T> {
  readonly load: Load<T>
  readonly interval: number | null
}

export type ResourceDeps = PlatformPorts

/**
 * Loads a value for the first subscriber and refreshes it until the last unsubscribes (D18). A
 * first value delays the first load until the value is as old as the interval. Pauses while the
 * page is hidden or offline. Loses its value with the last subscriber. A first value is available
 * before the first subscriber.
 */
export interface Resource<T> extends Readable<ResourceState<T>> {
  /** Loads now, or when a pause ends. No effect while a load runs, and without subscribers. */
  retry(): void
  /** Replaces the value and aborts a running load. No effect without subscribers. */
  push(value: T): void
  /** Removes the value and loads from another source. An equal source has no effect. */
  setSource(source: ResourceSource<T>): void
  /** Schedules no loads while streaming: the stream pushes the values. */
  setStreaming(streaming: boolean): void
}

const LOADING_STATES = ['loading', 'refreshing'] as const

export interface ResourceOptions<T> {
  readonly first?: FirstValue<T> | null
  /** Receives each loaded value after the subscribers; not a first or pushed value. */
  readonly onLoad?: (value: T) => void
  /** Whether a loaded value no longer changes. Then no load is scheduled. */
  readonly isFinal?: (value: T) => boolean
  /** Each change loads now, without removing the value. */
  readonly reloadOn?: Readable<object>
}

type RefreshMachine<T> = ReturnType<typeof createRefreshMachine<T>>

/** Creates a resource. It runs the refresh machine while it has subscribers. */
export function createResource<T>(
  deps: ResourceDeps,
  initialSource: ResourceSource<T>,
  { first = null, onLoad = () => {}, isFinal = () => false, reloadOn }: ResourceOptions<T> = {},
): Resource<T> {
  const { clock, marketClock, timers, page } = deps
  const call = createCaller(deps)
  const retry = () => send({ type: 'RETRY' })
  const initialState: ResourceState<T> = {
    value: null,
    updatedAt: null,
    receivedAt: null,
    failures: 0,
    failure: null,
    stale: false,
    loading: true,
    userRetry: 'none',
    retry: () => send({ type: 'USER_RETRY' }),
  }
  let source = initialSource
  let knownValue = first
  let state: ResourceState<T> = first ? { ...initialState, ...first, loading: false } : initialState
  let actor: Actor<RefreshMachine<T>> | null = null
  let pushedValue: T | null = null
  /** Starts the machine now; null when no start is pending. */
  let startPendingMachine: (() => void) | null = null

  function createRefreshActor() {
    const machine = createRefreshMachine<T>().provide({
      actors: { load: call((_, signal) => source.load(signal)) },
      guards: { isFinal: (_, answer: Answer<T>) => answer.ok && isFinal(answer.value) },
    })
    const { interval } = source
    const input = { interval, known: knownValue, at: clock.now(), ...page.getSnapshot() }
    return new Actor(machine, { clock: timers, input })
  }

  /** Converts a snapshot to the state. A new value gets the current market time. */
  function toState(snapshot: SnapshotFrom<RefreshMachine<T>>): ResourceState<T> {
    const { value, updatedAt, failure, failures, userRetry } = snapshot.context
    const loading = LOADING_STATES.some((name) => snapshot.matches(name))
    const stale = value !== null && failures > 0
    const next = { ...state, value, updatedAt, failures, failure, stale, loading, userRetry }
    if (value === state.value && updatedAt === state.updatedAt) return next
    return { ...next, receivedAt: updatedAt === null ? null : marketClock.now() }
  }

  function send(event: Untimed<EventFromLogic<RefreshMachine<T>>>) {
    startPendingMachine?.()
    actor?.send({ ...event, at: clock.now() })
  }

  /** Starts the machine and returns the function that stops it. */
  function startMachine(changed: () => void) {
    const newActor = createRefreshActor()
    actor = newActor
    newActor.subscribe((snapshot) => {
      const previousValue = state.value
      state = toState(snapshot)
      const { value } = state
      changed()
      if (value !== null && value !== previousValue && value !== pushedValue) onLoad(value)
    })
    newActor.start()
    const unfollowPage = followPage(page, send)
    return () => {
      unfollowPage()
      newActor.stop()
    }
  }

  function start(changed: () => void) {
    let stop = () => {}
    let timer: unknown = null
    startPendingMachine = () => {
      timers.clearTimeout(timer)
      startPendingMachine = null
      stop = startMachine(changed)
    }
    // With a first value, the machine starts in a later task, so that the browser can first paint
    // and handle input.
    if (knownValue === null) startPendingMachine()
    else timer = timers.setTimeout(startPendingMachine, 0)
    const reloadSubscription = reloadOn?.subscribe(retry)
    return () => {
      reloadSubscription?.unsubscribe()
      timers.clearTimeout(timer)
      startPendingMachine = null
      stop()
      actor = null
      pushedValue = null
      knownValue = null
      state = initialState
    }
  }

  return {
    ...createReadable(() => state, start),
    retry,
    push(value) {
      pushedValue = value
      send({ type: 'PUSHED', value })
    },
    setSource(next) {
      if (source.load === next.load && source.interval === next.interval) return
      source = next
      send({ type: 'SOURCE_CHANGED', interval: next.interval })
    },
    setStreaming: (streaming) => send({ type: streaming ? 'STREAM_OPENED' : 'STREAM_LOST' }),
  }
}

/**
 * Returns `before` if a panel would not change: only the arrival times differ, and no refresh has
 * failed.
 */
export function reuseUnchanged<T>(before: ResourceState<T> | null, next: ResourceState<T>): ResourceState<T> {
  if (before === null || next.failures > 0) return next
  const { value, failures, loading } = before
  return value === next.value && failures === 0 && loading === next.loading ? before : next
}
