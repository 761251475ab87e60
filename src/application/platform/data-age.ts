import { createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import { followPage } from '#src/application/platform/page.ts'
import type { PlatformPorts } from '#src/application/platform/ports.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { Freshness } from '#src/domain/live/freshness.ts'
import { freshnessMachine } from '#src/domain/live/freshness-machine.ts'
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

export type DataAgeDeps = FlowDeps & Pick<PlatformPorts, 'page'>

/** When the data arrived, and the expected `interval` between values in ms. */
export interface DataTimes extends Pick<ResourceState<unknown>, 'updatedAt' | 'receivedAt'> {
  readonly interval: number
}

/** Creates the view. Without subscribers, the freshness is `waiting`. */
export function createDataAge(deps: DataAgeDeps, times: Readable<DataTimes>): DataAgeView {
  const { clock, page } = deps
  const flow = createFlow(freshnessMachine, {
    ...deps,
    input: () => ({ updatedAt: null, interval: 0, at: clock.now(), visible: true, online: true }),
    select: ({ context: { freshness, reconnection } }) => ({ freshness, reconnected: reconnection === 'restored' }),
    follow(send) {
      function update() {
        const { updatedAt, interval } = times.getSnapshot()
        send({ type: 'UPDATED', updatedAt, interval, visible: page.visible(), online: page.online() })
      }
      const unfollowPage = followPage(page, update)
      const { unsubscribe } = times.subscribe(update)
      update()
      return () => {
        unfollowPage()
        unsubscribe()
      }
    },
  })

  return {
    ...combine({ flow, times }, (parts): DataAge => ({ ...parts.flow, receivedAt: parts.times.receivedAt })),
    dismissReconnected: () => flow.send({ type: 'DISMISSED' }),
  }
}
