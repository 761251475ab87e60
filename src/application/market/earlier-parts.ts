import type { CallFailure } from '#src/domain/call.ts'
import { type EarlierQuery, hasPointsBefore, toEarlierQuery } from '#src/domain/charting/earlier-points.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type ChartResult = Result<PeriodChart, CallFailure>

/**
 * Loads the parts of a chart from `start` to the left, until they reach `first` or the history has no more, and adds them
 * to `parts`, the latest first. A failure keeps those that were loaded.
 */
export async function loadEarlierParts(
  chart: Parameters<typeof toEarlierQuery>[0],
  load: (query: EarlierQuery) => Promise<ChartResult>,
  parts: PeriodChart[],
  { start, first }: { readonly start: Instant; readonly first: Instant },
): Promise<Result<null, CallFailure>> {
  const query = start > first ? toEarlierQuery(chart, start) : null
  if (query === null) return ok(null)
  const part = await load(query)
  if (!part.ok) return part
  if (!hasPointsBefore(part.value, start)) return ok(null)
  parts.push(part.value)
  return loadEarlierParts(chart, load, parts, { start: part.value.starts[0] ?? first, first })
}
