import { createDailyResource } from '#src/application/market/daily-resource.ts'
import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { ReadHolidayNotice } from '#src/application/market/read-holiday-notice.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { ResourceDeps } from '#src/application/platform/resource.ts'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { isUsHoliday } from '#src/domain/trading/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** A holiday lasts all day; the interval only serves to recover from a failed lookup. */
const HOLIDAY_REFRESH_MS = 15 * MINUTE_MS

/** The notice of a US holiday (D2): `expected` on a calendar holiday until the lookup ends. */
export type HolidayNotice = 'none' | 'expected' | 'shown'

export interface HolidayNoticeDeps extends ResourceDeps {
  readonly readHolidayNotice: ReadHolidayNotice
}

/** The calendar only reserves the space of the notice; the lookup decides whether it is shown. */
export function createHolidayNotice(
  deps: HolidayNoticeDeps,
  status: Readable<MarketStatus>,
  market: Market,
  first: FirstView | null = null,
): Readable<HolidayNotice> {
  const lookup = createDailyResource(
    deps,
    status,
    {
      load: async (signal) => ok(await deps.readHolidayNotice(market, signal)),
      interval: HOLIDAY_REFRESH_MS,
    },
    toFirstValue(first, 'usHoliday'),
  )

  function read(): HolidayNotice {
    const { value } = lookup.getSnapshot()
    if (value === null) return isUsHoliday(status.getSnapshot().date) ? 'expected' : 'none'
    return value ? 'shown' : 'none'
  }

  const view = createDerivedView(read, () => {
    const unsubscribes = [lookup.subscribe(view.refresh).unsubscribe, status.subscribe(view.refresh).unsubscribe]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  })
  return view
}
