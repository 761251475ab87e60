import * as z from 'zod/mini'

import {
  parseBoolean,
  parseDay,
  parseDirection,
  parseInstant,
  parseNumber,
  parseText,
} from '#src/adapters/http/decode/parse-values.ts'

/** A field that `parse` reads; a missing one is parsed as undefined. */
const field = <T>(parse: (value: unknown) => T) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => parse(value)),
  )

/** A field where a missing or unreadable value makes the reply malformed. */
export const required = <T extends {}>(parse: (value: unknown) => T | null) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value, context): T => {
      const parsed = parse(value)
      if (parsed !== null) return parsed
      context.issues.push({ code: 'custom', input: value })
      return z.NEVER
    }),
  )

/** Fields of replies that accept every format of D4 and D37; an unreadable value is null. */
export const lenient = {
  number: field(parseNumber),
  text: field((value) => parseText(value)?.trim() ?? ''),
  direction: field(parseDirection),
  day: field(parseDay),
  instant: field((value) => parseInstant(value)),
}

/** The same fields where a reply without a readable value is malformed. */
export const strict = {
  number: required(parseNumber),
  text: required(parseText),
  boolean: required(parseBoolean),
  day: required(parseDay),
}

/** The items of a list that fit the schema; the others are left out. */
export const parseItems = <T>(schema: z.ZodMiniType<T>, list: readonly unknown[]): readonly T[] =>
  list.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
