import type * as z from 'zod/mini'

import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/imc/paths.ts'
import { HUMAN_CHECK_HEADER, TAKEOVER_HEADER } from '#src/adapters/http/contract/paths.ts'

/** The areas of the API document, in order. */
export const AREAS = {
  server: 'Servidor',
  market: 'Mercado',
  charts: 'Gráficas',
  quotes: 'Divisas, acciones, índices y noticias',
  deals: 'Operaciones de la fuente',
  clients: 'Clientes',
  passwords: 'Contraseñas',
  payments: 'Pagos',
  entitySession: 'IMC: sesión',
  entityUsers: 'IMC: usuarios',
  entityProducts: 'IMC: paquetes y pantallas',
  entityRequests: 'IMC: solicitudes y auditoría',
  operator: 'Operador: solicitudes y catálogo',
  operatorClients: 'Operador: clientes y registros',
  operatorOrders: 'Operador: pagos',
  operatorFeeds: 'Operador: mensajes, fuentes y copias',
} as const
export type Area = keyof typeof AREAS

/** A reply that is not JSON. */
export interface OtherReply {
  /** The media type. */
  readonly type: string
  /** The description of the body, in Spanish. */
  readonly text: string
}

/** A status that refuses a request. */
export type RefusalCode = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503

/**
 * The documentation of a route. The path, the access and the request schemas are read from the
 * route itself.
 */
export interface Operation {
  readonly area: Area
  readonly summary: string
  /** The reply with status 200. */
  readonly reply: z.ZodMiniType | OtherReply
  /** Refusal statuses in addition to those of the access and the request schemas. */
  readonly refusals?: readonly RefusalCode[]
  /** Bodies of refusals with more than a message. */
  readonly refusalBodies?: Readonly<Partial<Record<number, z.ZodMiniType>>>
  /** The format of the request body; JSON by default. */
  readonly body?: 'form' | 'csv' | 'upload'
  /** Request headers in addition to those of the access. */
  readonly headers?: readonly (keyof typeof REQUEST_HEADERS)[]
  /** Headers of the reply with status 200. */
  readonly replyHeaders?: readonly (keyof typeof REPLY_HEADERS)[]
  /** The limit of requests or sizes, in Spanish. */
  readonly limit?: string
}

/** Operations by method and path, such as `GET /healthz`. */
export type Operations = Readonly<Record<string, Operation>>

/** An operation in the list of one area, without the `area` field. */
export type AreaOperation = Omit<Operation, 'area'>

/** Adds the area to its operations. */
export const toAreaOperations = (area: Area, operations: Readonly<Record<string, AreaOperation>>): Operations =>
  Object.fromEntries(Object.entries(operations).map(([route, operation]) => [route, { ...operation, area }]))

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

export const htmlReply = (text: string): OtherReply => ({ type: 'text/html', text })
export const isOtherReply = (reply: z.ZodMiniType | OtherReply): reply is OtherReply => !('_zod' in reply)

/** The limit of reads with unusual parameters. */
export const RARE_READS = 'RARE_READS_PER_MINUTE por minuto y red'
