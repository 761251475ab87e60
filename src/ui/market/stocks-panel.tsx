import { memo } from 'react'

import type { HomeState } from '#src/application/market/home.ts'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { formatPercent, formatStockPesos } from '#src/domain/money.ts'
import type { SecurityQuote } from '#src/domain/quotes/quotes.ts'
import { changeDirection } from '#src/domain/trading/figures.ts'
import { type QuoteRow, QuoteTable, TableSkeleton } from '#src/ui/market/quote-table.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'

const TABLE = { caption: 'Acciones', firstHeading: 'Nombre' }
const SKELETON_ROWS = 7

const toRow = ({ name, value, change }: SecurityQuote): QuoteRow => ({
  name,
  value: formatStockPesos(value),
  change: formatPercent(change),
  direction: changeDirection(change, 2),
})

type Props = Pick<HomeState, 'stocks' | 'feeds' | 'status'>

export const StocksPanel = memo(({ stocks, feeds, status }: Props) => (
  <Panel
    name="Acciones"
    className="lazy-layout-326"
    simulatedKind="stocks"
    meta={formatMeta(stocks, formatLateDataTime(feeds, 'stocks', status.today) ?? 'Bolsa local, COP')}
    busy={isBusy(stocks)}
    stale={stocks.stale}
  >
    <ResourceView
      resource={stocks}
      failureTitle="No pudimos consultar las acciones"
      skeleton={<TableSkeleton skeletonRows={SKELETON_ROWS} {...TABLE} />}
    >
      {(quotes) => <QuoteTable rows={quotes.map(toRow)} {...TABLE} />}
    </ResourceView>
  </Panel>
))
