import type { ReactNode } from 'react'

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

/** The change at the right of its stock. Its line is as high as that of the stock. */
const ChangeCell = ({ children }: { readonly children: ReactNode }) => (
  <span className="mr-3.5 ml-auto text-xs/[inherit] group-last:mr-0 lg:max-[1334px]:mr-2">{children}</span>
)

/** A stock. From 1200 to 1333 px, six stocks and a mark fit in a row only with less space. */
function Cell({ symbol, stocks }: Pick<Props, 'stocks'> & { readonly symbol: string }) {
  const [quote] = stocks.value ? selectQuotes([symbol], stocks.value) : []
  return (
    <li className="group flex items-baseline gap-2 border-l border-line py-2.25 pl-3.5 text-sm wdth-table whitespace-nowrap first:border-l-0 first:pl-0 max-lg:gap-2.5 lg:max-[1334px]:gap-1.25 lg:max-[1334px]:pl-2 lg:max-[1334px]:font-stretch-86%">
      <b>{symbol}</b>
      {stocks.value === null && (
        <>
          <Skeleton width="w-11" />
          <ChangeCell>
            <Skeleton width="w-14" />
          </ChangeCell>
        </>
      )}
      {stocks.value !== null && !quote && <Missing />}
      {quote && (
        <>
          <span>{formatStock(quote.value)}</span>
          <ChangeCell>
            <Change text={formatPercent(quote.change)} direction={changeDirection(quote.change, 2)} />
          </ChangeCell>
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
    <section
      className="relative scrollbar-none overflow-x-auto border-b border-line focus-visible:-outline-offset-2 print:overflow-hidden"
      aria-label="Acciones colombianas"
      aria-busy={isBusy(stocks)}
      {...KEY_SCROLLING}
    >
      <GuardedRegion>
        {hasFailed(stocks) ? (
          <div className="page grid min-h-9.5 items-center">
            <FailedLine resource={stocks} title="No pudimos consultar las acciones colombianas" />
          </div>
        ) : (
          <div className="page flex items-center max-lg:w-max max-lg:px-0">
            {/* The marks are after the stocks; in a ticker that scrolls, before the stocks. */}
            <p className="flex flex-none items-center gap-2 py-1 pl-3.5 whitespace-nowrap empty:hidden max-lg:pl-gutter lg:order-1 lg:max-[1334px]:pl-2">
              <SimulatedMark kind="stocks" />
              {age !== null && <span className="text-xs text-muted">{age}</span>}
            </p>
            <ul className="grid min-h-9.5 flex-1 grid-cols-[repeat(6,1fr)] max-lg:w-max max-lg:auto-cols-max max-lg:grid-flow-col max-lg:grid-cols-none max-lg:px-gutter print:w-full print:grid-flow-row print:grid-cols-[repeat(3,1fr)] print:px-0">
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
