import type { RowNames } from '#src/application/platform/list-messages.ts'
import {
  type AccessAction,
  type AccessPerson,
  type AccessRefusal,
  type AccessStatus,
  toAccessStatus,
} from '#src/domain/imc/users/access.ts'
import type { ImcRole } from '#src/domain/imc/users/roles.ts'
import { formatCount } from '#src/domain/money.ts'
import { formatTime, type Instant, toDate } from '#src/domain/time/bogota.ts'

export const ACCESS_INTRO = 'Quién puede ingresar al área de entidades; aquí se quita o se recupera un acceso'
export const ACCESS_ROWS: RowNames = { one: 'persona', many: 'personas', feminine: true }
export const ACCESS_FAILED = 'No pudimos consultar los accesos'
export const SEARCH_ACCESS = 'Buscar por Nombre o Usuario'
export const NO_ACCESS = { lead: 'No hay personas con acceso', rest: '' } as const
export const ONLY_ADMINISTRATORS = {
  lead: 'Solo los administradores ven los accesos.',
  rest: 'Pídalo a un administrador de su entidad.',
} as const
export const YOU = 'Usted'
export const CREATE_ADMINISTRATOR = 'Crear administrador'
export const ACCESS_NOTE =
  'Para nombrar otro administrador, cree un usuario con el rol administrador y cargue su contrato. Su propio acceso lo cambia otro administrador. Si perdió la verificación en dos pasos, la restablece su agente de soporte.'

export const ACCESS_COLUMN_TITLES = {
  name: 'Persona',
  username: 'Usuario',
  role: 'Rol',
  status: 'Estatus',
  sessions: 'Sesiones',
} as const

export const ROLE_NAMES: Readonly<Record<ImcRole, string>> = { administrator: 'Administrador', user: 'Usuario' }

export const STATUS_NAMES: Readonly<Record<AccessStatus, string>> = {
  active: 'Activo',
  temporary: 'Clave temporal',
  'temporary-expired': 'Clave temporal vencida',
  'contract-pending': 'Pendiente de contrato',
  inactive: 'Inactivo',
}

const timeText = (at: Instant) => `${toDate(at)}, ${formatTime(at)}`

/** `hasta 2026-11-22, 09:43:15`, the end of a temporary password; null without one. */
export function accessEndText(person: AccessPerson, at: Instant): string | null {
  const until = person.temporary?.until ?? null
  return until !== null && toAccessStatus(person, at) === 'temporary' ? `hasta ${timeText(until)}` : null
}

/** The button of an action in a row. */
export const ACCESS_ACTION_TEXTS: Readonly<Record<AccessAction, string>> = {
  activate: 'Activar',
  deactivate: 'Desactivar',
  'send-password': 'Enviar clave temporal',
  'end-sessions': 'Cerrar sesiones',
}

/** Why an action is refused; the server has the same reasons (D111). */
export const ACCESS_REFUSAL_TEXTS: Readonly<Record<AccessRefusal, string>> = {
  own: 'Su propio acceso lo cambia otro administrador.',
  'not-administrator': 'Los demás usuarios se activan o desactivan en Mis usuarios.',
  'last-administrator': 'Es el único administrador que puede ingresar. Cree o active otro primero.',
  inactive: 'Actívelo primero.',
  'no-email': 'No tiene correo, así que no puede recibir una clave temporal.',
}

const sessionsText = ({ sessions }: AccessPerson) =>
  sessions === 1 ? 'su sesión abierta se cierra' : `sus ${formatCount(sessions)} sesiones abiertas se cierran`

/** ` y su sesión abierta se cierra`; nothing without one. */
const andSessions = (person: AccessPerson) => (person.sessions === 0 ? '' : ` y ${sessionsText(person)}`)

export const ACCESS_TITLES: Readonly<Record<AccessAction, string>> = {
  activate: '¿Activar al administrador?',
  deactivate: '¿Desactivar al administrador?',
  'send-password': '¿Enviar una clave temporal?',
  'end-sessions': '¿Cerrar sus sesiones?',
}

export function accessQuestion(action: AccessAction, person: AccessPerson): string {
  const { name, email } = person
  switch (action) {
    case 'activate':
      return `${name} podrá ingresar de nuevo con su contraseña.`
    case 'deactivate':
      return `${name} no podrá ingresar${andSessions(person)}. Puede activarlo de nuevo cuando quiera.`
    case 'send-password':
      return `${name} recibirá en ${email} una clave que vence en 24 horas y que debe cambiar al ingresar. Su contraseña deja de servir${andSessions(person)}.`
    case 'end-sessions':
      return `${name} sigue con acceso, pero ${sessionsText(person)}. Lo que no haya guardado se conserva en su navegador.`
  }
}

export const LAST_LEFT = 'Usted queda como el único administrador que puede ingresar.'

/** The toast after an action. */
export function accessDoneText(action: AccessAction, { name, email }: AccessPerson): string {
  switch (action) {
    case 'activate':
      return `${name} puede ingresar de nuevo.`
    case 'deactivate':
      return `${name} ya no puede ingresar.`
    case 'send-password':
      return `La clave temporal de ${name} va en un correo a ${email}.`
    case 'end-sessions':
      return `Se cerraron las sesiones de ${name}.`
  }
}
