import { useSelector } from '@xstate/react'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import {
  formatTrmDates,
  LOOKUP_EMPTY,
  LOOKUP_FAILED,
  LOOKUP_HINT,
  LOOKUP_TITLE,
  lookupFailureMessage,
  lookupLead,
  SEE_DAY,
} from '#src/application/market/trm.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { INVALID_DATE } from '#src/application/platform/form-errors.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { toChartMarket } from '#src/domain/trading/days.ts'
import { type LookupDay, parseLookupDay } from '#src/domain/trading/trm-choice.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { DateField } from '#src/ui/parts/date-field.tsx'
import { Price } from '#src/ui/parts/figures.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

/** The TRM of one day. The caller sets the day as a React key. */
function LookupResult({ date }: { readonly date: BogotaDate }) {
  const { createTrmLookup } = useMarket()
  const [view] = useState(() => createTrmLookup(date))
  const { resource, result } = useSelector(view, (state) => state)
  return (
    <ResourceView resource={resource} failureTitle={LOOKUP_FAILED} skeleton={<Skeleton width="w-40" height="h-7" />}>
      {() => {
        if (result === null) return null
        if (!result.ok)
          return <p className="border-l-3 border-warning pl-2.5 text-sm">{lookupFailureMessage(result.error)}</p>
        return (
          <>
            <p className="text-sm font-550">{lookupLead(date)}</p>
            <div className="mt-2 mb-1">
              <Price value={result.value.value} size="md" />
            </div>
            {toChartMarket(date) !== null && (
              <p className="text-sm">
                <Link href={toPath('day', { date })}>{SEE_DAY}</Link>
              </p>
            )}
            {result.value.from !== result.value.until && (
              <p className="max-w-[56ch] text-sm text-muted">{formatTrmDates(result.value)}</p>
            )}
          </>
        )
      }}
    </ResourceView>
  )
}

interface Props {
  readonly lookup: LookupDay | null
  readonly onLookup: (lookup: LookupDay) => void
}

/** The form that finds the TRM in force on a day (D67). The day is in the address. */
export function TrmLookup({ lookup, onLookup }: Props) {
  const [isEmpty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const focusFirstError = useErrorFocus()
  const date = lookup && 'date' in lookup ? lookup.date : null
  const dateError = lookup !== null && date === null ? INVALID_DATE : null
  const error = isEmpty ? LOOKUP_EMPTY : dateError

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const day = parseLookupDay(input.current?.value ?? '')
    setEmpty(day === null)
    if (day === null) focusFirstError(event.currentTarget)
    else onLookup(day)
  }

  return (
    <Panel name={LOOKUP_TITLE} busy={false} stale={false}>
      <form noValidate onSubmit={submit}>
        <DateField
          label="Fecha"
          value={date}
          ref={input}
          error={error}
          hint={LOOKUP_HINT}
          action={
            <Button type="submit" variant="secondary">
              Consultar
            </Button>
          }
        />
      </form>
      <div className="min-h-21" role="status">
        {date !== null && !isEmpty && <LookupResult key={date} date={date} />}
      </div>
    </Panel>
  )
}
