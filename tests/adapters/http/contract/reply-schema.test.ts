import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'

import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import {
  customField,
  dayField,
  directionField,
  type Field,
  figureField,
  flagField,
  instantField,
  looseTextField,
  nullableTextField,
  numberField,
  optionalNumberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

const AT = '2026-11-20T12:43:15-05:00'

/**
 * Our server may send `sent` and must not send `rejected`. The lenient schema decodes `foreign`, a
 * value of another server, as `decoded`.
 */
const FIELDS: readonly (readonly [
  name: string,
  field: Field<string>,
  sent: unknown,
  rejected: unknown,
  foreign: unknown,
  decoded: unknown,
])[] = [
  ['figureField', figureField, 4102.35, '4102.35', '4,102.35', 4102.35],
  ['figureField', figureField, null, undefined, 'x', null],
  ['numberField', numberField, 71, null, '71', 71],
  ['optionalNumberField', optionalNumberField, undefined, '15', '15', 15],
  ['textField', textField, 'a', null, 7, '7'],
  ['looseTextField', looseTextField, '', null, ' a ', 'a'],
  ['nullableTextField', nullableTextField, null, 7, undefined, ''],
  ['flagField', flagField, false, 0, 'S', true],
  ['directionField', directionField, 'UP', 'up', 'up', 'UP'],
  ['dayField', dayField, '2026-11-20', '2026-11-9', '2026-11-9', '2026-11-09'],
  ['instantField', instantField, AT, '2026-11-20 12:43:15', '2026-11-20 12:43:15', Date.parse(AT)],
]

test.each(FIELDS)(
  '%s: the strict schema accepts $2 and rejects $3, and the lenient schema decodes $4 as $5',
  (_, field, sent, rejected, foreign, decoded) => {
    const strict = toReplySchema({ field } as { field: typeof figureField }, {})
    expect(strict.safeParse({ field: sent }).success).toBe(true)
    expect(strict.safeParse({ field: rejected }).success).toBe(false)
    expect(z.object({ field }).safeParse({ field: foreign }).data).toEqual({ field: decoded })
  },
)

test.each([
  ['numberField', numberField],
  ['textField', textField],
  ['flagField', flagField],
  ['dayField', dayField],
])('%s rejects undefined, null and an object', (_, field) => {
  for (const value of [undefined, null, {}]) expect(z.object({ field }).safeParse({ field: value }).success).toBe(false)
})

test('toReplySchema preserves the order of fields, including custom fields', () => {
  const schema = toReplySchema({ first: customField, second: figureField }, { first: z.string() })
  expect(Object.keys(schema.parse({ second: 1, first: 'a' }))).toEqual(['first', 'second'])
})

test('toReplySchema infers the type of a reply from its fields', () => {
  const schema = toReplySchema({ price: figureField, time: customField }, { time: z.number() })
  expectTypeOf<z.infer<typeof schema>>().toEqualTypeOf<{ price: number | null; time: number }>()
  // @ts-expect-error a `customField` needs a schema
  toReplySchema({ time: customField }, {})
})
