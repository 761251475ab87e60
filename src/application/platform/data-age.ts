import { createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import { startAll } from '#src/application/platform/listeners.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
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
}

/** The toast for the first value after a lost connection (D53). */
export const RECONNECTED = 'Conexión restablecida. Datos al día.'

export interface DataAgeDeps extends FlowDeps, Pick<PlatformPorts, 'page'> {
  readonly toasts: Pick<Toasts, 'show'>
}

/** When the data arrived, and the expected `interval` between values in ms. */
export interface DataTimes extends Pick<ResourceState<unknown>, 'updatedAt' | 'receivedAt'> {
  readonly interval: number
}

/**
 * Creates the freshness of one or more resources (D53); without subscribers, it is `waiting`. Shows
 * a toast when the connection is restored.
 */
export function createDataAge(deps: DataAgeDeps, times: Readable<DataTimes>): Readable<DataAge> {
  const { clock, page, toasts } = deps
  const machine = freshnessMachine.provide({ actions: { notifyRestored: () => toasts.show(RECONNECTED) } })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({ updatedAt: null, interval: 0, at: clock.now(), visible: true, online: true }),
    select: ({ context: { freshness } }) => ({ freshness }),
    follow(send) {
      function update() {
        const { updatedAt, interval } = times.getSnapshot()
        send({ type: 'UPDATED', updatedAt, interval, ...page.getSnapshot() })
      }
      const stop = startAll(page.subscribe(update).unsubscribe, times.subscribe(update).unsubscribe)
      update()
      return stop
    },
  })

  return combine({ flow, times }, (parts): DataAge => ({ ...parts.flow, receivedAt: parts.times.receivedAt }))
}
