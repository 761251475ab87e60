import { Radio, RadioGroup, Tab, TabList } from '@headlessui/react'

import { CHART_VIEWS, type ChartView } from '#src/domain/charting/chart-view.ts'
import { PERIODS, type Period } from '#src/domain/charting/intervals.ts'

const VIEW_NAMES: Readonly<Record<ChartView, string>> = {
  prices: 'Precios',
  averages: 'Promedios',
  candles: 'Velas',
  bollinger: 'Bollinger',
}

interface Props {
  readonly period: Period
  readonly onPeriod: (period: Period) => void
}

/** The tabs of the views and the buttons of the periods. */
export const ChartControls = ({ period, onPeriod }: Props) => (
  <div className="views-controls">
    <TabList className="views-tabs" aria-label="Vista de la gráfica">
      {CHART_VIEWS.map((view) => (
        <Tab key={view}>{VIEW_NAMES[view]}</Tab>
      ))}
    </TabList>
    <RadioGroup className="views-periods" aria-label="Periodo" value={period} onChange={onPeriod}>
      {PERIODS.map((name) => (
        <Radio key={name} value={name} aria-label={name} as="span">
          {name.toUpperCase()}
        </Radio>
      ))}
    </RadioGroup>
  </div>
)
