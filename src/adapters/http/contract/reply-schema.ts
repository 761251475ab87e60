import * as z from 'zod/mini'

import { calendarDay, figure, isoInstant } from '#src/adapters/http/contract/values.ts'
import {
  dayField,
  directionField,
  type Field,
  figureField,
  flagField,
  instantField,
  type KindOf,
  looseTextField,
  nullableTextField,
  numberField,
  optionalNumberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

/** The schema of each kind of field in a reply of this server. */
const KINDS = {
  figure,
  number: z.number(),
  optionalNumber: z.optional(z.number()),
  text: z.string(),
  looseText: z.string(),
  nullableText: z.nullable(z.string()),
  flag: z.boolean(),
  direction: z.enum(['UP', 'DOWN', 'SAME']),
  day: calendarDay,
  instant: z.nullable(isoInstant),
} as const

type Kinds = typeof KINDS

const FIELDS: { readonly [Kind in keyof Kinds]: Field<Kind> } = {
  figure: figureField,
  number: numberField,
  optionalNumber: optionalNumberField,
  text: textField,
  looseText: looseTextField,
  nullableText: nullableTextField,
  flag: flagField,
  direction: directionField,
  day: dayField,
  instant: instantField,
}

const SCHEMAS_BY_FIELD: ReadonlyMap<unknown, z.ZodMiniType> = new Map(
  Object.entries(KINDS).map(([kind, schema]) => [FIELDS[kind as keyof Kinds], schema]),
)

type Fields = Readonly<Record<string, z.ZodMiniType>>

/** The names of the custom fields: each needs a schema of its reply. */
type CustomField<F extends Fields> = { [Name in keyof F]: KindOf<F[Name]> extends keyof Kinds ? never : Name }[keyof F]

type Shape<F extends Fields, Custom> = {
  [Name in keyof F]: Name extends keyof Custom
    ? Custom[Name]
    : KindOf<F[Name]> extends keyof Kinds
      ? Kinds[KindOf<F[Name]>]
      : never
}

/**
 * Creates the schema of a reply of this server. The file of a subject lists the fields once.
 * Decoders read them with `z.object` in every form that a server may send (D4, D37).
 * `customSchemas` has the schemas of the custom fields.
 */
export function toReplySchema<F extends Fields, const Custom extends Readonly<Record<CustomField<F>, z.ZodMiniType>>>(
  fields: F,
  customSchemas: Custom,
) {
  const shape = Object.entries(fields).map(([name, field]) => [name, SCHEMAS_BY_FIELD.get(field)])
  return z.object({ ...Object.fromEntries(shape), ...customSchemas } as Shape<F, Custom>)
}
