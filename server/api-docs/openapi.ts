import * as z from 'zod/mini'

import { CLIENT_OPERATIONS } from '#server/api-docs/client-operations.ts'
import { ENTITY_OPERATIONS } from '#server/api-docs/entity-operations.ts'
import { type JsonSchema, toReplyJsonSchema, toRequestJsonSchema } from '#server/api-docs/json-schema.ts'
import { MARKET_OPERATIONS } from '#server/api-docs/market-operations.ts'
import {
  ACCESS_TEXTS,
  DOCUMENT_TITLE,
  RETRY_AFTER_TEXT,
  SECURITY_TEXTS,
  STATUS_TEXTS,
} from '#server/api-docs/messages.ts'
import {
  AREAS,
  isOtherReply,
  type Operation,
  type Operations,
  REPLY_HEADERS,
  REQUEST_HEADERS,
  type RefusalCode,
} from '#server/api-docs/operation.ts'
import { OPERATOR_OPERATIONS } from '#server/api-docs/operator-operations.ts'
import type { DeclaredRoute, RouteAccess } from '#server/http/access.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { errorReply, refusedSessionReply } from '#src/adapters/http/contract/error.ts'
import { UPLOAD_FIELD } from '#src/adapters/http/contract/imc/paths.ts'
import { DEALS_FILE_TYPE } from '#src/adapters/http/contract/market/deals.ts'
import { HUMAN_CHECK_HEADER, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'

/** All operations of the API. */
export const OPERATIONS: Operations = {
  ...MARKET_OPERATIONS,
  ...CLIENT_OPERATIONS,
  ...ENTITY_OPERATIONS,
  ...OPERATOR_OPERATIONS,
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
  readonly description?: string
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface ReplyHeader {
  readonly description: string
  readonly required: boolean
  readonly schema: JsonSchema
}

interface Reply {
  readonly description: string
  readonly headers?: Readonly<Record<string, ReplyHeader>>
  readonly content: Content
}

/** An operation of the document. The `x-` fields are for the documentation page. */
export interface DocumentedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly 'x-access': string
  readonly 'x-limit'?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, Reply>>
}

/** The API document (OpenAPI 3.1). */
export interface ApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly securitySchemes: unknown; readonly schemas: { readonly Refusal: JsonSchema } }
}

const CLIENT_SECURITY = [{ clientSession: [] }]
const ENTITY_SECURITY = [{ entitySession: [] }]

/** The OpenAPI security of each access. An empty object allows callers without a session. */
const SECURITY: Readonly<Record<RouteAccess, DocumentedOperation['security']>> = {
  public: [],
  audience: [{}, ...CLIENT_SECURITY],
  client: CLIENT_SECURITY,
  session: CLIENT_SECURITY,
  entityReader: ENTITY_SECURITY,
  entityAdministrator: ENTITY_SECURITY,
  pendingEntity: ENTITY_SECURITY,
  operator: [{ operatorKey: [] }],
}

const ACCESS_REFUSALS: Readonly<Record<RouteAccess, readonly RefusalCode[]>> = {
  public: [],
  audience: [401],
  client: [401],
  session: [401],
  entityReader: [401, 403],
  entityAdministrator: [401, 403],
  pendingEntity: [401, 403],
  operator: [401, 429],
}

/** The body of a refusal (D44). For a refused session it has a reason (D54). */
const refusalReply = z.extend(errorReply, { reason: z.optional(refusedSessionReply.shape.reason) })
const REFUSAL_REF: JsonSchema = { $ref: '#/components/schemas/Refusal' }

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']

const toContent = (types: readonly string[], schema: JsonSchema): Content =>
  Object.fromEntries(types.map((type) => [type, { schema }]))

function toBody({ body }: Operation, schema: JsonSchema | null): Content | null {
  if (body === 'csv') return toContent([DEALS_FILE_TYPE], { type: 'string' })
  if (body === 'upload') {
    const properties = { [UPLOAD_FIELD]: { type: 'string', format: 'binary' } } as const
    return toContent(['multipart/form-data'], { type: 'object', properties, required: [UPLOAD_FIELD] })
  }
  return schema && toContent(body === 'form' ? FORM_TYPES : ['application/json'], schema)
}

const readProperties = (schema: JsonSchema | null): Readonly<Record<string, JsonSchema>> =>
  (schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>

function toParameters({ url, schema }: DeclaredRoute, { headers = [] }: Operation): readonly Parameter[] {
  const query = toRequestJsonSchema(schema.querystring)
  const params = readProperties(toRequestJsonSchema(schema.params))
  return [
    ...[...url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: params[name] ?? { type: 'string' },
    })),
    ...Object.entries(readProperties(query)).map(([name, field]) => ({
      name,
      in: 'query' as const,
      required: query?.required?.includes(name) ?? false,
      schema: field,
    })),
    ...headers.map((name) => ({
      name,
      in: 'header' as const,
      required: name === HUMAN_CHECK_HEADER,
      schema: { type: 'string' as const },
      description: REQUEST_HEADERS[name],
    })),
  ]
}

/** The refusal statuses of a route, in ascending order. */
function toRefusalCodes(
  { url, access, schema }: DeclaredRoute,
  { refusals = [], body }: Operation,
): readonly RefusalCode[] {
  const hasInput = body !== undefined || schema.body || schema.querystring || schema.params
  // An ended session is reported once, also by public market routes (D54).
  const isPublicMarketRoute = access === 'public' && url.startsWith(`${MARKET_BASE}/`)
  const codes = new Set<RefusalCode>([
    ...(hasInput ? [400 as const] : []),
    ...(isPublicMarketRoute ? [401 as const] : []),
    ...ACCESS_REFUSALS[access],
    ...refusals,
  ])
  return [...codes].toSorted((a, b) => a - b)
}

const toJsonReply = (description: string, schema: JsonSchema): Reply => ({
  description,
  content: toContent(['application/json'], schema),
})

/** The `Retry-After` header of refusals: every 429 has it, only some 503 have it. */
const RETRY_AFTER_HEADERS: Readonly<Partial<Record<RefusalCode, Reply['headers']>>> = Object.fromEntries(
  ([429, 503] as const).map((code) => [
    code,
    {
      'Retry-After': { description: RETRY_AFTER_TEXT, required: code === 429, schema: { type: 'integer', minimum: 1 } },
    },
  ]),
)

/** The headers of the reply with status 200. */
const toHeaders = ({ replyHeaders = [] }: Operation): NonNullable<Reply['headers']> =>
  Object.fromEntries(
    replyHeaders.map((name) => {
      const { text, always } = REPLY_HEADERS[name]
      return [name, { description: text, required: always, schema: { type: 'string' } }]
    }),
  )

function toRefusal(code: RefusalCode, { refusalBodies = {} }: Operation): Reply {
  const body = refusalBodies[code]
  const headers = RETRY_AFTER_HEADERS[code]
  const reply = toJsonReply(STATUS_TEXTS[code], body === undefined ? REFUSAL_REF : toReplyJsonSchema(body))
  return headers ? { ...reply, headers } : reply
}

function toResponses(route: DeclaredRoute, operation: Operation): Readonly<Record<string, Reply>> {
  const { reply } = operation
  const headers = toHeaders(operation)
  const okReply: Reply = isOtherReply(reply)
    ? { description: reply.text, content: toContent([reply.type], { type: 'string' }) }
    : toJsonReply(STATUS_TEXTS[200], toReplyJsonSchema(reply))
  const refusals = toRefusalCodes(route, operation).map((code) => [code, toRefusal(code, operation)] as const)
  return {
    200: Object.keys(headers).length === 0 ? okReply : { ...okReply, headers },
    ...Object.fromEntries(refusals),
    default: toJsonReply(STATUS_TEXTS.default, REFUSAL_REF),
  }
}

function toDocumentedOperation(route: DeclaredRoute, operation: Operation): DocumentedOperation {
  const content = toBody(operation, toRequestJsonSchema(route.schema.body))
  return {
    operationId: `${route.method} ${route.url}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    tags: [AREAS[operation.area]],
    summary: operation.summary,
    'x-access': ACCESS_TEXTS[route.access],
    ...(operation.limit !== undefined && { 'x-limit': operation.limit }),
    security: SECURITY[route.access],
    parameters: toParameters(route, operation),
    ...(content && { requestBody: { required: true as const, content } }),
    responses: toResponses(route, operation),
  }
}

const toPath = (url: string) => url.replace(/:(\w+)/g, '{$1}')

const cookieScheme = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description })

/** Describes the operations of a server; omits other routes, such as pages. */
export function createApiDocument(routes: readonly DeclaredRoute[]): ApiDocument {
  const paths: Record<string, Record<string, DocumentedOperation>> = {}
  for (const route of routes) {
    const operation = OPERATIONS[`${route.method} ${route.url}`]
    if (operation === undefined) continue
    const path = toPath(route.url)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toDocumentedOperation(route, operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title: DOCUMENT_TITLE, version: '1' },
    servers: [{ url: '/' }],
    tags: Object.values(AREAS).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        clientSession: cookieScheme('md_cliente', SECURITY_TEXTS.client),
        entitySession: cookieScheme('md_imc', SECURITY_TEXTS.entity),
        operatorKey: { type: 'apiKey', in: 'header', name: OPERATOR_KEY_HEADER, description: SECURITY_TEXTS.operator },
      },
      schemas: { Refusal: toReplyJsonSchema(refusalReply) },
    },
  }
}
