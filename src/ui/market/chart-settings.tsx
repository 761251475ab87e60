import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { AUTOMATIC_INTERVAL, INTERVAL_TEXTS } from '#src/application/market/chart-tool-messages.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { findChosenInterval, type IntervalName, PERIOD_INTERVALS, type Period } from '#src/domain/charting/intervals.ts'
import { listOverlayKinds } from '#src/domain/charting/overlays.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { OverlaysMenu } from '#src/ui/market/overlays-menu.tsx'
import { StudiesMenu } from '#src/ui/market/studies-menu.tsx'
import type { ChartToolsState } from '#src/ui/market/use-chart-tools.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { OPTION_CLASS, openOnEnter } from '#src/ui/parts/choice-field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

const toText = (interval: IntervalName | null) => (interval === null ? AUTOMATIC_INTERVAL : INTERVAL_TEXTS[interval])

interface IntervalMenuProps {
  readonly period: Period
  readonly interval: IntervalName | null
  readonly onChange: (interval: IntervalName | null) => void
}

/** The choice of the time that one point of the chart covers, of those that the period has. */
const IntervalMenu = ({ period, interval, onChange }: IntervalMenuProps) => {
  const chosen = findChosenInterval(period, interval)
  return (
    <Listbox value={chosen} onChange={onChange}>
      <div className="relative">
        <ListboxButton
          className={buttonClass({ variant: 'secondary', size: 'small' })}
          aria-label={`Intervalo: ${toText(chosen)}`}
          onKeyDown={openOnEnter}
        >
          <span className="max-sm:hidden">Intervalo:</span> {toText(chosen)}
          <Icon name="down" size={12} />
        </ListboxButton>
        <ListboxOptions
          className="absolute top-[calc(100%+4px)] left-0 z-sticky min-w-44 rounded-md border border-line-strong bg-raised p-1 shadow-menu outline-none"
          modal={false}
        >
          {[null, ...PERIOD_INTERVALS[period]].map((name) => (
            <ListboxOption key={name} value={name} className={OPTION_CLASS}>
              {toText(name)}
              {name === chosen && <Icon name="check" />}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </div>
    </Listbox>
  )
}

interface Props {
  readonly market: Market
  readonly view: ChartView
  readonly period: Period
  readonly tools: ChartToolsState
}

/** The settings of the chart: interval, indicators and comparisons. */
export const ChartSettings = ({ market, view, period, tools }: Props) => (
  <>
    <IntervalMenu period={period} interval={tools.interval} onChange={tools.chooseInterval} />
    <StudiesMenu
      studies={tools.studies}
      onChange={tools.chooseStudies}
      amounts={view === 'prices' ? null : tools.amounts}
      onAmounts={tools.chooseAmounts}
    />
    <OverlaysMenu
      market={market}
      kinds={listOverlayKinds({ view, period, interval: tools.interval })}
      overlays={tools.overlays}
      onChange={tools.chooseOverlays}
    />
  </>
)
