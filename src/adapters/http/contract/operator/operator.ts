import * as z from 'zod/mini'
import { listOf } from '#src/adapters/http/contract/imc/values.ts'
import { DOCUMENT_TYPE_CODES } from '#src/domain/imc/users/document-types.ts'

/** Base path of the operator's calls, which require the header with the operator key (D60). */
export const OPERATOR_BASE = '/api/operator'

const segment = encodeURIComponent

/** Paths below `OPERATOR_BASE`. Server routes pass `:` and a parameter name. */
export const operatorPaths = {
  requests: '/solicitudes',
  request: (reference: string) => `/solicitudes/${segment(reference)}`,
  confirm: (reference: string) => `/solicitudes/${segment(reference)}/confirmar`,
  approve: (reference: string) => `/solicitudes/${segment(reference)}/aprobar`,
  refuse: (reference: string) => `/solicitudes/${segment(reference)}/rechazar`,
  document: (reference: string, requirement: string) =>
    `/solicitudes/${segment(reference)}/requisito/${segment(requirement)}`,
  entities: '/entidades',
  factorRequirement: (code: string) => `/entidades/${segment(code)}/segundo-factor`,
  governance: (code: string) => `/entidades/${segment(code)}/gobierno`,
  resetFactor: (code: string, username: string) =>
    `/entidades/${segment(code)}/usuarios/${segment(username)}/restablecer-factor`,
  screenUses: (code: string) => `/entidades/${segment(code)}/usos`,
  packages: '/paquetes',
  package: (code: string) => `/paquetes/${segment(code)}`,
  messages: '/mensajes',
  feeds: '/fuentes',
  backup: '/copia',
  auditExport: '/auditoria',
  retry: (id: string) => `/mensajes/${segment(id)}/reintentar`,
} as const

/** Maximum rows of a list. */
export const OPERATOR_LIST_LIMIT = 500

/** Media type of the exported audit. */
export const AUDIT_TYPE = 'application/x-ndjson'

/** Media type of a backup. */
export const BACKUP_TYPE = 'application/gzip'

const requiredText = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum))
const code = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9-]{1,29}$/))

/** Maximum length of the reason of a refusal, in characters. */
export const MAX_REASON_LENGTH = 300

export const operatorRequestsQuery = z.object({
  estado: z.optional(z.enum(['abiertas', 'todas'])),
  entidad: z.optional(z.string().check(z.maxLength(60))),
})

const operatorRequest = z.object({
  id: z.string(),
  referencia: z.string(),
  entidad: z.string(),
  tipo: z.string(),
  usuario: z.string(),
  fecha: z.string(),
  estatus: z.string(),
})
export const operatorRequestsReply = listOf(operatorRequest)
export type OperatorRequestsReply = z.infer<typeof operatorRequestsReply>

const operatorRequestDetail = z.extend(operatorRequest, {
  administrador: z.string(),
  codigo: z.string(),
  perfil: z.nullable(z.string()),
  pantalla: z.nullable(z.string()),
  pantalla_origen: z.nullable(z.string()),
  usuario_origen: z.nullable(z.string()),
  cantidad: z.nullable(z.number()),
  precio: z.nullable(z.number()),
  observaciones: z.string(),
  motivo: z.nullable(z.string()),
  requisitos: z.array(
    z.object({
      requisito_id: z.string(),
      nombre: z.string(),
      archivo: z.nullable(z.string()),
      bytes: z.nullable(z.number()),
    }),
  ),
  historial: z.array(
    z.object({
      estatus: z.string(),
      fecha: z.string(),
      persona: z.nullable(z.string()),
      detalle: z.nullable(z.string()),
    }),
  ),
})
/** A list with one request. */
export const operatorRequestReply = listOf(operatorRequestDetail)
export type OperatorRequestReply = z.infer<typeof operatorRequestReply>

export const refusalBody = z.object({ motivo: requiredText(MAX_REASON_LENGTH) })

/** An administrator whom the operator adds. */
export const administratorBody = z.object({
  nombre: requiredText(100),
  usr_name: z.string().check(z.regex(/^[A-Za-z0-9]{3,50}$/)),
  email_address: z.email().check(z.maxLength(100)),
  tipo_doc: z.enum(DOCUMENT_TYPE_CODES),
  idoc_numero: z.string().check(z.regex(/^[A-Za-z0-9]{1,25}$/)),
})

export const newEntityBody = z.object({
  codigo: code,
  nombre: requiredText(120),
  administrador: administratorBody,
})
export type NewEntityBody = z.infer<typeof newEntityBody>

/** Whether the users of an entity need a second factor (D93). */
export const factorRequirementBody = z.object({ exigido: z.boolean() })

const entity = z.object({
  id: z.string(),
  codigo: z.string(),
  nombre: z.string(),
  usuarios: z.number(),
  exige_factor: z.boolean(),
})
export const entitiesReply = listOf(entity)

/** Whole pesos per month. */
const price = z.int().check(z.minimum(0), z.maximum(1_000_000_000))

/** Maximum number of screens in a package. */
const MAX_PACKAGE_SCREENS = 100

export const newPackageBody = z.object({
  codigo: code,
  nombre: requiredText(120),
  precio: price,
  pantallas: z.int().check(z.minimum(1), z.maximum(MAX_PACKAGE_SCREENS)),
  perfil_id: z.string().check(z.maxLength(60)),
})
export type NewPackageBody = z.infer<typeof newPackageBody>

export const packageChangeBody = z.object({ precio: z.optional(price), ofrecido: z.optional(z.boolean()) })
export type PackageChangeBody = z.infer<typeof packageChangeBody>

const operatorPackage = z.object({
  id: z.string(),
  codigo: z.string(),
  nombre: z.string(),
  precio: z.number(),
  pantallas: z.number(),
  perfil_id: z.string(),
  ofrecido: z.boolean(),
})
export const operatorPackagesReply = listOf(operatorPackage)

const message = z.object({
  id: z.string(),
  tipo: z.string(),
  destino: z.string(),
  estado: z.enum(['pendiente', 'fallido']),
  creado: z.string(),
  intentos: z.number(),
  error: z.nullable(z.string()),
})
export const messagesReply = listOf(message)
export type MessagesReply = z.infer<typeof messagesReply>

/** The statuses of the feeds, for the operator: times of the real clock, `retraso` in seconds. */
export const operatorFeedsReply = listOf(
  z.object({
    fuente: z.string(),
    origen: z.string(),
    ultimo_intento: z.nullable(z.string()),
    ultimo_exito: z.nullable(z.string()),
    retraso: z.nullable(z.number()),
    fallos: z.number(),
    atrasada: z.boolean(),
    error: z.nullable(z.string()),
  }),
)
export type OperatorFeedsReply = z.infer<typeof operatorFeedsReply>
