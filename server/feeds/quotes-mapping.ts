import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'

import { parseJson } from '#server/feeds/feed-failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const httpUrl = z.string().check(z.refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text)))

/** Name of a column, or path of a field with dots: `quote.last`. */
const fieldPath = z.string().check(z.minLength(1), z.maxLength(200))

const SHARED_FIELDS = {
  url: httpUrl,
  format: z.enum(['json', 'csv']),
  /** JSON: path of the list. By default the reply is the list. */
  rows: z.optional(fieldPath),
  /** CSV: the separator of columns; a comma by default. */
  separator: z.optional(z.enum([',', ';', '\t', '|'])),
  /** The decimal mark, by default a point. The other mark separates thousands. */
  decimal: z.optional(z.enum(['.', ','])),
  /** Seconds between two requests. */
  every: z.optional(z.int().check(z.gte(5), z.lte(86_400))),
  /** Request headers, such as the key of the provider. */
  headers: z.optional(z.record(z.string().check(z.regex(/^[\w-]+$/)), z.string().check(z.regex(/^[\x20-\x7e]*$/)))),
  value: fieldPath,
  /**
   * In percent for securities, in the unit of `value` for currencies. A mapping has either `change`
   * or `previous`.
   */
  change: z.optional(fieldPath),
  /** The previous close, from which the change is computed. */
  previous: z.optional(fieldPath),
}

const requireChangeOrPrevious = z.refine<{
  readonly change?: string | undefined
  readonly previous?: string | undefined
}>(({ change, previous }) => (change === undefined) !== (previous === undefined), { path: ['change'] })

const securitiesMapping = z
  .strictObject({
    ...SHARED_FIELDS,
    name: fieldPath,
    /** The portal's names by the provider's names. Other names are shown unchanged. */
    names: z.optional(z.record(z.string(), z.string().check(z.minLength(1)))),
  })
  .check(requireChangeOrPrevious)

/** `from` and `to` are fields, or a code after an equals sign: `=COP`. */
const currenciesMapping = z
  .strictObject({ ...SHARED_FIELDS, from: fieldPath, to: fieldPath })
  .check(requireChangeOrPrevious)

const quotesMapping = z.strictObject({
  currencies: z.optional(currenciesMapping),
  stocks: z.optional(securitiesMapping),
  indices: z.optional(securitiesMapping),
})

/** The provider of each kind of quotes, and the fields of its rows (D53). */
export type QuotesMapping = z.infer<typeof quotesMapping>
export type SecuritiesMapping = z.infer<typeof securitiesMapping>
export type CurrenciesMapping = z.infer<typeof currenciesMapping>

/**
 * The file of QUOTES_CONFIG has invalid fields. `fields` is empty when the file cannot be read or
 * is not a JSON object.
 */
export interface QuotesConfigFailure {
  readonly kind: 'quotes-config'
  readonly file: string
  readonly fields: readonly string[]
}

/** Returns the paths of the invalid or unknown fields of an issue. */
const toFields = (issue: z.core.$ZodIssue): readonly string[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...issue.path, key].join('.'))
    : [issue.path.join('.')].filter((path) => path !== '')

/** Reads the file of QUOTES_CONFIG. With null, no quotes have a provider. */
export async function readQuotesMapping(file: string | null): Promise<Result<QuotesMapping, QuotesConfigFailure>> {
  if (file === null) return ok({})
  const text = await readFile(file, 'utf8').catch(() => '')
  const parsed = quotesMapping.safeParse(parseJson(text))
  if (parsed.success) return ok(parsed.data)
  return err({ kind: 'quotes-config', file, fields: [...new Set(parsed.error.issues.flatMap(toFields))] })
}
