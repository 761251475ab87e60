import { useRef } from 'react'
import { AMOUNT_LABEL, CURRENCY_CHOICES, CURRENCY_LABEL } from '#src/application/market/conversion.ts'
import { type ConverterErrors, RATE_CHOICES, TODAY_HINT } from '#src/application/market/converter.ts'
import { CURRENCIES, RATE_KINDS } from '#src/domain/trading/conversion.ts'
import type { ConverterChoice } from '#src/domain/trading/converter-choice.ts'
import { DateField } from '#src/ui/parts/date-field.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'

interface Props {
  readonly choice: ConverterChoice
  readonly errors: ConverterErrors
  readonly onChange: (changes: Partial<ConverterChoice>) => void
  readonly className: string
}

/** The fields of the converter; each change is in the address at once. */
export function ConverterForm({ choice, errors, onChange, className }: Props) {
  const { from, amount, rate, typedRate, date } = choice
  const isAttached = useRef(false)

  /** Takes the amount that the user typed before hydration; else the one of the address replaces it. */
  function takeTypedAmount(control: HTMLInputElement | null) {
    if (control === null || isAttached.current) return
    isAttached.current = true
    if (control.value !== amount) onChange({ amount: control.value })
  }

  return (
    <Panel name="Datos" busy={false} stale={false} className={className}>
      <SegmentsField
        label={CURRENCY_LABEL}
        choices={CURRENCY_CHOICES}
        value={from}
        onChange={(value) => onChange({ from: CURRENCIES.find((currency) => currency === value) ?? from })}
      />
      <TextField
        label={`${AMOUNT_LABEL} en ${from === 'usd' ? 'dólares' : 'pesos'}`}
        ref={takeTypedAmount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        value={amount}
        error={errors.amount}
        onChange={({ target }) => onChange({ amount: target.value })}
      />
      <SegmentsField
        label="Tasa"
        choices={RATE_CHOICES}
        value={rate}
        onChange={(value) => onChange({ rate: RATE_KINDS.find((kind) => kind === value) ?? rate })}
      />
      {rate === 'typed' ? (
        <TextField
          label="Pesos por dólar"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={typedRate}
          error={errors.rate}
          hint="Hasta cuatro decimales"
          onChange={({ target }) => onChange({ typedRate: target.value })}
        />
      ) : (
        <DateField
          label="Fecha"
          value={date && 'date' in date ? date.date : null}
          error={errors.date}
          hint={TODAY_HINT}
          onChange={(day) => onChange({ date: day === null ? null : { date: day } })}
          onInvalid={(text) => onChange({ date: { invalid: text } })}
        />
      )}
    </Panel>
  )
}
