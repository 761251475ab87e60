import { createActor } from 'xstate'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import { followPage } from '#src/application/platform/page.ts'
import { createReadable, type Readable } from '#src/application/platform/readable.ts'
import type { Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { createRefreshMachine, type KnownValue, type RefreshSource } from '#src/domain/live/refresh-machine.ts'
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
  /** The last failure; null without a failure, and when the load threw. */
  readonly failure: CallFailure | null
  /** True during a load, and before the first load unless there is a first value. */
  readonly loading: boolean
  /** `retry` of the resource. Every state of a resource has the same function. */
  readonly retry: () => void
}

/** A value from before the first load, such as a value that the server rendered into the page. */
export interface FirstValue<T> extends KnownValue<T> {
  /** When the value was current, in market time. */
  readonly receivedAt: Instant
}

export type ResourceSource<T> = RefreshSource<T, CallFailure>
export type Load<T> = ResourceSource<T>['load']

export type ResourceDeps = Pick<Ports, 'clock' | 'marketClock' | 'timers' | 'page' | 'log'>

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

const COMPARED_FIELDS = ['value', 'updatedAt', 'failures', 'failure', 'loading'] as const

const isSame = <T>(one: ResourceState<T>, other: ResourceState<T>): boolean =>
  COMPARED_FIELDS.every((field) => one[field] === other[field])

export interface ResourceOptions<T> {
  readonly first?: FirstValue<T> | null
  /** Receives each loaded value after the subscribers; not a first or pushed value. */
  readonly onLoad?: (value: T) => void
}

/** Creates a resource. It runs the refresh machine while it has subscribers. */
export function createResource<T>(
  deps: ResourceDeps,
  initialSource: ResourceSource<T>,
  { first = null, onLoad = () => {} }: ResourceOptions<T> = {},
): Resource<T> {
  const { clock, marketClock, timers, page, log } = deps
  const retry = () => send({ type: 'RETRY' })
  const initialState: ResourceState<T> = {
    value: null,
    updatedAt: null,
    receivedAt: null,
    failures: 0,
    failure: null,
    loading: true,
    retry,
  }
  let source = initialSource
  let knownValue = first
  let state: ResourceState<T> = first ? { ...initialState, ...first, loading: false } : initialState
  let publish = () => {}
  let actor: ReturnType<typeof createRefreshActor> | null = null
  let pushedValue: T | null = null
  /** Starts the machine now; null when no start is pending. */
  let startPendingMachine: (() => void) | null = null

  function createRefreshActor() {
    const input = { ...source, known: knownValue, now: clock.now, visible: page.visible(), online: page.online() }
    return createActor(createRefreshMachine<T, CallFailure>(), { clock: timers, input })
  }

  type Snapshot = ReturnType<ReturnType<typeof createRefreshActor>['getSnapshot']>

  /** Converts a snapshot to the state. A new value gets the current market time. */
  function toState(snapshot: Snapshot): ResourceState<T> {
    const { value, updatedAt, failure, failures } = snapshot.context
    const loading = LOADING_STATES.some((name) => snapshot.matches(name))
    const next = { ...state, value, updatedAt, failures, failure, loading }
    if (value === state.value && updatedAt === state.updatedAt) return next
    return { ...next, receivedAt: updatedAt === null ? null : marketClock.now() }
  }

  const isNewlyLoaded = (value: T | null, previousValue: T | null): value is T & {} =>
    value !== null && value !== previousValue && value !== pushedValue

  function update(snapshot: Snapshot) {
    const previous = state
    const next = toState(snapshot)
    if (isSame(previous, next)) return
    state = next
    publish()
    if (isNewlyLoaded(next.value, previous.value)) onLoad(next.value)
  }

  function send(event: Parameters<ReturnType<typeof createRefreshActor>['send']>[0]) {
    startPendingMachine?.()
    actor?.send(event)
  }

  /** Starts the machine and returns the function that stops it. */
  function startMachine() {
    const newActor = createRefreshActor()
    actor = newActor
    newActor.on('CRASHED', ({ error }) => log.error(UNEXPECTED_ERROR, error))
    newActor.subscribe(update)
    newActor.start()
    const unfollowPage = followPage(page, newActor.send)
    return () => {
      unfollowPage()
      newActor.stop()
    }
  }

  function start(changed: () => void) {
    publish = changed
    let stop = () => {}
    let timer: unknown = null
    startPendingMachine = () => {
      timers.clearTimeout(timer)
      startPendingMachine = null
      stop = startMachine()
    }
    // With a first value, the machine starts in a later task, so that the browser can first paint
    // and handle input.
    if (knownValue === null) startPendingMachine()
    else timer = timers.setTimeout(startPendingMachine, 0)
    return () => {
      timers.clearTimeout(timer)
      startPendingMachine = null
      stop()
      publish = () => {}
      actor = null
      pushedValue = null
      knownValue = null
      state = initialState
    }
  }

  const view = createReadable(() => state, start)

  return {
    ...view,
    retry,
    push(value) {
      pushedValue = value
      send({ type: 'PUSHED', value })
    },
    setSource({ load, interval }) {
      if (source.load === load && source.interval === interval) return
      source = { load, interval }
      send({ type: 'SOURCE_CHANGED', load, interval })
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
