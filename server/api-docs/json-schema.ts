import * as z from 'zod/mini'

import { calendarDay, LINE_LENGTHS, marketId, requestedDay } from '#src/adapters/http/contract/values.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** JSON Schema for checks that are functions, which it cannot read. */
const FACTS: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [calendarDay, { format: 'date' }],
  [requestedDay, { pattern: '^\\d{4}-\\d{1,2}-\\d{1,2}$', examples: ['2026-11-20'] }],
  [marketId, { enum: Object.values(MARKET_IDS).flatMap((id) => [id, `${id}`]) }],
])

/** Finds the lengths of a line of text, also in the schemas that it extends. */
function findLengths(schema: z.core.$ZodType | undefined): JsonSchema | undefined {
  return schema && (LINE_LENGTHS.get(schema) ?? findLengths(schema._zod.parent))
}

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The JSON Schema of a request (`input`) or of a reply (`output`). */
function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) =>
      void Object.assign(jsonSchema, findLengths(zodSchema), FACTS.get(zodSchema)),
  })
  return json
}

/** The JSON Schema of a part of a request; null when the route declares none. */
export const toRequestSchema = (schema: unknown): JsonSchema | null =>
  isSchema(schema) ? toJsonSchema(schema, 'input') : null

/** The JSON Schema of a reply. */
export const toReplyJsonSchema = (schema: z.ZodMiniType): JsonSchema => toJsonSchema(schema, 'output')
