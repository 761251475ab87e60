import type { JsonSchema } from '#server/api-docs/openapi.ts'

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  integer: 'entero',
  boolean: 'sí o no (true, false)',
  null: 'null',
}

const FORMAT_TEXTS: Readonly<Record<string, string>> = {
  date: 'día AAAA-MM-DD',
  'date-time': 'instante ISO 8601',
  email: 'correo',
  binary: 'archivo',
}

const INDENT = '  '

const isSchema = (schema: unknown): schema is JsonSchema => typeof schema === 'object' && schema !== null

const toSchema = (schema: unknown): JsonSchema => (isSchema(schema) ? schema : {})

function describeText({ format, minLength, maxLength, examples }: JsonSchema): string {
  if (Array.isArray(examples)) return `texto como ${examples.join(', ')}`
  const word = FORMAT_TEXTS[format ?? ''] ?? 'texto'
  if (maxLength !== undefined) return `${word} de ${minLength ?? 0} a ${maxLength} caracteres`
  return word
}

function describeNumber({ type, minimum, maximum }: JsonSchema): string {
  const word = TYPE_TEXTS[`${type}`] ?? 'número'
  const isBounded = minimum !== undefined && maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER
  return isBounded ? `${word} de ${minimum} a ${maximum}` : word
}

function describeObject({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const isOptional = !required.includes(name)
    return `${indent}${INDENT}${name}${isOptional ? '?' : ''}: ${describeSchema(toSchema(field), indent + INDENT)}`
  })
  return rows.length === 0 ? 'objeto' : `{\n${rows.join('\n')}\n${indent}}`
}

/** Returns the alternatives in a list of types, `anyOf` or `oneOf`; undefined without them. */
const findAlternatives = (schema: JsonSchema): readonly unknown[] | undefined =>
  Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : (schema.anyOf ?? schema.oneOf)

/** Describes a JSON Schema in Spanish: one field per line, with `?` after optional names. */
export function describeSchema(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const alternatives = findAlternatives(schema)
  if (alternatives !== undefined) {
    return [...new Set(alternatives.map((alternative) => describeSchema(toSchema(alternative), indent)))].join(' | ')
  }
  if (schema.type === 'array') return `lista de ${describeSchema(toSchema(schema.items), indent)}`
  if (schema.type === 'object') return describeObject(schema, indent)
  if (schema.type === 'string') return describeText(schema)
  if (schema.type === 'number' || schema.type === 'integer') return describeNumber(schema)
  return TYPE_TEXTS[`${schema.type}`] ?? 'cualquier valor'
}
