import { type Observer, type Subscription, toObserver } from 'xstate'
import { startAll } from '#src/application/platform/listeners.ts'

/**
 * A state that changes in time, in the shape of an XState actor. A subscriber reads the snapshot
 * after it subscribes, and hears of each later change.
 *
 * A snapshot is an object. Its own field `status`, if any, is never 'error': `useSelector` throws
 * such a snapshot.
 */
export interface Readable<S> {
  getSnapshot(): S
  subscribe(next?: Observer<S> | ((snapshot: S) => void)): Subscription
}

/** Starts the work of a readable; the returned function stops it. `changed` may be called often. */
export type Start = (changed: () => void) => () => void

/**
 * The one equality rule: two snapshots are equal if their fields are the same values. The object of
 * a snapshot changes only when a field changes.
 */
export function isEqual(one: object, other: object): boolean {
  if (one === other) return true
  const fields = new Map<string, unknown>(Object.entries(other))
  const entries = Object.entries(one)
  return (
    entries.length === fields.size &&
    entries.every(([name, value]) => fields.has(name) && Object.is(value, fields.get(name)))
  )
}

/**
 * Creates a readable. It starts with its first subscriber and stops with its last. `read` must
 * return equal snapshots until its sources change; it may be called at any time.
 */
export function createReadable<S extends object>(read: () => S, start: Start): Readable<S> {
  const observers = new Set<Observer<S>>()
  let snapshot: S | null = null
  /** The snapshot that the subscribers know; null while no start has finished. */
  let published: S | null = null
  let stop: (() => void) | null = null

  function getSnapshot(): S {
    const next = read()
    if (snapshot === null || !isEqual(snapshot, next)) snapshot = next
    return snapshot
  }

  function publish() {
    if (published === null) return
    const next = getSnapshot()
    if (next === published) return
    published = next
    for (const observer of [...observers]) if (observers.has(observer)) observer.next?.(next)
  }

  function unsubscribe(observer: Observer<S>) {
    if (!observers.delete(observer) || observers.size > 0) return
    published = null
    stop?.()
    stop = null
  }

  function subscribe(next?: Observer<S> | ((snapshot: S) => void)) {
    // A new object: the same listener may subscribe twice.
    const observer: Observer<S> = { ...toObserver(next) }
    observers.add(observer)
    if (observers.size === 1) {
      try {
        stop = start(publish)
      } catch (error) {
        observers.delete(observer)
        throw error
      }
      published = getSnapshot()
    }
    // A property, not a method with `this`: `useSelector` takes `unsubscribe` out of the object.
    return { unsubscribe: () => unsubscribe(observer) }
  }

  return { getSnapshot, subscribe }
}

/** A readable that its owner refreshes: `refresh` reads again and publishes a change. */
export interface Refreshable<S> extends Readable<S> {
  refresh(): void
}

export function createRefreshable<S extends object>(
  read: () => S,
  start: () => () => void = () => () => {},
): Refreshable<S> {
  /** The last snapshot while it runs: `read` may return new objects each time. */
  let current: S | null = null
  let publish = () => {}
  const readable = createReadable(
    () => current ?? read(),
    (changed) => {
      publish = changed
      const stop = start()
      current = read()
      return () => {
        publish = () => {}
        current = null
        stop()
      }
    },
  )
  return {
    ...readable,
    refresh() {
      if (current !== null) current = read()
      publish()
    },
  }
}

/** A readable whose owner sets the snapshot. */
export interface State<S> extends Readable<S> {
  set(next: S): void
}

export function createState<S extends object>(initial: S): State<S> {
  let current = initial
  const { refresh, ...readable } = createRefreshable(() => current)
  return {
    ...readable,
    set(next) {
      current = next
      refresh()
    },
  }
}

/** The readables whose snapshots have the fields of `T`. */
export type Parts<T> = { readonly [K in keyof T]: Readable<T[K]> }

/**
 * Creates a readable of several others. It is computed when it is read, so that no subscriber can
 * read an old combination, and only if a part has a new snapshot. `project` must be pure.
 */
export function combine<T extends Record<string, object>, S extends object>(
  parts: Parts<T>,
  project: (snapshots: T) => S,
): Readable<S> {
  const entries = Object.entries<Readable<object>>(parts)
  let cached: { readonly snapshots: T; readonly projected: S } | null = null

  function read(): S {
    const snapshots = Object.fromEntries(entries.map(([name, part]) => [name, part.getSnapshot()])) as T
    if (cached === null || !isEqual(cached.snapshots, snapshots)) cached = { snapshots, projected: project(snapshots) }
    return cached.projected
  }

  return createReadable(read, (changed) => startAll(...entries.map(([, part]) => part.subscribe(changed).unsubscribe)))
}

/** Adds work to a readable. `start` runs with the first subscriber; it returns the stop. */
export const withWork = <S extends object>(readable: Readable<S>, start: () => () => void): Readable<S> =>
  createReadable(readable.getSnapshot, (changed) => {
    const { unsubscribe } = readable.subscribe(changed)
    const stop = start()
    return () => {
      stop()
      unsubscribe()
    }
  })

/** A readable of several in turn; `current` returns the one in use. */
export interface Switched<S, R extends Readable<S>> extends Readable<S> {
  current(): R
}

/**
 * Creates a readable of the one that `create` makes for the key of `source`. Another key replaces
 * it, and stops the replaced one.
 */
export function switchMap<A, K extends string | number | boolean, S extends object, R extends Readable<S>>(
  source: Readable<A>,
  toKey: (snapshot: A) => K,
  create: (key: K) => R & Readable<S>,
): Switched<S, R> {
  let made: { readonly key: K; readonly readable: R & Readable<S> } | null = null

  function current() {
    const key = toKey(source.getSnapshot())
    if (made?.key !== key) made = { key, readable: create(key) }
    return made.readable
  }

  const view = createReadable<S>(
    () => current().getSnapshot(),
    (changed) => {
      let followed = current()
      let subscription = followed.subscribe(changed)
      const sourceSubscription = source.subscribe(() => {
        const next = current()
        if (next !== followed) {
          subscription.unsubscribe()
          followed = next
          subscription = next.subscribe(changed)
        }
        changed()
      })
      return () => {
        sourceSubscription.unsubscribe()
        subscription.unsubscribe()
      }
    },
  )
  return { ...view, current }
}

/** Returns the first snapshot that meets the condition. Subscribes until then. */
export const waitUntil = <S extends object>(readable: Readable<S>, isMet: (snapshot: S) => boolean): Promise<S> =>
  new Promise((resolve) => {
    const { unsubscribe } = readable.subscribe(check)
    function check(snapshot: S) {
      if (!isMet(snapshot)) return
      unsubscribe()
      resolve(snapshot)
    }
    check(readable.getSnapshot())
  })
