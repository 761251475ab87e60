import { memo } from 'react'
import { Link } from 'wouter'
import type { HomeState } from '#src/application/market/home.ts'
import { formatNextTrm, formatTrmInForce, UNOFFICIAL } from '#src/application/market/trm-note.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { Mark } from '#src/ui/parts/mark.tsx'

interface Props extends Pick<HomeState, 'trm'> {
  /** Formatted time of late data; null while the data is on time. */
  readonly age: string | null
}

/**
 * The TRM in force with its dates, and the next TRM or its estimate (D67). The third line shows
 * the time of late data (D53). An empty line has the height of a full line, so that the layout does not
 * shift.
 */
export const TrmNote = memo(({ trm, age }: Props) => {
  const { inForce, next } = trm.value ?? { inForce: null, next: null }
  return (
    <div className="grid gap-1 border-t border-line py-2.75 text-sm text-ink-soft">
      <p className="min-h-lh">{inForce && formatTrmInForce(inForce)}</p>
      <p className="min-h-lh">
        {next && formatNextTrm(next)} {next?.estimated && <Mark text={UNOFFICIAL} />}
      </p>
      <p>
        <Link className="text-accent underline decoration-auto" href={SCREENS.trm.path}>
          Historia de la TRM
        </Link>{' '}
        {age !== null && <span className="text-xs text-muted">{age}</span>}
      </p>
      <p>
        <Link className="text-accent underline decoration-auto" href={SCREENS.days.path}>
          Días anteriores
        </Link>
      </p>
    </div>
  )
})
