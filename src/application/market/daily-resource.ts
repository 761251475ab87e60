import type { MarketStatus } from '#src/application/market/market-status.ts'
import {
  createResource,
  type FirstValue,
  type ResourceDeps,
  type ResourceSource,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import { createSubscribers, type View } from '#src/application/platform/view.ts'

export interface DailyResource<T> extends View<ResourceState<T>> {
  retry(): void
}

/**
 * A resource for the reference date. A new date replaces its source, which removes the value of the
 * previous day.
 */
export function createDailyResource<T>(
  deps: ResourceDeps,
  status: View<MarketStatus>,
  { load, interval }: ResourceSource<T>,
  first: FirstValue<T> | null = null,
): DailyResource<T> {
  const toSource = (): ResourceSource<T> => ({ load: (signal) => load(signal), interval })
  const resource = createResource(deps, toSource(), { first })

  const subscribers = createSubscribers(() => {
    let { date } = status.getSnapshot()
    const unsubscribeStatus = status.subscribe(() => {
      const next = status.getSnapshot().date
      if (next === date) return
      date = next
      resource.setSource(toSource())
    })
    const unsubscribeResource = resource.subscribe(subscribers.notify)
    return () => {
      unsubscribeStatus()
      unsubscribeResource()
    }
  })

  return { subscribe: subscribers.subscribe, getSnapshot: resource.getSnapshot, retry: resource.retry }
}
