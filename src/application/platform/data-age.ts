import { createActor } from 'xstate'

import { followPage } from '#src/application/platform/page.ts'
import { createReadable, type Readable } from '#src/application/platform/readable.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import type { Freshness } from '#src/domain/live/freshness.ts'
import { freshnessMachine } from '#src/domain/live/freshness-machine.ts'
import { nextReconnection, type Reconnection } from '#src/domain/live/reconnection.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface DataAge {
  readonly freshness: Freshness
  /** When the last value arrived, in market time; null before the first value. */
  readonly receivedAt: Instant | null
  /** True from the first value after a lost connection until `dismissReconnected` or a new loss. */
  readonly reconnected: boolean
}

/** The freshness of one or more resources, and whether the connection was restored (D53). */
export interface DataAgeView extends Readable<DataAge> {
  dismissReconnected(): void
}

export type DataAgeDeps = Pick<Ports, 'clock' | 'timers' | 'page'>

/** When the data arrived, and the expected `interval` between values in ms. */
export interface DataTimes extends Pick<ResourceState<unknown>, 'updatedAt' | 'receivedAt'> {
  readonly interval: number
}

/**
 * Creates the view. `sources` must notify when the result of `readTimes` changes. Without
 * subscribers, the freshness is `waiting`.
 */
export function createDataAge(
  { clock, timers, page }: DataAgeDeps,
  sources: readonly Readable<unknown>[],
  readTimes: () => DataTimes,
): DataAgeView {
  let reconnection: Reconnection = 'steady'
  let freshness: Freshness = 'waiting'

  let publish = () => {}

  const view = createReadable(
    (): DataAge => ({ freshness, receivedAt: readTimes().receivedAt, reconnected: reconnection === 'restored' }),
    start,
  )

  function start(changed: () => void) {
    publish = changed
    const readPage = () => ({ visible: page.visible(), online: page.online() })
    const input = { ...readTimes(), ...readPage(), now: clock.now }
    const actor = createActor(freshnessMachine, { clock: timers, input })
    const update = () => {
      const { updatedAt, interval } = readTimes()
      actor.send({ type: 'UPDATED', updatedAt, interval, ...readPage() })
    }
    actor.subscribe(({ context }) => {
      freshness = context.freshness
      reconnection = nextReconnection(reconnection, freshness, context.updatedAt)
      publish()
    })
    actor.start()
    const unfollowPage = followPage(page, update)
    const subscriptions = sources.map((source) => source.subscribe(update))
    update()
    return () => {
      unfollowPage()
      for (const { unsubscribe } of subscriptions) unsubscribe()
      publish = () => {}
      actor.stop()
      freshness = 'waiting'
      reconnection = 'steady'
    }
  }

  return {
    ...view,
    dismissReconnected() {
      reconnection = 'steady'
      publish()
    },
  }
}
