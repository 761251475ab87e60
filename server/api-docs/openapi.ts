import type { FastifyDynamicSwaggerOptions, SwaggerTransform } from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

import type { RouteAccess } from '#server/http/access.ts'
import { REFUSALS } from '#server/http/messages.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import {
  REPLY_HEADERS,
  REQUEST_HEADERS,
  type RefusalCode,
  rawBody,
  refusalReply,
  TAGS,
} from '#server/http/route-schema.ts'
import { UPLOAD_FIELD } from '#src/adapters/http/contract/imc/paths.ts'
import { DEALS_FILE_TYPE } from '#src/adapters/http/contract/market/deals.ts'
import { HUMAN_CHECK_HEADER, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { calendarDay, LINE_LENGTHS, marketId, requestedDay } from '#src/adapters/http/contract/values.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'

export const DOCUMENT_TITLE = 'API de Mercado Dólar'

export type JsonSchema = z.core.JSONSchema.BaseSchema

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly description?: string
  readonly example?: unknown
}

interface ReplyHeader {
  readonly description: string
  required?: boolean
}

/** The schemas of a body by media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

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
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Reply>>
}

/** The API document (OpenAPI 3.1), with the parts that the documentation page renders. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: { readonly Refusal: JsonSchema } }
}

declare module 'fastify' {
  interface FastifySchema {
    /** Who may call an operation, in Spanish. */
    'x-access'?: string
  }
}

interface AccessDocs {
  readonly text: string
  readonly security: NonNullable<FastifySchema['security']>
  readonly refusals: readonly RefusalCode[]
}

const CLIENT_SECURITY = [{ clientSession: [] }]
const ENTITY = { security: [{ entitySession: [] }], refusals: [401, 403] } as const

/** The documentation of each access. An empty security object allows callers without a session. */
const ACCESSES: Readonly<Record<RouteAccess, AccessDocs>> = {
  public: { text: 'Todos', security: [], refusals: [] },
  audience: {
    text: 'Todos: en tiempo real con sesión de cliente, con 15 minutos de retraso sin ella',
    security: [{}, ...CLIENT_SECURITY],
    refusals: [401],
  },
  visitor: {
    text: 'Todos, con 15 minutos de retraso; cualquier caché puede guardar la respuesta',
    security: [],
    refusals: [],
  },
  api: {
    text: 'Todos, con 15 minutos de retraso; con una clave de cliente, hasta el cupo diario de la clave',
    security: [{}, { apiKey: [] }],
    refusals: [401, 429],
  },
  client: { text: 'Clientes con sesión', security: CLIENT_SECURITY, refusals: [401] },
  session: { text: 'Clientes con sesión, también con la cuenta vencida', security: CLIENT_SECURITY, refusals: [401] },
  entityReader: { ...ENTITY, text: 'Usuarios de la entidad' },
  entityAdministrator: { ...ENTITY, text: 'Administradores de la entidad' },
  entityFactor: {
    ...ENTITY,
    text: 'Usuarios de la entidad, también sin la verificación en dos pasos que se les exige',
  },
  pendingEntity: { ...ENTITY, text: 'Usuarios de la entidad que deben cambiar su contraseña' },
  operator: {
    text: 'Operador, con una clave que tenga el alcance',
    security: [{ operatorKey: [] }],
    refusals: [401, 403, 429],
  },
}

/** What each status means; `default` stands for all refusals that an operation does not list. */
const STATUS_TEXTS: Readonly<Record<string, string>> = {
  200: 'Atendida',
  400: 'La petición no es válida',
  401: 'Sin sesión o clave válida, o la sesión terminó',
  403: 'El acceso no alcanza',
  404: 'No existe',
  409: 'Choca con lo que ya existe',
  413: 'El cuerpo es muy grande',
  415: 'El tipo del archivo no se acepta',
  429: 'Muchas peticiones: Retry-After dice en cuántos segundos',
  503: 'No disponible por ahora',
  default: 'Otro rechazo',
} satisfies Record<200 | RefusalCode | 'default', string>

const RETRY_AFTER = {
  'Retry-After': { type: 'integer', minimum: 1, description: 'Segundos hasta la próxima petición' },
} as const

/** Whether each reply with this status has the header: only some 503 have `Retry-After`. */
const isRequiredHeader = (name: string, status: string): boolean =>
  name === 'Retry-After'
    ? status === '429'
    : Object.entries(REPLY_HEADERS).some(([key, { always }]) => key === name && always)

/** JSON Schemas that zod cannot derive: custom checks and bodies that are not JSON. */
const CUSTOM_SCHEMAS: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [calendarDay, { format: 'date' }],
  [requestedDay, { pattern: '^\\d{4}-\\d{1,2}-\\d{1,2}$', examples: ['2026-11-20'] }],
  [marketId, { enum: Object.values(MARKET_IDS).flatMap((id) => [id, `${id}`]) }],
  [rawBody, { type: 'string' }],
])

/** Finds the length limits of a text schema or of a schema that it extends. */
function findLengths(schema: z.core.$ZodType | undefined): JsonSchema | undefined {
  return schema && (LINE_LENGTHS.get(schema) ?? findLengths(schema._zod.parent))
}

const sharedSchemas = z.registry<{ id?: string }>()
sharedSchemas.add(refusalReply, { id: 'Refusal' })

const toJsonSchemas = createJsonSchemaTransform({
  schemaRegistry: sharedSchemas,
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }) =>
      void Object.assign(jsonSchema, findLengths(zodSchema), CUSTOM_SCHEMAS.get(zodSchema)),
  },
})

/** Bodies that a route reads itself, by media type; the route declares only the type. */
const OWN_BODIES: Readonly<Record<string, JsonSchema>> = {
  [DEALS_FILE_TYPE]: { type: 'string' },
  'multipart/form-data': {
    type: 'object',
    properties: { [UPLOAD_FIELD]: { type: 'string', format: 'binary' } },
    required: [UPLOAD_FIELD],
  },
}

/** The refusals that follow from the access and from the request schemas. */
function listImpliedRefusals(access: RouteAccess, url: string, schema: FastifySchema): readonly RefusalCode[] {
  const hasInput = schema.body ?? schema.querystring ?? schema.params ?? schema.consumes
  // An ended session is reported once, also by public market routes (D54).
  const isPublicMarketRoute = access === 'public' && url.startsWith(`${MARKET_BASE}/`)
  return [
    ...(hasInput === undefined ? [] : [400 as const]),
    ...(isPublicMarketRoute ? [401 as const] : []),
    ...ACCESSES[access].refusals,
  ]
}

/** Describes the request headers that handlers check themselves. */
const toHeaderSchema = (names: readonly (keyof typeof REQUEST_HEADERS)[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: REQUEST_HEADERS[name] }])),
  required: names.filter((name) => name === HUMAN_CHECK_HEADER),
})

type JsonReply = JsonSchema | { readonly description: string; readonly content: Content }

/** Adds the description, the media type and the headers to the JSON Schema of a reply. */
function toReply(status: string, reply: JsonReply, { replyHeaders = [] }: NonNullable<RouteOptions['config']>) {
  const okHeaders = replyHeaders.map((name) => [name, { type: 'string', description: REPLY_HEADERS[name].text }])
  const headers = {
    ...(status === '200' && Object.fromEntries(okHeaders)),
    ...((status === '429' || status === '503') && RETRY_AFTER),
  }
  return {
    description: STATUS_TEXTS[status],
    ...('content' in reply ? reply : { content: { 'application/json': { schema: reply } } }),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
}

/** Converts the schemas of a route, and adds what follows from its access. */
const describeRoute: SwaggerTransform = (document) => {
  const { schema = {}, url, route } = document
  const { config = {} } = route
  const { access, requestHeaders = [] } = config
  if (schema.tags === undefined || access === undefined) return { schema: { hide: true }, url }

  const implied = listImpliedRefusals(access, url, schema).map((code) => [code, refusalReply])
  const response = { ...Object.fromEntries(implied), ...(schema.response as object) }
  const { schema: json } = toJsonSchemas({ ...document, schema: { ...schema, response } })
  const ownBody = schema.consumes?.map((type) => OWN_BODIES[type]).find((body) => body !== undefined)
  return {
    url,
    schema: {
      ...json,
      operationId: `${route.method} ${url}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      'x-access': ACCESSES[access].text,
      security: ACCESSES[access].security,
      ...(json.body === undefined && ownBody && { body: ownBody }),
      ...(requestHeaders.length > 0 && { headers: toHeaderSchema(requestHeaders) }),
      response: Object.fromEntries(
        Object.entries(json.response as Readonly<Record<string, JsonReply>>).map(([status, reply]) => [
          status,
          toReply(status, reply, config),
        ]),
      ),
    },
  }
}

const toCookieScheme = (name: string, description: string) =>
  ({ type: 'apiKey', in: 'cookie', name, description }) as const

const REFUSAL_SCHEMA: object = { ...z.toJSONSchema(refusalReply), examples: [{ message: REFUSALS[404] }] }

/** Options of the plugin that creates the API document from the routes. */
export const API_DOCUMENT: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: DOCUMENT_TITLE, version: '1' },
    servers: [{ url: '/' }],
    tags: Object.values(TAGS).map((name) => ({ name })),
    components: {
      securitySchemes: {
        clientSession: toCookieScheme('md_cliente', 'Sesión de cliente'),
        entitySession: toCookieScheme('md_imc', 'Sesión de un usuario de una entidad'),
        apiKey: { type: 'http', scheme: 'bearer', description: 'Clave de la API pública de un cliente' },
        operatorKey: {
          type: 'apiKey',
          in: 'header',
          name: OPERATOR_KEY_HEADER,
          description: 'Clave del operador: la de OPERATOR_KEY, o una con nombre y alcances',
        },
      },
      schemas: {
        Refusal: REFUSAL_SCHEMA,
      },
    },
  },
  convertConstToEnum: false,
  transform: describeRoute,
}

/** Returns the API document of a server that is ready. */
export function readApiDocument(app: FastifyInstance): ApiDocument {
  const document = app.swagger() as unknown as ApiDocument
  for (const { responses } of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      for (const [name, header] of Object.entries(headers)) header.required = isRequiredHeader(name, status)
    }
  }
  return document
}
