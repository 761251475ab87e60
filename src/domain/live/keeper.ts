import { type ActorOptions, createActor } from 'xstate'
import {
  createRefreshMachine,
  type RefreshContext,
  type RefreshEvent,
  type RefreshSource,
} from '#src/domain/live/refresh-machine.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** What timers run on; XState's own unless said. */
export type Timers = ActorOptions<ReturnType<typeof createRefreshMachine>>['clock']

/** A resource as it stands. */
export interface Kept<T, F> extends Pick<RefreshContext<T, F>, 'value' | 'updatedAt' | 'failure' | 'failures'> {
  readonly loading: boolean
}

/** A refresh machine at work for one resource. */
export interface Keeper<T, F> {
  kept(): Kept<T, F>
  /** Takes over a value that came without being asked for. */
  push(value: T): void
  tell(type: Exclude<RefreshEvent<T, F>['type'], 'PUSHED' | 'SOURCE_CHANGED'>): void
  start(): void
  stop(): void
}

export interface KeeperNeeds<T, F> {
  readonly source: RefreshSource<T, F>
  readonly now: () => Instant
  readonly visible: boolean
  readonly online: boolean
  readonly timers?: Timers | undefined
  readonly changed: () => void
  /** Told of each value that a load brought, not of those pushed. */
  readonly loaded?: (value: T) => void
  readonly crashed: (error: unknown) => void
}

/** Keeps a resource fresh from `start` on. */
export function createKeeper<T extends object, F>(needs: KeeperNeeds<T, F>): Keeper<T, F> {
  const { source, now, visible, online, timers, changed, loaded, crashed } = needs
  const actor = createActor(createRefreshMachine<T, F>(), {
    ...(timers && { clock: timers }),
    input: { ...source, now, visible, online },
  })
  let known: T | null = null

  actor.on('CRASHED', (crash) => crashed(crash.error))
  actor.subscribe(({ context: { value } }) => {
    changed()
    if (value === null || value === known) return
    known = value
    loaded?.(value)
  })

  return {
    kept() {
      const snapshot = actor.getSnapshot()
      const { value, updatedAt, failure, failures } = snapshot.context
      const loading = snapshot.matches('loading') || snapshot.matches('refreshing')
      return { value, updatedAt, failure, failures, loading }
    },
    push(value) {
      known = value
      actor.send({ type: 'PUSHED', value })
    },
    tell: (type) => actor.send({ type }),
    start: () => void actor.start(),
    stop: () => void actor.stop(),
  }
}
