import type { Clock, Timers } from '#src/application/platform/clocks.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Page } from '#src/application/platform/page.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { findExpiryNotice } from '#src/domain/identity/account-expiry.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { addDays, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** The link to the plans in the notice. */
export const SEE_PLANS = 'Ver planes'

/** The notice that the client's account expires soon. */
export interface ExpiryNoticeText {
  readonly lead: string
  readonly rest: string
}

const formatDaysLeft = (days: number): string => {
  if (days === 0) return 'hoy'
  return days === 1 ? 'mañana' : `en ${days} días`
}

export interface ExpiryNoticeDeps {
  readonly clientSession: ClientSession
  readonly clock: Clock
  readonly timers: Timers
  readonly page: Pick<Page, 'subscribe'>
}

/**
 * The notice in the last days of the client's account (D79), else null. The view reads it again
 * after a change of the session and at midnight. It also reads it when the page is shown, because a
 * suspended device runs no timer at midnight.
 */
export function createExpiryNoticeView({
  clientSession,
  clock,
  timers,
  page,
}: ExpiryNoticeDeps): Readable<ExpiryNoticeText | null> {
  function read(): ExpiryNoticeText | null {
    const { status } = clientSession.getSnapshot().context
    const end = status.kind === 'active' ? status.session.user.expiresAt : undefined
    const notice = findExpiryNotice(end ?? null, clock.now())
    if (notice === null) return null
    const { lastDay, days } = notice
    return {
      lead: `Su cuenta vence ${formatDaysLeft(days)}.`,
      rest: `Su último día es el ${formatLongDate(lastDay).toLowerCase()}.`,
    }
  }

  /** Refreshes the view every midnight; the returned function stops the timer. */
  function refreshAtMidnight(): () => void {
    let timer: unknown
    const scheduleRefresh = () => {
      const now = clock.now()
      const midnight = toInstant(addDays(toDate(now), 1), '00:00')
      timer = timers.setTimeout(() => {
        view.refresh()
        scheduleRefresh()
      }, midnight - now)
    }
    scheduleRefresh()
    return () => timers.clearTimeout(timer)
  }

  const view = createDerivedView(read, () => {
    const { unsubscribe } = clientSession.subscribe(() => view.refresh())
    const unsubscribes = [unsubscribe, page.subscribe(() => view.refresh()), refreshAtMidnight()]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  })
  return view
}
