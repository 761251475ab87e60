import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import {
  createResource,
  type FirstValue,
  type ResourceDeps,
  type ResourceSource,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import { createSubscribers } from '#src/application/platform/view.ts'

export interface DailyResource<T> extends Readable<ResourceState<T>> {
  retry(): void
}

/**
 * Creates a resource that loads a value of the reference date. While it has subscribers, a new date
 * removes the value and loads again.
 */
export function createDailyResource<T>(
  deps: ResourceDeps,
  status: Readable<MarketStatus>,
  { load, interval }: ResourceSource<T>,
  first: FirstValue<T> | null = null,
): DailyResource<T> {
  // Creates a new `load` each time: the resource ignores a source with an unchanged `load`.
  const createSource = (): ResourceSource<T> => ({ load: (signal) => load(signal), interval })
  const resource = createResource(deps, createSource(), { first })

  const subscribers = createSubscribers(() => {
    let { date } = status.getSnapshot()
    const unsubscribeStatus = status.subscribe(() => {
      const next = status.getSnapshot().date
      if (next === date) return
      date = next
      resource.setSource(createSource())
    }).unsubscribe
    const unsubscribeResource = resource.subscribe(subscribers.notify).unsubscribe
    return () => {
      unsubscribeStatus()
      unsubscribeResource()
    }
  })

  return { subscribe: subscribers.subscribe, getSnapshot: resource.getSnapshot, retry: resource.retry }
}
