import type { ReactNode } from 'react'

import { HOLIDAY_NOTICE, offline, stoppedData } from '#src/application/market/market-messages.ts'
import type { MarketView } from '#src/application/market/market-state-messages.ts'
import { clockText, shortClockText } from '#src/domain/text.ts'
import { isUsHoliday } from '#src/domain/time/calendar.ts'
import type { HomeResources } from '#src/ui/market/use-home.ts'
import { Notice } from '#src/ui/parts/notice.tsx'

function AgeNotice({ view, onRetry }: { readonly view: MarketView; readonly onRetry: () => void }) {
  const { freshness, answeredAt } = view
  if (freshness === 'offline') {
    const { lead, rest } = offline(answeredAt === null ? null : shortClockText(answeredAt))
    return (
      <Notice icon="offline" tone="info" lead={lead}>
        {rest}
      </Notice>
    )
  }
  if (freshness !== 'stopped') return null
  const { lead, rest } = stoppedData(clockText(answeredAt))
  return (
    <Notice
      icon="clock"
      tone="warn"
      lead={lead}
      action={
        <button type="button" className="btn sec small" onClick={onRetry}>
          Reintentar
        </button>
      }
    >
      {rest}
    </Notice>
  )
}

interface Props {
  readonly view: MarketView
  readonly holiday: HomeResources['holiday']
  readonly onRetry: () => void
  /** What leads from the notice of a holiday to the market that is open, nothing when none is. */
  readonly way?: ReactNode
}

/**
 * What must be known before the figures are read. Only the lookup shows the holiday (D2); the calendar merely keeps the room
 * free where it expects one, so that nothing moves when the answer comes.
 */
export function LeadNotices({ view, holiday, onRetry, way }: Props) {
  const expected = holiday.value === null && isUsHoliday(view.status.date)
  return (
    <div className="lead-notices">
      <AgeNotice view={view} onRetry={onRetry} />
      {expected && <div className={way ? 'room with-way' : 'room'} />}
      {holiday.value === true && <Notice icon="calendar" tone="warn" lead={HOLIDAY_NOTICE} action={way} />}
    </div>
  )
}
