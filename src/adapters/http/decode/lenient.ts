import * as z from 'zod/mini'

import {
  parseBoolean,
  parseDay,
  parseDirection,
  parseInstant,
  parseNumber,
  parseText,
} from '#src/adapters/http/decode/parse-values.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { Direction } from '#src/domain/trading/market.ts'

declare const kind: unique symbol

/**
 * The decoder of a field. The kind selects the schema of the server's field in
 * `contract/reply-schema.ts`.
 */
export type Field<Kind extends string, T = unknown> = z.ZodMiniType<T> & { readonly [kind]?: Kind }

/** The kind of a field. */
export type KindOf<F> = F extends { readonly [kind]?: infer Kind } ? Kind : never

/** Creates a field that may be missing; `parse` then gets undefined. */
const optionalField = <T>(parse: (value: unknown) => T) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => parse(value)),
  )

/** Creates a required field: a missing or invalid value makes the whole record invalid. */
export const requiredField = <T extends {}>(parse: (value: unknown) => T | null) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value, context): T => {
      const parsed = parse(value)
      if (parsed !== null) return parsed
      context.issues.push({ code: 'custom', input: value })
      return z.NEVER
    }),
  )

const trimText = (value: unknown) => parseText(value)?.trim() ?? ''

// All fields accept the formats of D4 and D37 from other servers. "This server" is ours.

/** A number; this server sends null for a missing value. */
export const figureField: Field<'figure', number | null> = optionalField(parseNumber)

/** A required number. */
export const numberField: Field<'number', number> = requiredField(parseNumber)

/** A number that this server may omit; a missing number becomes null. */
export const optionalNumberField: Field<'optionalNumber', number | null> = optionalField(parseNumber)

/** A required text. */
export const textField: Field<'text', string> = requiredField(parseText)

/** A text that this server always sends; a missing text becomes ''. */
export const looseTextField: Field<'looseText', string> = optionalField(trimText)

/** A text or null; null and a missing text become ''. */
export const nullableTextField: Field<'nullableText', string> = optionalField(trimText)

/** A required boolean. */
export const flagField: Field<'flag', boolean> = requiredField(parseBoolean)

export const directionField: Field<'direction', Direction> = optionalField(parseDirection)

/** A required calendar day. */
export const dayField: Field<'day', BogotaDate> = requiredField(parseDay)

/** An instant; null without a valid instant. */
export const instantField: Field<'instant', Instant | null> = optionalField((value) => parseInstant(value))

/** An unparsed field. The decoder of the reply parses it, and `toReplySchema` needs its schema. */
export const customField: Field<'custom'> = z.optional(z.unknown())

/** Parses the valid items of a list; ignores invalid items. */
export const parseItems = <T>(schema: z.ZodMiniType<T>, list: readonly unknown[]): readonly T[] =>
  list.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
