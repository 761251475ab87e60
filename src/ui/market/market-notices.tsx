import type { ReactNode } from 'react'
import type { HolidayNotice } from '#src/application/market/day-resources.ts'
import { HOLIDAY_NOTICE } from '#src/application/market/market-messages.ts'
import { ageNotice, type MarketHead } from '#src/application/market/market-status.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { PinnedNotice } from '#src/ui/parts/pinned-notice.tsx'

function AgeNotice({ head, onRetry }: { readonly head: MarketHead; readonly onRetry: () => void }) {
  const notice = ageNotice(head)
  if (notice === null) return null
  const { lead, rest } = notice
  if (head.freshness === 'offline') {
    return (
      <PinnedNotice icon="offline" tone="info" lead={lead}>
        {rest}
      </PinnedNotice>
    )
  }
  return (
    <PinnedNotice
      icon="clock"
      tone="warn"
      lead={lead}
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          Reintentar
        </Button>
      }
    >
      {rest}
    </PinnedNotice>
  )
}

interface Props {
  readonly head: MarketHead
  readonly holiday: HolidayNotice['notice']
  readonly onRetry: () => void
  /** The action of the holiday notice: a link to the market that trades. */
  readonly holidayAction?: ReactNode
}

/**
 * The notices of a market. The space of an expected holiday notice is reserved, and the notice of old
 * data is over the page, so that the layout does not shift.
 */
export function MarketNotices({ head, holiday, onRetry, holidayAction }: Props) {
  return (
    <>
      <div className="lead-notices" role="status">
        {holiday === 'expected' && <div className={holidayAction ? 'lead-room lead-room-action' : 'lead-room'} />}
        {holiday === 'shown' && <Notice icon="calendar" tone="warn" lead={HOLIDAY_NOTICE} action={holidayAction} />}
      </div>
      <div role="status">
        <AgeNotice head={head} onRetry={onRetry} />
      </div>
    </>
  )
}
