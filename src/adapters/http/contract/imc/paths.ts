import type { ConfirmationDecision } from '#src/domain/imc/requests/confirmations.ts'

/** Paths of the entity's users below {imc-api} (§7.2). */
export const IMC_USER_PATHS = {
  login: '/usuarios/login',
  session: '/usuarios/session',
  logout: '/usuarios/logout',
  /** Confirms that the session is open; 401 with the reason otherwise (D95). */
  sessionCheck: '/usuarios/session/vigente',
  endSessions: '/usuarios/sesiones/cerrar',
  /** Changes the access of a person (D111). */
  access: '/usuarios/acceso',
  renewPassword: '/usuarios/renewpwd',
  /** POST creates a user. The path with `/{id}` reads or edits a user. */
  users: '/usuarios',
  activation: '/usuarios/estatus',
  /** Checks or creates the users of a part of a file (D91). */
  batch: '/usuarios/lote',
  documentTypes: '/app/idocs',
  /** The saved views of lists (D92). */
  views: '/vistas',
} as const

/** Paths of packages below {imc-api} (§7.2). */
export const IMC_PACKAGE_PATHS = {
  offers: '/paquetes',
  order: '/entidades/paquete/compra',
} as const

/** Paths of the requests for a screen below {imc-api} (§7.2). */
export const IMC_SCREEN_PATHS = {
  release: '/entidades/solicitud/liberar',
  link: '/entidades/solicitud/asignar',
  change: '/entidades/solicitud/reasignar',
} as const

const segment = encodeURIComponent

/** The last part of the path of a decision (D106). */
const DECISION_PATHS: Readonly<Record<ConfirmationDecision, string>> = {
  confirmed: 'confirmar',
  returned: 'devolver',
  withdrawn: 'retirar',
}

/** Paths with ids below {imc-api} (§7.2). Server routes pass `:` and a parameter name. */
export const imcPaths = {
  user: (id: string) => `/usuarios/${segment(id)}`,
  view: (id: string) => `/vistas/${segment(id)}`,
  deleteView: (id: string) => `/vistas/${segment(id)}/eliminar`,
  contract: (id: string) => `/usuarios/${segment(id)}/contrato`,
  entityUsers: (entity: string) => `/entidades/${segment(entity)}/usuarios`,
  assignable: (entity: string) => `/entidades/${segment(entity)}/usuarios/asignables`,
  subscriptions: (entity: string) => `/entidades/${segment(entity)}/suscripciones`,
  screens: (entity: string, number: string) => `/entidades/${segment(entity)}/suscripciones/${segment(number)}`,
  allScreens: (entity: string) => `/entidades/${segment(entity)}/pantallas`,
  expiry: (entity: string, number: string, screen: string) =>
    `/entidades/${segment(entity)}/suscripciones/${segment(number)}/pantallas/${segment(screen)}/vencimiento`,
  expiries: (entity: string) => `/entidades/${segment(entity)}/vencimientos`,
  freeScreens: (entity: string) => `/entidades/${segment(entity)}/pantallas/disponibles`,
  profiles: (profile: string) => `/perfiles/${segment(profile)}/perfiles`,
  requirements: (profile: string) => `/requisitos/perfil/${segment(profile)}`,
  requests: (entity: string) => `/entidades/${segment(entity)}/solicitudes`,
  request: (id: string) => `/solicitudes/${segment(id)}`,
  decision: (id: string, decision: ConfirmationDecision) => `/solicitudes/${segment(id)}/${DECISION_PATHS[decision]}`,
  correction: (id: string) => `/solicitudes/${segment(id)}/correccion`,
  document: (id: string, requirement: string) => `/solicitudes/${segment(id)}/requisito/${segment(requirement)}`,
  sessions: (entity: string) => `/entidades/${segment(entity)}/sesiones`,
  access: (entity: string) => `/entidades/${segment(entity)}/accesos`,
  review: (entity: string) => `/entidades/${segment(entity)}/revision`,
  governance: (entity: string) => `/entidades/${segment(entity)}/gobierno`,
  audit: (entity: string) => `/entidades/${segment(entity)}/auditoria`,
} as const

/** The file field of an upload (§7.2). */
export const UPLOAD_FIELD = 'fupload'
