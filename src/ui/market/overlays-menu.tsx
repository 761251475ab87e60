import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { getOtherMarket, OVERLAY_NAMES } from '#src/application/market/chart-overlays.ts'
import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import type { Overlays } from '#src/domain/charting/overlays.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { DateField } from '#src/ui/parts/date-field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly market: Market
  readonly overlays: Overlays
  readonly onChange: (overlays: Overlays) => void
}

/** A button with a panel, in which the user compares the day with other days and the other market. */
export const OverlaysMenu = ({ market, overlays, onChange }: Props) => (
  <Popover className="sm:relative">
    <PopoverButton className={buttonClass({ variant: 'secondary', size: 'small' })}>
      Comparar
      <Icon name="down" size={12} />
    </PopoverButton>
    <PopoverPanel
      className="absolute top-[calc(100%+4px)] left-0 z-sticky grid w-[min(280px,100vw-2*var(--md-gutter))] gap-2 rounded-md border border-line-strong bg-raised p-3 shadow-menu outline-none"
      aria-label="Comparar"
    >
      <CheckField
        checked={overlays.previous}
        onChange={({ target }) => onChange({ ...overlays, previous: target.checked })}
      >
        {OVERLAY_NAMES.previous}
      </CheckField>
      <CheckField checked={overlays.other} onChange={({ target }) => onChange({ ...overlays, other: target.checked })}>
        {MARKET_TITLES[getOtherMarket(market)]}
      </CheckField>
      <DateField
        label={OVERLAY_NAMES.date}
        value={overlays.date}
        onChange={(date) => onChange({ ...overlays, date })}
      />
    </PopoverPanel>
  </Popover>
)
