import type { HomeState } from '#src/application/market/home.ts'
import { formatPercent, formatStock } from '#src/domain/money.ts'
import { selectQuotes } from '#src/domain/quotes/quotes.ts'
import { changeDirection } from '#src/domain/trading/figures.ts'
import { Change, Missing } from '#src/ui/parts/figures.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { FailedLine, hasFailed, isBusy } from '#src/ui/parts/resource-view.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useConfig } from '#src/ui/portal/config-context.tsx'

/** Makes the ticker focusable, so that arrow keys can scroll it if it is wider than the screen. */
const KEY_SCROLLING = { tabIndex: 0 }

interface Props extends Pick<HomeState, 'stocks'> {
  /** Formatted time of late data; null while the data is on time. */
  readonly age: string | null
}

function Cell({ symbol, stocks }: Pick<Props, 'stocks'> & { readonly symbol: string }) {
  const [quote] = stocks.value ? selectQuotes([symbol], stocks.value) : []
  return (
    <li>
      <b>{symbol}</b>
      {stocks.value === null && (
        <>
          <Skeleton width="w-11" />
          <Skeleton width="w-14" />
        </>
      )}
      {stocks.value !== null && !quote && <Missing />}
      {quote && (
        <>
          <span>{formatStock(quote.value)}</span>
          <span className="ticker-change">
            <Change text={formatPercent(quote.change)} direction={changeDirection(quote.change, 2)} />
          </span>
        </>
      )}
    </li>
  )
}

/**
 * The stock ticker, with marks for simulated and late data (D41, D53). It does not move
 * automatically; users of narrow screens scroll it (§2.4).
 */
export function Ticker({ stocks, age }: Props) {
  const { tickers } = useConfig()
  return (
    <section className="ticker" aria-label="Acciones colombianas" aria-busy={isBusy(stocks)} {...KEY_SCROLLING}>
      <GuardedRegion>
        {hasFailed(stocks) ? (
          <div className="page ticker-failed">
            <FailedLine resource={stocks} title="No pudimos consultar las acciones colombianas" />
          </div>
        ) : (
          <div className="page ticker-strip">
            <p className="ticker-note">
              <SimulatedMark kind="stocks" />
              {age !== null && <span className="text-xs text-muted">{age}</span>}
            </p>
            <ul>
              {tickers.map((symbol) => (
                <Cell key={symbol} symbol={symbol} stocks={stocks} />
              ))}
            </ul>
          </div>
        )}
      </GuardedRegion>
    </section>
  )
}
