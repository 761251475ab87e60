import type { RefusalCode } from '#server/api-docs/operation.ts'
import type { RouteAccess } from '#server/http/access.ts'

export const DOCUMENT_TITLE = 'API de Mercado Dólar'

/** Who may call an operation. */
export const ACCESS_TEXTS: Readonly<Record<RouteAccess, string>> = {
  public: 'Todos',
  audience: 'Todos: en tiempo real con sesión de cliente, con 15 minutos de retraso sin ella',
  client: 'Clientes con sesión',
  session: 'Clientes con sesión, también con la cuenta vencida',
  entityReader: 'Usuarios de la entidad',
  entityAdministrator: 'Administradores de la entidad',
  pendingEntity: 'Usuarios de la entidad que deben cambiar su contraseña',
  operator: 'Operador, con su clave',
}

export const SECURITY_TEXTS = {
  client: 'Sesión de cliente',
  entity: 'Sesión de un usuario de una entidad',
  operator: 'Clave del operador (OPERATOR_KEY)',
} as const

export const RETRY_AFTER_TEXT = 'Segundos hasta la próxima petición'

/** What each status means; `default` stands for all refusals that an operation does not list. */
export const STATUS_TEXTS: Readonly<Record<200 | RefusalCode | 'default', string>> = {
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
}
