import { memo } from 'react'
import { Link } from 'wouter'

import type { HomeState } from '#src/application/market/home-view.ts'
import { formatNextTrm, formatTrmInForce, UNOFFICIAL } from '#src/application/market/trm-note-messages.ts'
import { PATHS } from '#src/ui/shell/routes.ts'

/**
 * Which TRM is in force until when, and the next one or its estimate (D67). Both lines keep their
 * room while they are empty, so that late values move nothing.
 */
export const TrmNote = memo(({ trm }: Pick<HomeState, 'trm'>) => {
  const { inForce, next } = trm.value ?? { inForce: null, next: null }
  return (
    <div className="comparison-trm">
      <p>{inForce && formatTrmInForce(inForce)}</p>
      <p>
        {next && formatNextTrm(next)} {next?.estimated && <span className="mark">{UNOFFICIAL}</span>}
      </p>
      <Link href={PATHS.trm}>Historia de la TRM</Link>
    </div>
  )
})
