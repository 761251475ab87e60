import { renderExamples } from '#server/api-docs/examples.ts'
import {
  type ApiDocument,
  type Content,
  DOCUMENT_TITLE,
  type DocumentedOperation,
  type JsonSchema,
} from '#server/api-docs/openapi.ts'
import { BASE_STYLE, escapeMarkup, toPlainPagePolicy } from '#server/http/html.ts'

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
function describeSchema(schema: JsonSchema, indent = ''): string {
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

/** The style of the documentation page, which loads no other resource. */
const DOCS_STYLE = `${BASE_STYLE}
header{display:flex;justify-content:space-between;flex-wrap:wrap;gap:4px 16px;padding:12px 24px;border-bottom:1px solid var(--line);background:var(--raised);font-size:13px;line-height:20px}
main{max-width:1040px;margin:0 auto;padding:28px 24px 56px}
h2{font-size:18px;line-height:24px;margin:36px 0 0;padding:9px 0 10px;border-top:2px solid var(--rule)}
h4{font-size:13px;line-height:20px;margin:16px 0 4px}
p{margin:0 0 12px}
code,pre{font:13px/20px ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
pre{margin:0 0 12px;padding:10px 14px;background:var(--raised);border:1px solid var(--line);white-space:pre-wrap}
nav ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(260px,100%),1fr));gap:0 24px;margin:0;padding:0;list-style:none}
nav li{padding:8px 0;border-bottom:1px solid var(--line);font-size:13px;line-height:20px}
nav span{color:var(--muted)}
details{border-bottom:1px solid var(--line)}
summary{padding:10px 0;cursor:pointer}
.method{display:inline-block;min-width:48px;font-size:12px;font-weight:640;color:var(--accent)}
.what{display:block;color:var(--soft);font-size:13px;line-height:20px}
.body{padding:0 0 20px 16px}
.type{margin:8px 0 4px;font-size:12px;line-height:16px;color:var(--muted)}
.status{margin:8px 0 4px;font-size:13px;line-height:20px}
dl{margin:0;font-size:13px;line-height:20px}
dl div{display:flex;gap:16px;padding:4px 0}
dt{min-width:64px;color:var(--muted)}
dd{margin:0}
table{width:100%;margin:0 0 12px;border-collapse:collapse;font-size:13px;line-height:20px}
th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
thead th{color:var(--muted);font-size:12px;font-weight:550;border-color:var(--rule)}
@media (max-width:599.98px){header,main{padding-inline:16px}}
`

/** The content security policy of the documentation page. */
export const DOCS_POLICY = toPlainPagePolicy(DOCS_STYLE, "'none'")

interface ListedOperation {
  readonly method: string
  readonly path: string
  readonly operation: DocumentedOperation
}

const renderRow = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`

/** Renders the media types of a body and the schema that they share. */
function renderBody(content: Content): string {
  const types = Object.keys(content)
  const [schema] = Object.values(content).map((media) => media.schema)
  const text = schema === undefined ? '' : describeSchema(schema)
  return `<p class="type">${escapeMarkup(types.join(', '))}</p><pre>${escapeMarkup(text)}</pre>`
}

/** Describes a parameter; the plugin moves the example of its schema to the parameter. */
const describeParameter = (schema: JsonSchema, example: unknown) =>
  describeSchema(example === undefined ? schema : { ...schema, examples: [example] })

function renderRequest({ parameters = [], requestBody }: DocumentedOperation): string {
  const locations = { path: 'ruta', query: 'consulta', header: 'encabezado' } as const
  const rows = parameters.map(
    ({ name, in: location, required, schema, example, description = describeParameter(schema, example) }) =>
      `<tr><th scope="row"><code>${escapeMarkup(name)}</code></th><td>${locations[location]}${required ? '' : ', opcional'}</td>` +
      `<td>${escapeMarkup(description)}</td></tr>`,
  )
  const table =
    rows.length === 0
      ? ''
      : `<table><thead><tr><th scope="col">Dato</th><th scope="col">Lugar</th><th scope="col">Valor</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  return table === '' && requestBody === undefined
    ? ''
    : `<h4>Petición</h4>${table}${requestBody === undefined ? '' : renderBody(requestBody.content)}`
}

function renderReplies({ responses }: DocumentedOperation): string {
  return Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { description, headers = {}, content }]) => {
      const headerLines = Object.entries(headers).map(
        ([name, { description: text, required }]) =>
          `<p class="type"><code>${escapeMarkup(name)}</code>${required ? '' : ', a veces'}: ${escapeMarkup(text)}</p>`,
      )
      const hasSharedBody = Object.values(content).some(({ schema }) => schema.$ref !== undefined)
      return `<p class="status"><b>${status}</b> ${escapeMarkup(description)}</p>${headerLines.join('')}${hasSharedBody ? '' : renderBody(content)}`
    })
    .join('')
}

const renderOperation = ({ method, path, operation }: ListedOperation): string =>
  `<details id="${operation.operationId}"><summary><span class="method">${method}</span> <code>${escapeMarkup(path)}</code>` +
  `<span class="what">${escapeMarkup(operation.summary)}</span></summary><div class="body"><dl>` +
  renderRow('Acceso', escapeMarkup(operation['x-access'])) +
  (operation['x-limit'] === undefined ? '' : renderRow('Límite', escapeMarkup(operation['x-limit']))) +
  `</dl>${renderRequest(operation)}<h4>Respuestas</h4>${renderReplies(operation)}</div></details>`

const listOperations = ({ paths }: ApiDocument): readonly ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

/** Renders the API document as a page without scripts: one collapsed block per operation. */
export function renderDocsPage(document: ApiDocument, documentPath: string, origin: string): string {
  const operations = listOperations(document)
  const areas = document.tags
    .map(({ name }, index) => ({
      name,
      id: `area-${index + 1}`,
      areaOperations: operations.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter(({ areaOperations }) => areaOperations.length > 0)
  const links = areas.map(
    ({ id, name, areaOperations }) => `<li><a href="#${id}">${name}</a> <span>${areaOperations.length}</span></li>`,
  )
  const sections = areas.map(
    ({ id, name, areaOperations }) =>
      `<section id="${id}"><h2>${name}</h2>${areaOperations.map(renderOperation).join('')}</section>`,
  )
  return (
    '<!doctype html><html lang="es-CO"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>${DOCUMENT_TITLE}</title><style>${DOCS_STYLE}</style></head><body><header><a href="/">Mercado Dólar</a>` +
    `<a href="${documentPath}">OpenAPI (JSON)</a></header><main><h1>${DOCUMENT_TITLE}</h1>` +
    `<p>${operations.length} operaciones. Las horas son de Bogotá, con su desfase. Un rechazo tiene siempre este cuerpo, ` +
    'salvo donde se muestra otro:</p>' +
    `<pre>${escapeMarkup(describeSchema(document.components.schemas.Refusal))}</pre>` +
    `<nav aria-label="Áreas"><ul><li><a href="#ejemplos">Ejemplos de la API pública</a></li>${links.join('')}</ul></nav>${renderExamples(origin)}${sections.join('')}</main></body></html>`
  )
}
