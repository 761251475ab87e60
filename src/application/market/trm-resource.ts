import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import { createResource, type Resource, type ResourceDeps } from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import type { TrmNow } from '#src/domain/trading/trm-periods.ts'

/** Poll interval of clients, in ms. */
const CLIENT_REFRESH_MS = 15 * SECOND_MS

/** Poll interval of visitors, in ms. */
const VISITOR_REFRESH_MS = 60 * SECOND_MS

export type TrmDeps = ResourceDeps & Pick<Ports, 'market'>

/** The TRM in force and the next TRM (D67); `delay` in minutes. */
export const createTrmResource = (deps: TrmDeps, delay: number, first: FirstView | null = null): Resource<TrmNow> =>
  createResource(
    deps,
    {
      load: (signal) => deps.market.trmNow(delay, signal),
      interval: delay === 0 ? CLIENT_REFRESH_MS : VISITOR_REFRESH_MS,
    },
    { first: delay === VISITOR_DELAY_MINUTES ? toFirstValue(first, 'trm') : null },
  )
