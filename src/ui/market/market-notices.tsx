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
        // A silent source cannot be loaded again.
        head.freshness === 'stopped' && (
          <Button variant="secondary" size="small" onClick={onRetry}>
            Reintentar
          </Button>
        )
      }
    >
      {rest}
    </PinnedNotice>
  )
}

const SPACES = { above: 'not-empty:pt-4', below: 'not-empty:pb-4' } as const

interface Props {
  readonly head: MarketHead
  readonly holiday: HolidayNotice['notice']
  readonly onRetry: () => void
  /** The action of the holiday notice: a link to the market that trades. */
  readonly holidayAction?: ReactNode
  /** The side with the space between the notices and the rest of the page. */
  readonly space?: keyof typeof SPACES
}

/**
 * The notices of a market. The space of an expected holiday notice is reserved, and the notice of old
 * data is over the page, so that the layout does not shift.
 */
export function MarketNotices({ head, holiday, onRetry, holidayAction, space = 'below' }: Props) {
  return (
    <>
      <div className={`grid gap-2 ${SPACES[space]}`} role="status">
        {holiday === 'expected' && <div className={`max-sm:min-h-15.5 ${holidayAction ? 'min-h-13' : 'min-h-10.5'}`} />}
        {holiday === 'shown' && <Notice icon="calendar" tone="warn" lead={HOLIDAY_NOTICE} action={holidayAction} />}
      </div>
      <div role="status">
        <AgeNotice head={head} onRetry={onRetry} />
      </div>
    </>
  )
}
