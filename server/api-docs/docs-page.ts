import { describeSchema } from '#server/api-docs/describe-schema.ts'
import { DOCS_STYLE } from '#server/api-docs/docs-style.ts'
import type { JsonSchema } from '#server/api-docs/json-schema.ts'
import { DOCUMENT_TITLE } from '#server/api-docs/messages.ts'
import type { ApiDocument, DocumentedOperation } from '#server/api-docs/openapi.ts'
import { escapeMarkup } from '#server/http/escape-markup.ts'

interface ListedOperation {
  readonly method: string
  readonly path: string
  readonly operation: DocumentedOperation
}

const renderRow = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`

/** Renders the media types of a body and the schema that they share. */
function renderBody(content: Readonly<Record<string, { readonly schema: JsonSchema }>>): string {
  const types = Object.keys(content)
  const [schema] = Object.values(content).map((media) => media.schema)
  const text = schema === undefined ? '' : describeSchema(schema)
  return `<p class="type">${escapeMarkup(types.join(', '))}</p><pre>${escapeMarkup(text)}</pre>`
}

function renderRequest({ parameters, requestBody }: DocumentedOperation): string {
  const locations = { path: 'ruta', query: 'consulta', header: 'encabezado' } as const
  const rows = parameters.map(
    ({ name, in: location, required, schema, description = describeSchema(schema) }) =>
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
export function renderDocsPage(document: ApiDocument, documentPath: string): string {
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
    `<nav aria-label="Áreas"><ul>${links.join('')}</ul></nav>${sections.join('')}</main></body></html>`
  )
}
