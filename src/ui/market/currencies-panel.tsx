import { memo } from 'react'

import type { HomeState } from '#src/application/market/home.ts'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { formatRate, formatRateChange, rateDigits } from '#src/domain/money.ts'
import type { CurrencyQuote } from '#src/domain/quotes/quotes.ts'
import { changeDirection } from '#src/domain/trading/figures.ts'
import { type QuoteRow, QuoteTable, TableSkeleton } from '#src/ui/market/quote-table.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'

const TABLE = { caption: 'Divisas', firstHeading: 'Par' }
const SKELETON_ROWS = 7

const toRow = ({ from, to, value, change }: CurrencyQuote): QuoteRow => ({
  name: from,
  counter: `/${to}`,
  value: formatRate(value),
  change: formatRateChange(change, value),
  direction: changeDirection(change, rateDigits(value)),
})

type Props = Pick<HomeState, 'currencies' | 'feeds' | 'status'>

export const CurrenciesPanel = memo(({ currencies, feeds, status }: Props) => (
  <Panel
    name="Divisas"
    className="lazy-layout-326"
    simulatedKind="currencies"
    meta={formatMeta(currencies, formatLateDataTime(feeds, 'currencies', status.today) ?? 'Última cotización')}
    busy={isBusy(currencies)}
    stale={currencies.stale}
  >
    <ResourceView
      resource={currencies}
      failureTitle="No pudimos consultar las divisas"
      skeleton={<TableSkeleton skeletonRows={SKELETON_ROWS} {...TABLE} />}
    >
      {(quotes) => <QuoteTable rows={quotes.map(toRow)} {...TABLE} />}
    </ResourceView>
  </Panel>
))
