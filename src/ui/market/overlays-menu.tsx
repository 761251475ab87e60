import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { getOtherMarket, ONE_DAY_ONLY, OVERLAY_NAMES } from '#src/application/market/chart-overlays.ts'
import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import { otherDateError } from '#src/application/market/other-date.ts'
import type { OverlayKind, Overlays } from '#src/domain/charting/overlays.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useLiveMarket } from '#src/ui/market/live-market.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { DateField } from '#src/ui/parts/date-field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly market: Market
  /** The comparisons that the chart has. */
  readonly kinds: readonly OverlayKind[]
  readonly overlays: Overlays
  readonly onChange: (overlays: Overlays) => void
}

interface OtherDateProps {
  readonly market: Market
  readonly value: BogotaDate | null
  readonly onChange: (date: BogotaDate | null) => void
}

/** The field of another day. One that has no line stays in it with an error, and the chart keeps the last valid one. */
function OtherDate({ market, value, onChange }: OtherDateProps) {
  const { createHistoryStart } = useMarket()
  const [history] = useState(createHistoryStart)
  const firstDay = useSelector(history, (state) => state.value?.first ?? null)
  const { status, intraday } = useLiveMarket()
  const chartDay = intraday.value?.tradingDay ?? tradingDayOnOrBefore(market, status.date)
  /** A typed day that was refused, and the day of the chart then. */
  const [refused, setRefused] = useState<{ readonly date: BogotaDate; readonly value: BogotaDate | null } | null>(null)
  const findError = (date: BogotaDate) => otherDateError(date, { market, chartDay, firstDay })
  const shown = refused?.value === value ? refused.date : value
  return (
    <DateField
      label={OVERLAY_NAMES.date}
      value={value}
      error={shown === null ? null : findError(shown)}
      onChange={(date) => {
        const isValid = date === null || findError(date) === null
        setRefused(isValid ? null : { date, value })
        if (isValid) onChange(date)
      }}
    />
  )
}

const CHECKS = ['trm', 'previous', 'other'] as const

/** A button with a panel, in which the user compares the chart with the TRM, other days and the other market. */
export const OverlaysMenu = ({ market, kinds, overlays, onChange }: Props) => (
  <Popover className="sm:relative">
    <PopoverButton className={buttonClass({ variant: 'secondary', size: 'small' })}>
      Comparar
      <Icon name="down" size={12} />
    </PopoverButton>
    <PopoverPanel
      className="absolute top-[calc(100%+4px)] left-0 z-sticky grid w-[min(280px,100vw-2*var(--md-gutter))] gap-2 rounded-md border border-line-strong bg-raised p-3 shadow-menu outline-none"
      aria-label="Comparar"
    >
      {CHECKS.filter((kind) => kinds.includes(kind)).map((kind) => (
        <CheckField
          key={kind}
          checked={overlays[kind]}
          onChange={({ target }) => onChange({ ...overlays, [kind]: target.checked })}
        >
          {kind === 'other' ? MARKET_TITLES[getOtherMarket(market)] : OVERLAY_NAMES[kind]}
        </CheckField>
      ))}
      {kinds.includes('date') ? (
        <OtherDate market={market} value={overlays.date} onChange={(date) => onChange({ ...overlays, date })} />
      ) : (
        <p className="text-xs text-muted">{ONE_DAY_ONLY}</p>
      )}
    </PopoverPanel>
  </Popover>
)
