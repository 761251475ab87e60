import { memo, useState } from 'react'
import { Link } from 'wouter'
import {
  AMOUNT_LABEL,
  CONVERTER,
  CURRENCY_CHOICES,
  CURRENCY_LABEL,
  findAmountError,
  formatExactRate,
  RESULT_TOO_LARGE,
  toConversion,
} from '#src/application/market/conversion.ts'
import type { HomeState } from '#src/application/market/home.ts'
import { formatConverterChoice } from '#src/application/navigation/converter-query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { CURRENCIES, toRate } from '#src/domain/trading/conversion.ts'
import { DEFAULT_CONVERTER_CHOICE } from '#src/domain/trading/converter-choice.ts'
import { Missing } from '#src/ui/parts/figures.tsx'
import { PanelHead, Region, RegionMeta } from '#src/ui/parts/panel.tsx'
import { formatMeta } from '#src/ui/parts/resource-view.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'

type Props = Pick<HomeState, 'trm' | 'close'>

interface ResultProps {
  readonly name: string
  readonly price: number | null
  readonly from: (typeof CURRENCIES)[number]
  readonly amount: string
}

function Result({ name, price, from, amount }: ResultProps) {
  const rate = price === null ? null : toRate(price)
  const conversion = rate === null ? null : toConversion(from, amount, rate)
  return (
    <div>
      <dt className="text-xs text-muted">
        {name} {rate !== null && formatExactRate(rate)}
      </dt>
      <dd className="min-h-lh text-lg font-600 break-words tabular-nums">
        {conversion === null ? <Missing /> : (conversion.result ?? RESULT_TOO_LARGE)}
      </dd>
    </div>
  )
}

/** A compact converter at the rates that the home has, so that it works without a connection too (D130). */
export const ConverterPanel = memo(({ trm, close }: Props) => {
  const [from, setFrom] = useState(DEFAULT_CONVERTER_CHOICE.from)
  const [amount, setAmount] = useState(DEFAULT_CONVERTER_CHOICE.amount)
  const query = formatConverterChoice({ ...DEFAULT_CONVERTER_CHOICE, from, amount })
  const { path } = SCREENS.converter
  return (
    <Region className="mt-10 print:hidden" aria-label={CONVERTER}>
      <PanelHead title={CONVERTER}>
        {trm.stale && (
          <RegionMeta stale over>
            {formatMeta(trm, null)}
          </RegionMeta>
        )}
        <Link
          className="ml-auto text-sm text-accent underline decoration-auto"
          href={query === '' ? path : `${path}?${query}`}
        >
          Otra tasa u otra fecha
        </Link>
      </PanelHead>
      <div className="grid12 items-start">
        <div className="sm:col-span-6 lg:col-span-4">
          <SegmentsField
            label={CURRENCY_LABEL}
            choices={CURRENCY_CHOICES}
            value={from}
            onChange={(value) => setFrom(CURRENCIES.find((currency) => currency === value) ?? from)}
          />
        </div>
        <div className="sm:col-span-6 lg:col-span-3">
          <TextField
            label={AMOUNT_LABEL}
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            value={amount}
            error={findAmountError(amount)}
            onChange={({ target }) => setAmount(target.value)}
          />
        </div>
        <dl className="grid grid-cols-2 gap-x-grid sm:col-span-full lg:col-[8/-1]" aria-live="polite">
          <Result name="TRM" price={trm.value?.inForce?.value ?? null} from={from} amount={amount} />
          <Result name="Último" price={close.value?.value.close ?? null} from={from} amount={amount} />
        </dl>
      </div>
    </Region>
  )
})
