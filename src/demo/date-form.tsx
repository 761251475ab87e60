import { type FormEvent, useState } from 'react'
import { FIRST_DATE, LAST_DATE, type MarketTimeProblem, readMarketTime } from '#src/demo/market-time.ts'
import { formatTime, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { DateField } from '#src/ui/parts/date-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'

const DATE_ERRORS: Readonly<Record<MarketTimeProblem, string | null>> = {
  'no-date': 'Escriba la fecha, como 2026-11-20',
  'date-out-of-range': `Escriba una fecha de ${FIRST_DATE} a ${LAST_DATE}`,
  'invalid-time': null,
}

interface Props {
  /** The current market time. */
  readonly now: Instant
  readonly onSubmit: (marketTime: Instant) => void
}

/** The date and the time of the simulated market. */
export function DateForm({ now, onSubmit }: Props) {
  const [date, setDate] = useState<string | null>(toDate(now))
  const [time, setTime] = useState(formatTime(now).slice(0, 5))
  const [problem, setProblem] = useState<MarketTimeProblem | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const marketTime = readMarketTime(date, time)
    if (marketTime.ok) onSubmit(marketTime.value)
    else setProblem(marketTime.error)
  }

  return (
    <form noValidate onSubmit={submit}>
      <DateField label="Fecha del mercado" value={date} onChange={setDate} error={problem && DATE_ERRORS[problem]} />
      <TextField
        label="Hora en Bogotá"
        inputMode="numeric"
        autoComplete="off"
        value={time}
        onChange={({ target }) => setTime(target.value)}
        error={problem === 'invalid-time' ? 'Escriba la hora, como 10:40' : null}
      />
      <Button type="submit" variant="primary" className="w-full">
        Ir a esta fecha
      </Button>
    </form>
  )
}
