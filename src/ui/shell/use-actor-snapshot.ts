import { useCallback, useSyncExternalStore } from 'react'

interface RunningActor<S> {
  getSnapshot(): S
  subscribe(listener: () => void): { unsubscribe(): void }
}

/** Returns the snapshot of a running machine; renders again when the snapshot changes. */
export function useActorSnapshot<S>(actor: RunningActor<S>): S {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = actor.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    [actor],
  )
  const read = () => actor.getSnapshot()
  return useSyncExternalStore(subscribe, read, read)
}
