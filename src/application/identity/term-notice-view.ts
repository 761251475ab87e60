import type { Clock, Timers } from '#src/application/platform/clocks.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Page } from '#src/application/platform/page.ts'
import type { View } from '#src/application/platform/view.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { findTermNotice } from '#src/domain/identity/term.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { addDays, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** The link to the plans in the notice. */
export const RENEW = 'Ver planes'

/** The notice that the account ends soon. */
export interface TermNoticeText {
  readonly lead: string
  readonly rest: string
}

const inDays = (days: number): string => {
  if (days === 0) return 'hoy'
  return days === 1 ? 'mañana' : `en ${days} días`
}

export interface TermNoticeDeps {
  readonly clientSession: ClientSession
  readonly clock: Clock
  readonly timers: Timers
  readonly page: Pick<Page, 'subscribe'>
}

/**
 * The notice of the end of the client's account, in its last days (D79); null at other times. It is
 * computed again at midnight, and when the page is shown: a suspended machine runs no timer.
 */
export function createTermNoticeView({
  clientSession,
  clock,
  timers,
  page,
}: TermNoticeDeps): View<TermNoticeText | null> {
  function read(): TermNoticeText | null {
    const { status } = clientSession.getSnapshot().context
    const end = status.kind === 'active' ? status.session.user.expiresAt : undefined
    const notice = findTermNotice(end ?? null, clock.now())
    if (notice === null) return null
    const { lastDay, days } = notice
    return {
      lead: `Su cuenta vence ${inDays(days)}.`,
      rest: `Su último día es el ${formatLongDate(lastDay).toLowerCase()}.`,
    }
  }

  /** The returned function stops the timer. */
  function refreshAtMidnight(): () => void {
    let timer: unknown
    const wait = () => {
      const now = clock.now()
      const midnight = toInstant(addDays(toDate(now), 1), '00:00')
      timer = timers.setTimeout(() => {
        view.refresh()
        wait()
      }, midnight - now)
    }
    wait()
    return () => timers.clearTimeout(timer)
  }

  const view = createDerivedView(read, () => {
    const { unsubscribe } = clientSession.subscribe(() => view.refresh())
    const stops = [unsubscribe, page.subscribe(() => view.refresh()), refreshAtMidnight()]
    return () => {
      for (const stop of stops) stop()
    }
  })
  return view
}
