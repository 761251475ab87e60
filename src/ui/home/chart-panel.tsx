import { lazy, Suspense, useMemo, useState } from 'react'

import { chartSummary, NO_DEALS, noDealsYet } from '#src/application/messages/market.ts'
import type { MarketStatus } from '#src/application/use-cases/read-market-status.ts'
import type { Baseline } from '#src/charts/chart-props.ts'
import { type BogotaDate, dateOf } from '#src/domain/market/bogota.ts'
import type { IntradaySeries } from '#src/domain/market/series.ts'
import { rangeOf } from '#src/domain/market/series-range.ts'
import { SESSION_HOURS, sessionBounds } from '#src/domain/market/session-hours.ts'
import { price } from '#src/domain/money.ts'
import { dayName, longDate, shortClockText } from '#src/domain/text.ts'
import type { HomeResources } from '#src/ui/home/use-home.ts'
import { ChartLegend } from '#src/ui/parts/chart-legend.tsx'
import { CHART_PADDING, INTRADAY_FORMATS, intradayLabels } from '#src/ui/parts/chart-text.ts'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { ageOf, isBusy, isStale, ResourceView } from '#src/ui/parts/resource-view.tsx'

const importChart = () => import('#src/charts/price-chart.tsx')
const lazyChart = () => lazy(async () => ({ default: (await importChart()).PriceChart }))

/** Asked for together with the first data, so that neither waits for the other; a failure shows where it is drawn. */
importChart().catch(() => null)

const HOURS = `${SESSION_HOURS.spot.opens} a ${SESSION_HOURS.spot.closes}`

function summaryOf(series: IntradaySeries, phase: MarketStatus['phase']): string {
  const range = rangeOf(series)
  if (range === null) return phase === 'before' || phase === 'open' ? noDealsYet(SESSION_HOURS.spot.opens) : NO_DEALS
  const { from, to, first, last, low, high } = range
  return chartSummary({
    from: shortClockText(from),
    to: shortClockText(to),
    first: price(first),
    last: price(last),
    low: price(low),
    high: price(high),
  })
}

interface SessionChartProps {
  readonly series: IntradaySeries
  readonly session: BogotaDate
  readonly phase: MarketStatus['phase']
  readonly trm: number | null
}

/** Draws a session. Its chart is fetched anew each time it is put on the page, so that a retry is one. */
function SessionChart({ series, session, phase, trm }: SessionChartProps) {
  const [PriceChart] = useState(lazyChart)
  const columns = useMemo(() => ({ x: series.times, line: series.prices, bars: series.amounts }), [series])
  const domain = useMemo(() => {
    const { opensAt, closesAt } = sessionBounds('spot', session)
    return { from: opensAt, to: closesAt }
  }, [session])
  const baseline = useMemo<Baseline | null>(
    () => (trm === null ? null : { value: trm, label: `TRM ${price(trm)}` }),
    [trm],
  )
  const labels = useMemo(
    () =>
      intradayLabels(
        `Precio y monto del dólar spot, ${HOURS}`,
        `Dólar Spot, ${longDate(session)}. Precios en pesos, montos en miles de USD.`,
      ),
    [session],
  )
  return (
    <Suspense fallback={null}>
      <PriceChart
        series={columns}
        domain={domain}
        baseline={baseline}
        padding={CHART_PADDING}
        formats={INTRADAY_FORMATS}
        labels={labels}
        summary={summaryOf(series, phase)}
      />
    </Suspense>
  )
}

type Props = Pick<HomeResources, 'intraday' | 'prices' | 'status'>

/** The session's prices above and below the TRM, and its amounts. */
export function ChartPanel({ intraday, prices, status }: Props) {
  const session = intraday.value?.session ?? null
  const isToday = session === null || session === dateOf(status.now)
  return (
    <section className="right panel chart-panel" aria-label="Gráfica" aria-busy={isBusy(intraday)}>
      <div className="head">
        <h2>Precio y monto, {isToday ? 'hoy' : dayName(session)}</h2>
        {isStale(intraday) && <RegionMeta stale>{ageOf(intraday, null)}</RegionMeta>}
        <ChartLegend trm={isToday ? 'TRM vigente' : 'TRM del día'} />
      </div>
      <div className="chart chart-room">
        <GuardedRegion>
          <ResourceView resource={intraday} failed="No pudimos consultar la gráfica" skeleton={null}>
            {(answer) => (
              <SessionChart
                series={answer.value}
                session={answer.session}
                phase={status.phase}
                trm={prices.value?.value.trm.value ?? null}
              />
            )}
          </ResourceView>
        </GuardedRegion>
      </div>
    </section>
  )
}
