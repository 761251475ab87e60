import type { JsonSchema } from '#server/api-docs/json-schema.ts'

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

function writeText({ format, minLength, maxLength, examples }: JsonSchema): string {
  if (Array.isArray(examples)) return `texto como ${examples.join(', ')}`
  const word = FORMAT_TEXTS[format ?? ''] ?? 'texto'
  if (maxLength !== undefined) return `${word} de ${minLength ?? 0} a ${maxLength} caracteres`
  return word
}

function writeNumber({ type, minimum, maximum }: JsonSchema): string {
  const word = TYPE_TEXTS[`${type}`] ?? 'número'
  const isBounded = minimum !== undefined && maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER
  return isBounded ? `${word} de ${minimum} a ${maximum}` : word
}

function writeObject({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const isOptional = !required.includes(name)
    return `${indent}${INDENT}${name}${isOptional ? '?' : ''}: ${writeSchema(toSchema(field), indent + INDENT)}`
  })
  return rows.length === 0 ? 'objeto' : `{\n${rows.join('\n')}\n${indent}}`
}

/** Returns the alternatives of a schema: its listed types or its options; undefined without any. */
const findOptions = (schema: JsonSchema): readonly unknown[] | undefined =>
  Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : (schema.anyOf ?? schema.oneOf)

/** Writes a JSON Schema in Spanish: one field per line, with `?` after optional names. */
export function writeSchema(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = findOptions(schema)
  if (options !== undefined) {
    return [...new Set(options.map((option) => writeSchema(toSchema(option), indent)))].join(' | ')
  }
  if (schema.type === 'array') return `lista de ${writeSchema(toSchema(schema.items), indent)}`
  if (schema.type === 'object') return writeObject(schema, indent)
  if (schema.type === 'string') return writeText(schema)
  if (schema.type === 'number' || schema.type === 'integer') return writeNumber(schema)
  return TYPE_TEXTS[`${schema.type}`] ?? 'cualquier valor'
}
