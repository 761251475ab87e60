import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { SEE_REVIEW } from '#src/application/imc/reviews/review.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Notice } from '#src/ui/parts/notice.tsx'

/** Points at a yearly review that is open and not complete (D110). */
export function OpenReview() {
  const { createOpenReview } = useImc()
  const [view] = useState(createOpenReview)
  const { progress, until } = useSelector(view, (state) => state)
  return (
    <div role="status">
      {progress !== null && (
        <div className="mt-4.5">
          <Notice icon="clock" tone="info" lead={`${SCREENS.imcReview.title}.`}>
            {progress} {until} <Link href={SCREENS.imcReview.path}>{SEE_REVIEW}</Link>
          </Notice>
        </div>
      )}
    </div>
  )
}
