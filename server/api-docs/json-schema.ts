import * as z from 'zod/mini'

import { calendarDay, LINE_LENGTHS, marketId, requestedDay } from '#src/adapters/http/contract/values.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** JSON Schemas of custom checks, which zod cannot convert. */
const CUSTOM_CHECKS: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [calendarDay, { format: 'date' }],
  [requestedDay, { pattern: '^\\d{4}-\\d{1,2}-\\d{1,2}$', examples: ['2026-11-20'] }],
  [marketId, { enum: Object.values(MARKET_IDS).flatMap((id) => [id, `${id}`]) }],
])

/** Finds the length limits of a text schema or of a schema that it extends. */
function findLengths(schema: z.core.$ZodType | undefined): JsonSchema | undefined {
  return schema && (LINE_LENGTHS.get(schema) ?? findLengths(schema._zod.parent))
}

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Converts the schema of a request (`input`) or of a reply (`output`). */
function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) =>
      void Object.assign(jsonSchema, findLengths(zodSchema), CUSTOM_CHECKS.get(zodSchema)),
  })
  return json
}

/** Converts the schema of a request part; null when the route declares no schema. */
export const toRequestJsonSchema = (schema: unknown): JsonSchema | null =>
  isSchema(schema) ? toJsonSchema(schema, 'input') : null

export const toReplyJsonSchema = (schema: z.ZodMiniType): JsonSchema => toJsonSchema(schema, 'output')
