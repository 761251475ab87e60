import { memo, useMemo } from 'react'

import type { HomeState } from '#src/application/market/home.ts'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { SparkChart } from '#src/charts/view/spark-chart.tsx'
import { formatPercent, formatPoints, formatStock } from '#src/domain/money.ts'
import type { IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import { formatDayName, formatShortClock } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { changeDirection } from '#src/domain/trading/figures.ts'
import { type QuoteRow, QuoteTable, TableSkeleton } from '#src/ui/market/quote-table.tsx'
import { GuardedRegion, Panel } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'

const TABLE = { caption: 'Índices', firstHeading: 'Índice' }
const SKELETON_ROWS = 3
const FORMATS = { x: formatShortClock, lineTick: formatStock }

const toRow = ({ name, value, change }: SecurityQuote): QuoteRow => ({
  name,
  value: formatPoints(value),
  change: formatPercent(change),
  direction: changeDirection(change, 2),
})

function IndexLine({ series }: { readonly series: IndexSeries }) {
  const columns = useMemo(() => ({ x: series.times, line: series.values }), [series])
  return <SparkChart series={columns} formats={FORMATS} label={`Índice ${series.name} durante el día`} />
}

/** Formats the name of the charted index and the trading day of its last value. */
function formatIndexDay(series: IndexSeries | null, { today }: HomeState['status']): string | null {
  const lastTime = series?.times.at(-1)
  if (!series || lastTime === undefined) return null
  const day = toDate(lastTime)
  return `${series.name}, ${day === today ? 'hoy' : formatDayName(day)}`
}

type Props = Pick<HomeState, 'indices' | 'indexSeries' | 'feeds' | 'status'>

/** The indices of the stock exchange, with a chart of the main index. */
export const IndicesPanel = memo(({ indices, indexSeries, feeds, status }: Props) => (
  <Panel
    name="Índices"
    className="lazy-layout-304"
    simulatedKind="indices"
    meta={
      formatMeta(indices, formatLateDataTime(feeds, 'indices', status.today)) ??
      formatMeta(indexSeries, formatIndexDay(indexSeries.value, status))
    }
    busy={isBusy(indices) || isBusy(indexSeries)}
    stale={indices.stale || indexSeries.stale}
  >
    <GuardedRegion>
      <ResourceView
        resource={indexSeries}
        failureTitle="No pudimos consultar la línea del índice"
        skeleton={<div className="chart-spark" />}
      >
        {(series) => <IndexLine series={series} />}
      </ResourceView>
    </GuardedRegion>
    <div className="mt-1.5">
      <ResourceView
        resource={indices}
        failureTitle="No pudimos consultar los índices"
        skeleton={<TableSkeleton skeletonRows={SKELETON_ROWS} {...TABLE} />}
      >
        {(quotes) => <QuoteTable rows={quotes.map(toRow)} {...TABLE} />}
      </ResourceView>
    </div>
  </Panel>
))
