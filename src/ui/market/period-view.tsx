import { useMemo } from 'react'

import { NO_DEALS_IN_PERIOD } from '#src/application/market/market-messages.ts'
import type { ChartView, TimeRange } from '#src/domain/charting/chart-view.ts'
import type { Period } from '#src/domain/charting/intervals.ts'
import { dayName } from '#src/domain/text.ts'
import { dateOf } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { ChartRoom } from '#src/ui/market/chart-room.tsx'
import { NothingYet } from '#src/ui/market/nothing-yet.tsx'
import { PeriodChart } from '#src/ui/market/period-chart.tsx'
import { useMarketStatus } from '#src/ui/market/use-market-status.ts'
import { useNarrowPage } from '#src/ui/market/use-narrow-page.ts'
import { useResource } from '#src/ui/market/use-resource.ts'
import { ViewLegend } from '#src/ui/market/view-legend.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

interface Props {
  readonly market: Market
  readonly view: ChartView
  readonly period: Period
  readonly range: TimeRange | null
  /** How often it is asked for, in ms. */
  readonly interval: number
  readonly onPeriod: (period: Period) => void
  readonly onRange: (range: TimeRange | null) => void
}

/** A view of a period, asked for as long as it is on screen; another one is another of these. */
export function PeriodView({ market, view, period, range, interval, onPeriod, onRange }: Props) {
  const { readPeriodChart } = useUseCases()
  const narrow = useNarrowPage() && view === 'candles'
  const status = useMarketStatus(market)
  const { date } = status
  const source = useMemo(
    () => ({ date, load: (signal: AbortSignal) => readPeriodChart({ view, market, period, narrow }, signal) }),
    [readPeriodChart, view, market, period, narrow, date],
  )
  const chart = useResource(source.load, interval)
  const session = chart.value?.session ?? null
  const elsewhen = period === '1d' && session !== null && session !== dateOf(status.now)
  return (
    <ChartRoom resource={chart} legend={<ViewLegend view={view} trm={null} />} day={elsewhen ? dayName(session) : null}>
      {(answer) => {
        if (answer.value.starts.length > 0)
          return <PeriodChart chart={answer.value} session={answer.session} {...{ market, period, range, onRange }} />
        if (period !== '1d') return <p className="blank meta">{NO_DEALS_IN_PERIOD}</p>
        return <NothingYet market={market} over={status.phase === 'closed'} onFiveDays={() => onPeriod('5d')} />
      }}
    </ChartRoom>
  )
}
