import { upTo } from '#src/application/messages/market.ts'
import type { DollarAmounts } from '#src/domain/market/market.ts'
import { count, usd } from '#src/domain/money.ts'
import { shortClockText } from '#src/domain/text.ts'
import type { HomeResources } from '#src/ui/home/use-home.ts'
import { Quantity } from '#src/ui/parts/figures.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { ageOf, FailedResource, hasFailed, isBusy, isStale } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface Cell {
  readonly figure: keyof DollarAmounts
  readonly label: string
  readonly format: (value: number | null) => string
  readonly unit?: string
}

const CELLS: readonly Cell[] = [
  { figure: 'sum', label: 'Negociado', format: usd, unit: 'USD' },
  { figure: 'last', label: 'Último', format: usd, unit: 'USD' },
  { figure: 'average', label: 'Promedio', format: usd, unit: 'USD' },
  { figure: 'low', label: 'Mínimo', format: usd, unit: 'USD' },
  { figure: 'high', label: 'Máximos', format: usd, unit: 'USD' },
  { figure: 'count', label: 'Transacciones', format: count },
]

type Props = Pick<HomeResources, 'amounts' | 'close'>

/** What was negotiated, up to the last deal that is shown. */
export function AmountsPanel({ amounts, close }: Props) {
  // The amounts do not say up to when; the close does, while both are of the same refresh.
  const lastDealAt = isStale(close) ? null : (close.value?.value.time ?? null)
  return (
    <Panel
      name="Montos del dólar"
      title="Montos negociados"
      className="mt-9"
      meta={ageOf(amounts, lastDealAt === null ? null : upTo(shortClockText(lastDealAt)))}
      busy={isBusy(amounts)}
      stale={isStale(amounts)}
    >
      {hasFailed(amounts) ? (
        <FailedResource resource={amounts} title="No pudimos consultar los montos del dólar" />
      ) : (
        <dl className="stats strip">
          {CELLS.map(({ figure, label, ...shown }) => (
            <div key={figure}>
              <dt>{label}</dt>
              <dd className="fig sm">
                {amounts.value ? (
                  <Quantity value={amounts.value.value[figure]} size="sm" {...shown} />
                ) : (
                  <Skeleton width="w-24" height="h-4.5" />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
