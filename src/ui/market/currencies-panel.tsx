import { rate, rateChange } from '#src/domain/money.ts'
import type { CurrencyQuote } from '#src/domain/quotes/quotes.ts'
import { type QuoteRow, QuoteTable, WaitingTable } from '#src/ui/market/quote-table.tsx'
import type { HomeResources } from '#src/ui/market/use-home.ts'
import { Panel } from '#src/ui/parts/panel.tsx'
import { ageOf, isBusy, isStale, ResourceView } from '#src/ui/parts/resource-view.tsx'

const TABLE = { caption: 'Divisas', first: 'Par' }
const USUAL_ROWS = 7

const rowOf = ({ from, to, value, change }: CurrencyQuote): QuoteRow => ({
  name: from,
  counter: `/${to}`,
  value: rate(value),
  change: rateChange(change, value),
})

type Props = Pick<HomeResources, 'currencies'>

export const CurrenciesPanel = ({ currencies }: Props) => (
  <Panel
    name="Divisas"
    meta={ageOf(currencies, 'Última cotización')}
    busy={isBusy(currencies)}
    stale={isStale(currencies)}
  >
    <ResourceView
      resource={currencies}
      failed="No pudimos consultar las divisas"
      skeleton={<WaitingTable rows={USUAL_ROWS} {...TABLE} />}
    >
      {(quotes) => <QuoteTable rows={quotes.map(rowOf)} {...TABLE} />}
    </ResourceView>
  </Panel>
)
