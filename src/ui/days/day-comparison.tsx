import { useSelector } from '@xstate/react'
import { type FormEvent, useRef, useState } from 'react'
import {
  COMPARE_HINT,
  COMPARE_SAME,
  COMPARE_TITLE,
  compareTitle,
  DAY_FIGURES,
  type DayFigure,
  FIGURE_TITLES,
  findComparedMarket,
  formatDifference,
  formatFigure,
  NOTHING_TO_COMPARE,
  noFiguresNotice,
  toMarketTitle,
} from '#src/application/market/day-text.ts'
import { INVALID_DATE } from '#src/application/platform/form-errors.ts'
import { formatShortDate } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Day, DayFigures } from '#src/domain/trading/days.ts'
import { changeDirection } from '#src/domain/trading/figures.ts'
import { type LookupDay, parseLookupDay } from '#src/domain/trading/trm-choice.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { DateField } from '#src/ui/parts/date-field.tsx'
import { Change } from '#src/ui/parts/figures.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

interface Row {
  readonly figure: DayFigure
  readonly value: number
  readonly other: number
}

const createColumns = (date: BogotaDate, other: BogotaDate): readonly TableColumn<Row>[] => [
  {
    id: 'figure',
    title: 'Cifra',
    isRowHeading: true,
    className: 'hyphens-auto',
    cell: ({ figure }) => FIGURE_TITLES[figure],
  },
  { id: 'day', title: formatShortDate(date), align: 'end', cell: ({ figure, value }) => formatFigure(figure, value) },
  {
    id: 'other',
    // The smallest phones have the day and the difference.
    className: 'max-[360px]:hidden',
    title: formatShortDate(other),
    align: 'end',
    cell: ({ figure, other: value }) => formatFigure(figure, value),
  },
  {
    id: 'difference',
    title: 'Diferencia',
    align: 'end',
    cell: ({ figure, value, other: base }) => (
      <Change text={formatDifference(figure, value - base)} direction={changeDirection(value - base, 2)} isInTable />
    ),
  },
]

const toRows = (figures: DayFigures, other: DayFigures): readonly Row[] =>
  DAY_FIGURES.map((figure) => ({ figure, value: figures[figure], other: other[figure] }))

interface ResultProps {
  readonly day: Day
  readonly date: BogotaDate
}

/** The figures of the day of the page beside those of another day. The caller sets the date as a key. */
function ComparedDay({ day, date }: ResultProps) {
  const { createComparedDay } = useMarket()
  const [view] = useState(() => createComparedDay(date))
  const { list, day: other, kind } = useSelector(view, (state) => state)
  return (
    <ResourceView resource={list} failureTitle="No pudimos consultar el otro día" skeleton={<Skeleton width="w-40" />}>
      {({ first }) => {
        const market = other && findComparedMarket(day, other)
        const [figures, otherFigures] = market ? [day[market], other[market]] : [null, null]
        if (!market || !figures || !otherFigures) {
          const { lead, rest } = other?.spot || other?.nextday ? NOTHING_TO_COMPARE : noFiguresNotice(date, kind, first)
          return (
            <p className="border-l-3 border-warning pl-2.5 text-sm">
              <b className="font-550">{lead}</b> {rest}
            </p>
          )
        }
        return (
          <DataTable
            caption={`${toMarketTitle(market)}: ${compareTitle(day.date, date)}`}
            columns={createColumns(day.date, date)}
            rows={toRows(figures, otherFigures)}
            skeletonRows={0}
            toId={({ figure }) => figure}
          />
        )
      }}
    </ResourceView>
  )
}

interface Props {
  readonly day: Day
  /** The other day of the address; `invalid` has the text of a date that does not exist. */
  readonly compared: LookupDay | null
  readonly onCompare: (date: BogotaDate) => void
}

/** Why the typed day cannot be compared with the day of the page; null if it can. */
function findProblem(other: LookupDay | null, date: BogotaDate): string | null {
  if (other === null || 'invalid' in other) return INVALID_DATE
  return other.date === date ? COMPARE_SAME : null
}

/** The form that compares the day with another one (D123). The other day is in the address. */
export function DayComparison({ day, compared, onCompare }: Props) {
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const focusFirstError = useErrorFocus()
  const date = compared && 'date' in compared ? compared.date : null
  const addressError = compared && findProblem(compared, day.date)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const other = parseLookupDay(input.current?.value ?? '')
    const problem = findProblem(other, day.date)
    setError(problem)
    if (problem !== null || other === null || 'invalid' in other) focusFirstError(event.currentTarget)
    else onCompare(other.date)
  }

  return (
    <Panel name={COMPARE_TITLE} busy={false} stale={false}>
      <form className="max-w-96" noValidate onSubmit={submit}>
        <DateField
          label="Otro día"
          value={date}
          ref={input}
          error={error ?? addressError}
          hint={COMPARE_HINT}
          action={
            <Button type="submit" variant="secondary">
              Comparar
            </Button>
          }
        />
      </form>
      <div className="mt-3" role="status">
        {date !== null && error === null && addressError === null && <ComparedDay key={date} day={day} date={date} />}
      </div>
    </Panel>
  )
}
