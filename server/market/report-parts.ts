import type { MarketEvent } from '#server/market/batch.ts'
import { hasValidRow, type ReportResult, type RowFailure, type SourceReport } from '#server/market/deal-report.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, toDate } from '#src/domain/time/bogota.ts'

/**
 * Bounds of one commit: others wait for it. It reads all deals of the settled days that it changes,
 * some thousands each.
 */
export const EVENTS_PER_PART = 500
export const DAYS_PER_PART = 2

/** The day of a deal; an annulment is of the same day (`isInAnnulmentWindow`). */
const toDay = (event: MarketEvent): BogotaDate => toDate(event.kind === 'deal' ? event.deal.time : event.time)

/**
 * Splits a batch into parts that are committed one after the other, the earliest days first. The
 * events of a day keep their order. A strict batch stays whole: one refused row refuses all of it.
 */
export function splitReport(report: SourceReport): readonly SourceReport[] {
  const { events, strict } = report
  if (strict || events.length === 0) return [report]
  return splitByDay(events, toDay).map((partEvents) => ({ ...report, events: partEvents }))
}

/** Splits items into parts of bounded size, the earliest days first. The items of a day keep their order. */
export function splitByDay<T>(items: readonly T[], toItemDay: (item: T) => BogotaDate): readonly (readonly T[])[] {
  const dated = items.map((item) => ({ item, day: toItemDay(item) })).sort((a, b) => compareDays(a.day, b.day))
  const parts: T[][] = []
  let part: T[] = []
  let days = new Set<BogotaDate>()
  for (const { item, day } of dated) {
    if (part.length === EVENTS_PER_PART || (days.size === DAYS_PER_PART && !days.has(day))) {
      parts.push(part)
      part = []
      days = new Set()
    }
    part.push(item)
    days.add(day)
  }
  return [...parts, part]
}

const compareDays = (a: BogotaDate, b: BogotaDate) => (a < b ? -1 : Number(a > b))

/** Adds the results of the parts. Fails when no row of the whole batch was valid. */
export function mergeResults(results: readonly ReportResult[]): Result<ReportResult, RowFailure> {
  const sum = (count: (result: ReportResult) => number) => results.reduce((total, each) => total + count(each), 0)
  const merged: ReportResult = {
    accepted: sum(({ accepted }) => accepted),
    repeated: sum(({ repeated }) => repeated),
    annulled: sum(({ annulled }) => annulled),
    waiting: results.flatMap(({ waiting }) => waiting),
    refused: results.flatMap(({ refused }) => refused),
  }
  const [failure] = merged.refused
  return failure && !hasValidRow(merged) ? err(failure) : ok(merged)
}
