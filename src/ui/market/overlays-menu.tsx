import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { getOtherMarket, ONE_DAY_ONLY, OVERLAY_NAMES } from '#src/application/market/chart-overlays.ts'
import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import type { OverlayKind, Overlays } from '#src/domain/charting/overlays.ts'
import type { Market } from '#src/domain/trading/market.ts'
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
        <DateField
          label={OVERLAY_NAMES.date}
          value={overlays.date}
          onChange={(date) => onChange({ ...overlays, date })}
        />
      ) : (
        <p className="text-xs text-muted">{ONE_DAY_ONLY}</p>
      )}
    </PopoverPanel>
  </Popover>
)
