import { memo } from 'react'
import { Link } from 'wouter'

import type { HomeState } from '#src/application/market/home-view.ts'
import { formatNextTrm, formatTrmInForce, UNOFFICIAL } from '#src/application/market/trm-note-messages.ts'
import { PATHS } from '#src/ui/shell/routes.ts'

interface Props extends Pick<HomeState, 'trm'> {
  /** Null while the data is on time. */
  readonly age: string | null
}

/**
 * Which TRM is in force until when, and the next one or its estimate (D67). Both lines keep their
 * room while they are empty, so that late values move nothing. The last line says when the data of
 * a late provider is from (D53).
 */
export const TrmNote = memo(({ trm, age }: Props) => {
  const { inForce, next } = trm.value ?? { inForce: null, next: null }
  return (
    <div className="comparison-trm">
      <p>{inForce && formatTrmInForce(inForce)}</p>
      <p>
        {next && formatNextTrm(next)} {next?.estimated && <span className="mark">{UNOFFICIAL}</span>}
      </p>
      <Link href={PATHS.trm}>Historia de la TRM</Link> {age !== null && <span className="meta">{age}</span>}
    </div>
  )
})
