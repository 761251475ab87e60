import * as z from 'zod/mini'
import { type FeedFailure, parseJson } from '#server/feeds/feed-failure.ts'
import type { FeedText } from '#server/feeds/fetch-feed.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { addDays, parseDate } from '#src/domain/time/bogota.ts'
import type { CertifiedTrm } from '#src/domain/trading/certified-trms.ts'

/** Maximum days from the first to the last day of a TRM: weekends with holidays around them. */
const MAX_DAYS_TO_LAST = 10

/** A row of the State's open data, with values such as `2026-11-20T00:00:00.000` or `"4098.17"`. */
const rowSchema = z.object({
  valor: z.union([z.number(), z.string().check(z.regex(/^\d{1,7}(\.\d{1,6})?$/))]),
  vigenciadesde: z.string(),
  vigenciahasta: z.string(),
})

const rowsSchema = z.array(z.unknown())

function toTrm(value: unknown): readonly CertifiedTrm[] {
  const parsed = rowSchema.safeParse(value)
  if (!parsed.success) return []
  const { valor, vigenciadesde, vigenciahasta } = parsed.data
  const pesos = Math.round(Number(valor) * 100) / 100
  const [from, until] = [parseDate(vigenciadesde.slice(0, 10)), parseDate(vigenciahasta.slice(0, 10))]
  if (from === null || until === null || !(pesos > 0)) return []
  return from <= until && until <= addDays(from, MAX_DAYS_TO_LAST) ? [{ value: pesos, from, until }] : []
}

/**
 * Reads the certified TRMs of the State's open data. Skips unreadable rows; fails when none is
 * readable.
 */
export function parseTrmFeed({ text }: FeedText): Result<readonly CertifiedTrm[], FeedFailure> {
  const parsed = rowsSchema.safeParse(parseJson(text))
  if (!parsed.success) return err({ kind: 'malformed' })
  const trms = parsed.data.flatMap(toTrm)
  return trms.length === 0 ? err({ kind: 'no-rows' }) : ok(trms)
}
