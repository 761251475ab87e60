import * as z from 'zod/mini'
import { HUMAN_CHECK_HEADER, IDEMPOTENCY_HEADER, TAKEOVER_HEADER } from '#src/adapters/http/contract/paths.ts'
import { errorReply, refusedSessionReply } from '#src/adapters/http/contract/values.ts'

/** Tags of the API document, in order. A route without a tag is not in the document. */
export const TAGS = {
  server: 'Servidor',
  api: 'API pública v1',
  market: 'Mercado',
  charts: 'Gráficas',
  quotes: 'Divisas, acciones, índices y noticias',
  visitors: 'Lecturas de visitantes, para cachés',
  deals: 'Operaciones de la fuente',
  clients: 'Clientes',
  passwords: 'Contraseñas',
  payments: 'Pagos',
  alerts: 'Alertas',
  entitySession: 'IMC: sesión',
  entityUsers: 'IMC: usuarios',
  entityPackages: 'IMC: paquetes y pantallas',
  entityRequests: 'IMC: solicitudes y auditoría',
  operator: 'Operador: solicitudes y catálogo',
  operatorClients: 'Operador: clientes y registros',
  operatorOrders: 'Operador: pagos',
  operatorFeeds: 'Operador: mensajes, fuentes y copias',
} as const

/** Request headers that handlers check themselves, with their descriptions. */
export const REQUEST_HEADERS = {
  [HUMAN_CHECK_HEADER]: 'La verificación resuelta: el JSON del reto y su solución, en base64. Obligatoria.',
  [TAKEOVER_HEADER]: '`1` cierra la otra sesión de la cuenta.',
  [IDEMPOTENCY_HEADER]: 'Un valor por formulario: la misma petición con el mismo valor se atiende una vez.',
} as const

/** Headers of replies. `always` is false when only some replies have the header. */
export const REPLY_HEADERS = {
  'Set-Cookie': { text: 'La cookie de la sesión: una nueva, o el fin de la anterior', always: false },
  'Content-Disposition': { text: 'El nombre del archivo', always: true },
} as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Documented request headers. */
    requestHeaders?: readonly (keyof typeof REQUEST_HEADERS)[]
    /** Documented headers of the reply with status 200. */
    replyHeaders?: readonly (keyof typeof REPLY_HEADERS)[]
  }
  interface FastifySchema {
    /** The limit of requests or sizes, in Spanish. */
    'x-limit'?: string
  }
}

/** A status that refuses a request. */
export type RefusalCode = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503

/** The body of a refusal (D44). For a refused session it has a reason (D54). */
export const refusalReply = z.extend(errorReply, { reason: z.optional(refusedSessionReply.shape.reason) })

const STATUS_200 = 'Atendida'

/** The body of a reply that is not JSON. */
export const rawBody = z.unknown()

/** Describes a reply that is not JSON: its media type and its body, in Spanish. */
export const rawReply = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: rawBody } },
})

/** A reply that is JSON or a table, as the caller chooses. */
export const tableReply = (schema: z.ZodMiniType) => ({
  description: STATUS_200,
  content: { 'application/json': { schema }, 'text/csv': { schema: rawBody } },
})

export const htmlReply = (description: string) => rawReply('text/html', description)

/** An uploaded file, sent with the media type of its content. */
export const FILE_REPLY = rawReply('application/octet-stream', 'El documento, con el tipo de su contenido')

/**
 * Creates the reply schemas of a route: its reply with status 200, and the refusals of its handler.
 * The API document adds the refusals that follow from the access and from the request schemas.
 */
export const replies = <
  Reply extends z.ZodMiniType | ReturnType<typeof rawReply> | ReturnType<typeof tableReply>,
  Code extends RefusalCode = never,
>(
  reply: Reply,
  ...refusals: readonly Code[]
) => ({
  200: reply,
  ...(Object.fromEntries(refusals.map((code) => [code, refusalReply])) as Record<Code, typeof refusalReply>),
  default: refusalReply,
})

/** The limit of reads with unusual parameters. */
export const RARE_READS = 'RARE_READS_PER_MINUTE por minuto y cuenta o red'

/** The limit of reads with another delay than those of the two audiences. */
export const DELAY_LIMIT = `Con un delay distinto de 0 y 15: ${RARE_READS}`

/** The limit of sign-ins, recoveries and registrations. */
export const ATTEMPT_LIMIT = 'Tras varios intentos desde una red o sobre una cuenta, pausas con Retry-After'
