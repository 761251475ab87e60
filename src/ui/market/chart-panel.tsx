import { dayName } from '#src/domain/text.ts'
import { dateOf } from '#src/domain/time/bogota.ts'
import type { HomeResources } from '#src/ui/market/use-home.ts'
import { ChartLegend } from '#src/ui/parts/chart-legend.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { ageOf, isBusy, isStale, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { SessionChart } from '#src/ui/parts/session-chart.tsx'

type Props = Pick<HomeResources, 'intraday' | 'prices' | 'status'>

/** The session's prices above and below the TRM, and its amounts. */
export function ChartPanel({ intraday, prices, status }: Props) {
  const session = intraday.value?.session ?? null
  const isToday = session === null || session === dateOf(status.now)
  return (
    <section className="panel chart-panel" aria-label="Gráfica" aria-busy={isBusy(intraday)}>
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
                market="spot"
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
