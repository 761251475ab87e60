import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers, type StartView } from '#src/application/platform/view.ts'

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

function isShallowEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!(isRecord(one) && isRecord(other))) return false
  const fields = new Map<string, unknown>(Object.entries(other))
  const entries = Object.entries(one)
  return entries.length === fields.size && entries.every(([name, value]) => Object.is(value, fields.get(name)))
}

export interface DerivedView<S> extends Readable<S> {
  /** Reads the state again and notifies when one of its fields changed. */
  refresh(): void
}

/**
 * Creates a view of other views. `start` subscribes to them; each change must call `refresh`, which
 * calls `read`. The snapshot object changes only when a field changes.
 */
export function createDerivedView<S>(read: () => S, start: StartView = () => () => {}): DerivedView<S> {
  let cached: { readonly state: S } | null = null
  let isRunning = false

  function readState(): S {
    const state = read()
    if (cached === null || !isShallowEqual(cached.state, state)) cached = { state }
    return cached.state
  }

  const subscribers = createSubscribers(() => {
    const stop = start()
    isRunning = true
    readState()
    return () => {
      isRunning = false
      stop()
    }
  })

  return {
    subscribe: subscribers.subscribe,
    getSnapshot: () => (isRunning && cached !== null ? cached.state : readState()),
    refresh() {
      const before = cached
      readState()
      if (isRunning && cached !== before) subscribers.notify()
    },
  }
}
