import { useSelector } from '@xstate/react'
import { useId, useState } from 'react'
import { formatExactRate, RESULT_TOO_LARGE } from '#src/application/market/conversion.ts'
import { type FoundRate, RATE_FAILED, readTypedRate, toConvertedAmount } from '#src/application/market/converter.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { RateKind } from '#src/domain/trading/conversion.ts'
import type { ConverterChoice } from '#src/domain/trading/converter-choice.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { CopyButton } from '#src/ui/parts/copy-button.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useOnline } from '#src/ui/portal/use-online.ts'

/** The sentence to copy; it is selected as a whole. */
function Sentence({ text }: { readonly text: string }) {
  const id = useId()
  return (
    <div className="mt-5">
      <label className="text-sm font-560" htmlFor={id}>
        Para copiar
      </label>
      <textarea
        id={id}
        className="mt-1.25 w-full resize-none rounded-sm border border-line-strong bg-sunken p-3 text-sm text-ink"
        rows={3}
        readOnly
        value={text}
        onFocus={({ target }) => target.select()}
      />
      <CopyButton text={text} />
    </div>
  )
}

interface ConvertedProps {
  readonly choice: ConverterChoice
  readonly rate: FoundRate
  readonly age: string | null
}

/** The result of a conversion, its rate, and where the rate comes from. */
function Converted({ choice, rate, age }: ConvertedProps) {
  const converted = toConvertedAmount(choice, rate)
  return (
    <>
      <output className="block text-xl font-640 break-words tabular-nums lg:text-3xl" aria-label="Resultado">
        {converted === null ? <Missing /> : (converted.result ?? RESULT_TOO_LARGE)}
      </output>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        <dt className="text-muted">Tasa</dt>
        <dd className="tabular-nums">{formatExactRate(rate.rate)} pesos por dólar</dd>
        <dt className="text-muted">Fuente</dt>
        <dd>{rate.source}</dd>
        {rate.validity && <dt className="text-muted">Vigencia</dt>}
        {rate.validity && <dd>{rate.validity}</dd>}
        {age && <dt className="text-muted">Edad</dt>}
        {age && <dd>{age}</dd>}
      </dl>
      {rate.note && <p className="mt-3 border-l-3 border-warning pl-2.5 text-sm">{rate.note}</p>}
      {converted?.sentence && <Sentence text={converted.sentence} />}
    </>
  )
}

interface MarketRateProps {
  readonly choice: ConverterChoice
  readonly kind: Exclude<RateKind, 'typed'>
  readonly date: BogotaDate | null
  readonly delay: number
}

/** The conversion at a rate of the market. The caller sets the rate and the day as a React key. */
function MarketRate({ choice, kind, date, delay }: MarketRateProps) {
  const { createRate } = useMarket()
  const [view] = useState(() => createRate({ kind, date, delay }))
  const { resource, found, age, offlineAge } = useSelector(view, (state) => state)
  const isOnline = useOnline()
  if (found !== null && !found.ok) return <p className="border-l-3 border-warning pl-2.5 text-sm">{found.error}</p>
  return (
    <ResourceView resource={resource} failureTitle={RATE_FAILED} skeleton={<Skeleton width="w-40" height="h-7" />}>
      {() => found && <Converted choice={choice} rate={found.value} age={isOnline ? age : offlineAge} />}
    </ResourceView>
  )
}

interface Props {
  readonly choice: ConverterChoice
  readonly hasDateError: boolean
  /** Minutes. */
  readonly delay: number
  readonly className: string
}

export function ConverterResult({ choice, hasDateError, delay, className }: Props) {
  const { rate: kind } = choice
  const date = choice.date && 'date' in choice.date ? choice.date.date : null
  const typed = kind === 'typed' ? readTypedRate(choice) : null
  return (
    <Panel name="Resultado" busy={false} stale={false} className={className}>
      <div className="min-h-60">
        {kind === 'typed' && (typed ? <Converted choice={choice} rate={typed} age={null} /> : <Missing />)}
        {kind !== 'typed' && hasDateError && <Missing />}
        {kind !== 'typed' && !hasDateError && (
          <MarketRate key={`${kind} ${date} ${delay}`} choice={choice} kind={kind} date={date} delay={delay} />
        )}
      </div>
    </Panel>
  )
}
