import type { RowNames } from '#src/application/platform/list-messages.ts'
import {
  isSettled,
  type RequestDetail,
  type RequestKind,
  type RequestStatus,
} from '#src/domain/imc/requests/requests.ts'
import { formatCopTotal, formatCount } from '#src/domain/money.ts'

export const REQUEST_ROWS: RowNames = { one: 'solicitud', many: 'solicitudes', feminine: true }
export const NEWEST_FIRST = 'La más reciente primero'
export const SEARCH_REQUESTS_LABEL = 'Usuario o referencia'

export const REQUESTS_FAILED = 'No pudimos consultar sus solicitudes'
export const NO_REQUESTS = {
  lead: 'Aún no tiene solicitudes',
  rest: 'Nacen al solicitar un paquete o al vincular, cambiar o liberar una pantalla.',
  action: 'Ir a Mis productos',
}
export const REQUEST_FAILED = 'No pudimos consultar la solicitud'

/** The names of the request kinds (D59). */
export const KIND_WORDS: Readonly<Record<RequestKind, string>> = {
  purchase: 'Compra de paquete',
  link: 'Vinculación',
  release: 'Desvinculación',
  'screen-change': 'Cambio de pantalla',
  'user-change': 'Cambio de usuario',
}

export const STATUS_WORDS: Readonly<Record<RequestStatus, string>> = {
  created: 'Creada',
  documents: 'Documentos',
  'in-progress': 'En trámite',
  approved: 'Aprobada',
  refused: 'Rechazada',
}

export const REQUEST_COLUMN_TITLES = {
  reference: 'Referencia',
  user: 'Usuario',
  date: 'Fecha',
  kind: 'Tipo',
  status: 'Estatus',
} as const

/** Title of the pending last step. */
export const LAST_STEP = 'Aprobada o rechazada'

export const BOGOTA_HOURS = 'Horas de Bogotá.'
export const MISSING_DOCUMENTS_TITLE = 'Documentos que faltan'
export const UPLOADED_DOCUMENTS_TITLE = 'Documentos cargados'

/** `12 solicitudes, 4 en curso`. */
export function requestsIntro(statuses: readonly (RequestStatus | null)[]): string {
  const openCount = statuses.filter((status) => !isSettled(status)).length
  const all = `${formatCount(statuses.length)} ${statuses.length === 1 ? 'solicitud' : 'solicitudes'}`
  return `${all}, ${formatCount(openCount)} en curso`
}

/** Announced when an open request changes its status: `Solicitud S-2026-00418: Rechazada`. */
export const statusChangeText = (reference: string, status: string): string => `Solicitud ${reference}: ${status}`

/** The person of a step: `Por Paula Ibáñez Cárdenas.` */
export const takenByText = (person: string): string => `Por ${person}.`

/** `Ver pantalla P-07`. */
export const seeScreenText = (screen: string): string => `Ver pantalla ${screen}`

/** The subject of a request in one sentence; '' for an unknown kind. */
export function requestSubject(detail: RequestDetail): string {
  const { kind, user, screen, profile, sourceScreen, sourceUser, quantity, packageCode, price } = detail
  switch (kind) {
    case 'purchase': {
      if (quantity === null) return packageCode
      const total = price === null ? '' : `, ${formatCopTotal(price * quantity)} al mes`
      return `${formatCount(quantity)} ${quantity === 1 ? 'paquete' : 'paquetes'} ${packageCode}${total}.`
    }
    case 'link':
      return `Vincular ${screen} a ${user}${profile === '' ? '' : ` con el perfil ${profile}`}.`
    case 'release':
      return `Liberar ${screen} de ${user}.`
    case 'screen-change':
      return `Cambiar a ${user} de ${sourceScreen} a ${screen}.`
    case 'user-change':
      return `Cambiar ${screen} de ${sourceUser} a ${user}.`
    case null:
      return ''
  }
}

/** `2 de 3 cargados.` */
export const documentsText = (uploaded: number, required: number): string =>
  `${formatCount(uploaded)} de ${formatCount(required)} ${required === 1 ? 'cargado' : 'cargados'}.`

/** `Faltan 2 archivos: Carta de autorización y Certificación de operador.` */
export function missingDocuments(names: readonly string[]): string {
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`
  return names.length === 1 ? `Falta 1 archivo: ${list}.` : `Faltan ${names.length} archivos: ${list}.`
}
