import {
  Actor,
  type AnyStateMachine,
  type EventFromLogic,
  fromPromise,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Clock, Log, Timers } from '#src/application/platform/ports.ts'
import { createReadable, type Readable } from '#src/application/platform/readable.ts'
import type { Answer, Call, CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface FlowDeps {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

/** The event without its time, which the flow adds. */
export type Untimed<E> = E extends { readonly at: Instant } ? Omit<E, 'at'> : E

/**
 * A running machine. An event before the first subscriber waits for it: a component may send before
 * its parent subscribes. After the last unsubscription an event has no effect.
 */
export interface Flow<S, E> extends Readable<S> {
  send(event: Untimed<E>): void
}

export interface FlowOptions<M extends AnyStateMachine, S> extends FlowDeps {
  /** Is read at each start, and before it for a snapshot without subscribers. */
  readonly input: () => InputFrom<M>
  /** The state for the subscribers. Must be pure. Children that it reads need `onSnapshot`. */
  readonly select: (snapshot: SnapshotFrom<M>) => S
  /**
   * Sends the changes of other sources, such as the page, while the flow runs. The returned
   * function stops that.
   */
  readonly follow?: (send: (event: Untimed<EventFromLogic<M>>) => void) => () => void
}

/**
 * Runs a machine while it has subscribers; each start begins anew. A crash of the machine is logged
 * once, and the last state stays. After the last unsubscription, running calls are aborted.
 */
export function createFlow<M extends AnyStateMachine, S extends object>(
  machine: M,
  { input, select, follow, clock, timers, log }: FlowOptions<M, S>,
): Flow<S, EventFromLogic<M>> {
  const createIdleActor = () => new Actor(machine, { clock: timers, input: input() })
  let actor: Actor<M> | null = null
  /** The events before the first start; null after it. */
  let waitingEvents: EventFromLogic<M>[] | null = []
  let isRunning = false
  let hasCrashed = false
  let cached: { readonly of: unknown; readonly state: S } | null = null
  /** Whether a child changed, which does not always change the machine's snapshot object. */
  let isOld = false

  // Not only when the actor notifies: a call starts, and may read this flow, before the actor does.
  function read(): S {
    actor ??= createIdleActor()
    const snapshot = actor.getSnapshot()
    if (cached !== null && (hasCrashed || (cached.of === snapshot && !isOld))) return cached.state
    isOld = false
    cached = { of: snapshot, state: select(snapshot) }
    return cached.state
  }

  function send(untimed: Untimed<EventFromLogic<M>>) {
    const event = { ...untimed, at: clock.now() } as EventFromLogic<M>
    if (isRunning) actor?.send(event)
    else waitingEvents?.push(event)
  }

  function start(changed: () => void) {
    const newActor = createIdleActor()
    actor = newActor
    cached = null
    newActor.subscribe({
      next() {
        isOld = true
        changed()
      },
      error(error) {
        hasCrashed = true
        log.error(UNEXPECTED_ERROR, error)
      },
    })
    isRunning = true
    newActor.start()
    for (const event of waitingEvents ?? []) newActor.send(event)
    waitingEvents = null
    const unfollow = follow?.(send)
    return () => {
      unfollow?.()
      isRunning = false
      hasCrashed = false
      newActor.stop()
      actor = null
      cached = null
    }
  }

  return { ...createReadable(read, start), send }
}

/** Keeps a flow running while it is busy, also after its last subscriber has left. */
export function runWhile<S extends object>(flow: Readable<S>, isBusy: (state: S) => boolean): void {
  if (!isBusy(flow.getSnapshot())) return
  const { unsubscribe } = flow.subscribe((state) => {
    if (!isBusy(state)) unsubscribe()
  })
}

/** Turns functions into the calls that a machine declares. A call that throws is logged once. */
export const createCaller =
  ({ clock, log }: Pick<FlowDeps, 'clock' | 'log'>) =>
  <I, T>(run: (input: I, signal: AbortSignal) => Promise<Result<T, CallFailure>>): Call<I, T> =>
    fromPromise<Answer<T>, I>(async ({ input, signal }) => {
      const result = await run(input, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error(UNEXPECTED_ERROR, error)
        return { ok: false, error: { kind: 'crashed' } } as const
      })
      return { ...result, at: clock.now() }
    })
