import { startAll } from '#src/application/platform/listeners.ts'
import type { Clock, Page, Timers } from '#src/application/platform/ports.ts'
import { createReadable, type Readable } from '#src/application/platform/readable.ts'
import { findExpiryNotice } from '#src/domain/identity/account-expiry.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { addDays, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** The link to the plans in the notice. */
export const SEE_PLANS = 'Ver planes'

/** The notice that the client's account expires soon; null texts mean no notice. */
export interface ExpiryNotice {
  readonly lead: string | null
  readonly rest: string | null
}

const formatDaysLeft = (days: number): string => {
  if (days === 0) return 'hoy'
  return days === 1 ? 'mañana' : `en ${days} días`
}

interface ExpiryNoticeDeps {
  readonly clientSession: Readable<ClientSessionState>
  readonly clock: Clock
  readonly timers: Timers
  readonly page: Pick<Page, 'subscribe'>
}

/**
 * The notice in the last days of the client's account (D79). The view reads it again after a change
 * of the session and at midnight. It also reads it when the page is shown, because a suspended
 * device runs no timer at midnight.
 */
export function createExpiryNoticeView({
  clientSession,
  clock,
  timers,
  page,
}: ExpiryNoticeDeps): Readable<ExpiryNotice> {
  function read(): ExpiryNotice {
    const end = clientSession.getSnapshot().session?.user.expiresAt
    const notice = findExpiryNotice(end ?? null, clock.now())
    if (notice === null) return { lead: null, rest: null }
    const { lastDay, days } = notice
    return {
      lead: `Su cuenta vence ${formatDaysLeft(days)}.`,
      rest: `Su último día es el ${formatLongDate(lastDay).toLowerCase()}.`,
    }
  }

  /** Calls `changed` every midnight; the returned function stops the timer. */
  function watchMidnight(changed: () => void): () => void {
    let timer: unknown
    const schedule = () => {
      const now = clock.now()
      const midnight = toInstant(addDays(toDate(now), 1), '00:00')
      timer = timers.setTimeout(() => {
        changed()
        schedule()
      }, midnight - now)
    }
    schedule()
    return () => timers.clearTimeout(timer)
  }

  return createReadable(read, (changed) =>
    startAll(clientSession.subscribe(changed).unsubscribe, page.subscribe(changed).unsubscribe, watchMidnight(changed)),
  )
}
