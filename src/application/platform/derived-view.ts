import { createSubscribers, type StartView, type View } from '#src/application/platform/view.ts'

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

function isShallowEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!(isRecord(one) && isRecord(other))) return false
  const fields = new Map<string, unknown>(Object.entries(other))
  const entries = Object.entries(one)
  return entries.length === fields.size && entries.every(([name, value]) => Object.is(value, fields.get(name)))
}

export interface DerivedView<S> extends View<S> {
  /** Reads the state again and notifies when a field of it changed. */
  refresh(): void
}

/**
 * A view whose state is read from others. `read` runs after each change; the snapshot is reused
 * while no field changes. `start` subscribes to the others; without it the view only reads.
 */
export function createDerivedView<S>(read: () => S, start: StartView = () => () => {}): DerivedView<S> {
  let held: { readonly state: S } | null = null
  let running = false

  function readState(): S {
    const state = read()
    if (held === null || !isShallowEqual(held.state, state)) held = { state }
    return held.state
  }

  const subscribers = createSubscribers(() => {
    const stop = start()
    running = true
    readState()
    return () => {
      running = false
      stop()
    }
  })

  return {
    subscribe: subscribers.subscribe,
    getSnapshot: () => (running && held !== null ? held.state : readState()),
    refresh() {
      const before = held
      readState()
      if (running && held !== before) subscribers.notify()
    },
  }
}
