import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { DayState } from '#src/application/market/day.ts'
import {
  DAY_INTRO,
  dayTitle,
  FIGURES_TITLE,
  HOURS_TITLE,
  noFiguresNotice,
  toMarketTitle,
} from '#src/application/market/day-text.ts'
import { REGISTERED_DELAY_NOTE } from '#src/application/market/statistics.ts'
import { parseComparedDay, writeComparedDay } from '#src/application/navigation/query.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { DayComparison } from '#src/ui/days/day-comparison.tsx'
import { DayFigures } from '#src/ui/days/day-figures.tsx'
import { DayHours } from '#src/ui/days/day-hours.tsx'
import { DayLinks } from '#src/ui/days/day-links.tsx'
import { useToolsOnDemand } from '#src/ui/market/tools-on-demand.tsx'
import { useMarket, useMarketDelay, useMarketStatus } from '#src/ui/market/use-market.ts'
import { ChartLegend } from '#src/ui/parts/chart-legend.tsx'
import { DelayNote } from '#src/ui/parts/delay-note.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { GuardedRegion, Panel, PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { ScreenHead } from '#src/ui/parts/screen-head.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { TradingDayChart } from '#src/ui/parts/trading-day-chart.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'
import { TrmCorrections } from '#src/ui/trm/trm-corrections.tsx'

interface ChartProps {
  readonly date: BogotaDate
  readonly chart: NonNullable<DayState['chart']>
  readonly trm: number | null
}

/** The deals of the day as a chart and by hour; nothing on a day without deals. */
function DayDeals({ date, trm, chart: { market, intraday, hours } }: ChartProps) {
  const { phase } = useMarketStatus(market)
  const { tools, chartProps } = useToolsOnDemand(market, intraday.value?.value ?? null, useMarketDelay())
  return (
    <>
      <Region aria-label="Gráfica" aria-busy={isBusy(intraday)}>
        <PanelHead title={toMarketTitle(market)} subtitle="Precio y monto" />
        <div className="flex flex-wrap items-center justify-between gap-x-4 pb-2.5">
          <ChartLegend trm="TRM del día" />
          {tools}
        </div>
        <div className="chart chart-room">
          <GuardedRegion>
            <ResourceView resource={intraday} failureTitle="No pudimos consultar la gráfica" skeleton={null}>
              {({ value }) => (
                <TradingDayChart market={market} series={value} date={date} phase={phase} trm={trm} {...chartProps} />
              )}
            </ResourceView>
          </GuardedRegion>
        </div>
      </Region>
      {hours.length > 0 && (
        <Panel name={HOURS_TITLE} meta={toMarketTitle(market)} busy={false} stale={intraday.stale}>
          <DayHours hours={hours} caption={`${HOURS_TITLE}, ${toMarketTitle(market)}`} />
        </Panel>
      )}
    </>
  )
}

/** Reads and writes the compared day in the address. The server renders none, so hydration too. */
function useComparedDay() {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const isHydrated = useHydrated()
  return {
    compared: isHydrated ? parseComparedDay(query) : null,
    compare: (date: BogotaDate) => navigate(`${path}?${writeComparedDay(query, date)}`),
  }
}

interface ContentProps {
  readonly date: BogotaDate
  readonly state: DayState
}

/** The day, or why it has no figures. */
function DayContent({ date, state: { list, day, kind, summary, chart } }: ContentProps) {
  const { compared, compare } = useComparedDay()
  const hasFigures = day !== null && (day.spot !== null || day.nextday !== null)
  if (day === null || !hasFigures) {
    return <Empty {...noFiguresNotice(date, kind, list.value?.first ?? null, day?.trm)} size="page" />
  }
  return (
    <div className="grid12 gap-y-9">
      <p className="max-w-[88ch] text-ink-soft lg:col-span-12">{summary}</p>
      <div className="grid content-start gap-9 lg:col-[1/span_4]">
        <Panel name={FIGURES_TITLE} simulatedKind="market" busy={false} stale={list.stale}>
          <DayFigures day={day} caption={dayTitle(date)} />
        </Panel>
      </div>
      <div className="grid content-start gap-9 lg:col-[5/-1]">
        {chart && <DayDeals date={date} chart={chart} trm={day.trm} />}
        {day.corrections && <TrmCorrections corrections={day.corrections} />}
        <DayComparison day={day} compared={compared} onCompare={compare} />
      </div>
    </div>
  )
}

interface Props {
  readonly date: BogotaDate
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
}

function DayMain({ date, delay }: Props) {
  const { createDay } = useMarket()
  const [view] = useState(() => createDay(date, delay))
  const state = useSelector(view, (snapshot) => snapshot)
  const { list, neighbours } = state
  const { today } = useMarketStatus('spot')
  return (
    <Main title={dayTitle(date)}>
      <div className="pt-8 max-sm:pt-4.5">
        <ScreenHead title={dayTitle(date)} intro={DAY_INTRO} className="pb-3">
          <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 md:justify-end">
            {delay > 0 && date === today && <DelayNote text={REGISTERED_DELAY_NOTE} />}
          </div>
        </ScreenHead>
        <DayLinks date={date} {...neighbours} />
        <div className="pt-4.5">
          <ResourceView
            resource={list}
            failureTitle="No pudimos consultar ese día"
            skeleton={<Skeleton width="w-3/4" height="h-7" />}
          >
            {() => <DayContent date={date} state={state} />}
          </ResourceView>
        </div>
      </div>
    </Main>
  )
}

/** One day of the market (D123). Another day, a login or a logout mounts the page again. */
export function DayScreen({ params: { date = '' } }: ScreenProps) {
  const delay = useMarketDelay()
  return <DayMain key={`${date} ${delay}`} date={date} delay={delay} />
}
