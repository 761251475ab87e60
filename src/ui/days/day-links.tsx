import { Link } from 'wouter'
import { formatMonthName, formatOtherDay } from '#src/application/market/day-text.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { type Neighbours, toMonth } from '#src/domain/trading/days.ts'

const LINK = 'inline-block py-1 text-sm font-550 pointer-coarse:py-2.5'

const NO_LINK = <span />

interface DayLinkProps {
  readonly date: BogotaDate
  /** The day of the page. */
  readonly page: BogotaDate
  readonly rel: 'prev' | 'next'
}

/** A link to a trading day next to the day of the page. */
const DayLink = ({ date, page, rel }: DayLinkProps) => (
  <Link className={LINK} href={toPath('day', { date })} rel={rel}>
    {rel === 'prev' && '← '}
    <span className="sr-only">{rel === 'prev' ? 'Día anterior, ' : 'Día siguiente, '}</span>
    {formatOtherDay(date, page)}
    {rel === 'next' && ' →'}
  </Link>
)

interface Props extends Neighbours {
  readonly date: BogotaDate
}

/** The trading days before and after a day, and its month. */
export const DayLinks = ({ date, previous, next }: Props) => (
  <nav className="flex flex-wrap justify-between gap-x-6 border-t border-line py-1.5" aria-label="Otros días">
    <span className="max-sm:basis-full sm:mr-auto">
      <Link className={LINK} href={toPath('month', { month: toMonth(date) })}>
        {formatMonthName(toMonth(date))}
      </Link>
    </span>
    {previous === null ? NO_LINK : <DayLink date={previous} page={date} rel="prev" />}
    {next === null ? NO_LINK : <DayLink date={next} page={date} rel="next" />}
  </nav>
)
