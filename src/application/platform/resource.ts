import { createActor } from 'xstate'

import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { followPage } from '#src/application/platform/follow-page.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import { createSubscribers, type View } from '#src/application/platform/view.ts'
import type { Ports } from '#src/application/ports.ts'
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
  /** The last failure; null when the load threw. */
  readonly failure: GatewayFailure | null
  readonly loading: boolean
  /** Loads at once. The same function in every state of a resource. */
  readonly retry: () => void
}

/** A value that the server rendered into the page; it needs no load. */
export interface FirstValue<T> extends KnownValue<T> {
  /** When the value was current, in market time. */
  readonly receivedAt: Instant
}

export type ResourceSource<T> = RefreshSource<T, GatewayFailure>
export type Load<T> = ResourceSource<T>['load']

export type ResourceDeps = Pick<Ports, 'clock' | 'marketClock' | 'timers' | 'page' | 'log'>

/**
 * A value that is loaded for the first subscriber and refreshed until the last one unsubscribes
 * (D18). It pauses while the page is hidden or offline. Without subscribers it has no value, except
 * a first value before the first subscriber.
 */
export interface Resource<T> extends View<ResourceState<T>> {
  /** Loads at once. */
  retry(): void
  /** Replaces the value by a pushed one, without a load. */
  push(value: T): void
  /** Removes the value and loads from another source; the same source changes nothing. */
  setSource(source: ResourceSource<T>): void
  /** While streaming no load is scheduled: the values are pushed. */
  setStreaming(streaming: boolean): void
}

const LOADING_STATES = ['loading', 'refreshing'] as const

const FIELDS = ['value', 'updatedAt', 'failures', 'failure', 'loading'] as const

const isSame = <T>(one: ResourceState<T>, other: ResourceState<T>): boolean =>
  FIELDS.every((field) => one[field] === other[field])

export interface ResourceOptions<T> {
  readonly first?: FirstValue<T> | null
  /** Receives each loaded value. */
  readonly onLoad?: (value: T) => void
}

/** Runs the refresh machine for one source. */
export function createResource<T>(
  deps: ResourceDeps,
  firstSource: ResourceSource<T>,
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
  let source = firstSource
  let known = first
  let state: ResourceState<T> = first ? { ...initialState, ...first, loading: false } : initialState
  let actor: ReturnType<typeof createRefreshActor> | null = null
  let pushed: T | null = null
  /** Starts the machine that a first value delays; null once it runs. */
  let begin: (() => void) | null = null

  function createRefreshActor() {
    const input = { ...source, known, now: clock.now, visible: page.visible(), online: page.online() }
    return createActor(createRefreshMachine<T, GatewayFailure>(), { clock: timers, input })
  }

  type Snapshot = ReturnType<ReturnType<typeof createRefreshActor>['getSnapshot']>

  /** A new value gets the market time of its arrival. */
  function toState(snapshot: Snapshot): ResourceState<T> {
    const { value, updatedAt, failure, failures } = snapshot.context
    const loading = LOADING_STATES.some((name) => snapshot.matches(name))
    const next = { ...state, value, updatedAt, failures, failure, loading }
    if (value === state.value && updatedAt === state.updatedAt) return next
    return { ...next, receivedAt: updatedAt === null ? null : marketClock.now() }
  }

  const isLoaded = (value: T | null, before: T | null): value is T & {} =>
    value !== null && value !== before && value !== pushed

  function update(snapshot: Snapshot) {
    const before = state
    const next = toState(snapshot)
    if (isSame(before, next)) return
    state = next
    subscribers.notify()
    if (isLoaded(next.value, before.value)) onLoad(next.value)
  }

  function send(event: Parameters<ReturnType<typeof createRefreshActor>['send']>[0]) {
    begin?.()
    actor?.send(event)
  }

  /** Starts the machine and returns the function that stops it. */
  function run() {
    const running = createRefreshActor()
    actor = running
    running.on('CRASHED', ({ error }) => log.error(UNEXPECTED_ERROR, error))
    running.subscribe(update)
    running.start()
    const unfollowPage = followPage(page, running.send)
    return () => {
      unfollowPage()
      running.stop()
    }
  }

  function start() {
    let stop = () => {}
    let timer: unknown = null
    begin = () => {
      timers.clearTimeout(timer)
      begin = null
      stop = run()
    }
    // A first value needs no load yet: its machine starts in a later task, after the browser could
    // paint and handle input.
    if (known === null) begin()
    else timer = timers.setTimeout(begin, 0)
    return () => {
      timers.clearTimeout(timer)
      begin = null
      stop()
      actor = null
      pushed = null
      known = null
      state = initialState
    }
  }

  const subscribers = createSubscribers(start)

  return {
    getSnapshot: () => state,
    subscribe: subscribers.subscribe,
    retry,
    push(value) {
      pushed = value
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
 * Returns `before` when a panel would show the same: only the arrival times changed, and no refresh
 * failed.
 */
export function reuseShown<T>(before: ResourceState<T> | null, next: ResourceState<T>): ResourceState<T> {
  if (before === null || next.failures > 0) return next
  const { value, failures, loading } = before
  return value === next.value && failures === 0 && loading === next.loading ? before : next
}
