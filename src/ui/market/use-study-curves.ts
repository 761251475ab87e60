import { useMemo, useState } from 'react'
import type { Curve } from '#src/charts/view/chart-props.ts'
import type { Studies } from '#src/domain/charting/studies.ts'
import { createStudyLines } from '#src/domain/charting/study-lines.ts'
import { toStudyCurves } from '#src/ui/market/study-curves.ts'

/** Returns the curves of the indicators of these closes; none without closes. */
export function useStudyCurves(studies: Studies, closes: Float64Array | null): readonly Curve[] {
  const [computeLines] = useState(createStudyLines)
  return useMemo(
    () => (closes === null ? [] : toStudyCurves(studies, computeLines(studies, closes))),
    [studies, computeLines, closes],
  )
}
