import type { RowNames } from '#src/application/platform/list-messages.ts'
import type { EntityUser, ImcRole } from '#src/domain/imc/users/entity-user.ts'
import type { ActivationAction, ActivationRefusal } from '#src/domain/imc/users/user-actions.ts'
import { formatCount } from '#src/domain/money.ts'

export const USER_ROWS: RowNames = { one: 'usuario', many: 'usuarios' }

export const NO_USERS = {
  lead: 'Aún no ha creado usuarios',
  rest: 'Cree el primero para asignarle una pantalla.',
} as const

/** `12 usuarios de la entidad, 10 activos`. */
export const usersSummary = (total: number, active: number): string =>
  `${formatCount(total)} ${total === 1 ? 'usuario' : 'usuarios'} de la entidad, ${formatCount(active)} ${active === 1 ? 'activo' : 'activos'}`

/** The names of the roles on the pages and in the service's API (§3, §6). */
export const ROLE_WORDS: Readonly<Record<ImcRole, string>> = { administrator: 'administrador', user: 'usuario' }

const STATUS_WORDS = { available: 'Disponible', assigned: 'Asignada', transit: 'Tránsito' } as const

/** The name of a user's status; a dash for an unknown status (D34). */
export const userStatusWord = (status: EntityUser['status']): string => (status === null ? '—' : STATUS_WORDS[status])

export const ACTIVITY_WORDS = { active: 'Activo', inactive: 'Inactivo' } as const
export const CONTRACT_PENDING = 'Pendiente de contrato'

/** 'Sí' or 'No'. */
export const yesOrNo = (value: boolean): string => (value ? 'Sí' : 'No')

type Action = ActivationAction['action']

export const ACTION_WORDS: Readonly<Record<Action, string>> = { activate: 'Activar', deactivate: 'Desactivar' }

/** Why an action is refused; the server has the same reasons (D35). */
export const ACTIVATION_REFUSAL_TEXTS: Readonly<Record<ActivationRefusal, string>> = {
  administrator: 'Los administradores no se activan ni se desactivan aquí.',
  'has-screen': 'Libere primero su pantalla.',
  'request-in-progress': 'El usuario tiene una solicitud en curso.',
  'unknown-status': 'No se conoce el estatus del usuario.',
}

/** Why a selected user is left out of an action on several users. */
export const LEFT_OUT_TEXTS: Readonly<Record<Action, string>> = {
  activate: 'Ya está activo.',
  deactivate: 'Ya está inactivo.',
}

/** Title of the confirmation (§8). */
export const ARE_YOU_SURE = '¿Estás seguro(a)?'

const VERBS: Readonly<Record<Action, string>> = { activate: 'activar', deactivate: 'desactivar' }

/** `Estás a punto de desactivar al usuario César Augusto Niño` (§8). */
export const activationQuestion = (action: Action, name: string): string =>
  `Estás a punto de ${VERBS[action]} al usuario ${name}`

/** `Estás a punto de desactivar a 3 usuarios`. */
export const severalActivationQuestion = (action: Action, count: number): string =>
  `Estás a punto de ${VERBS[action]} a ${formatCount(count)} ${count === 1 ? 'usuario' : 'usuarios'}`

/** Shown after an action on one user (§8). */
export const ACTION_DONE: Readonly<Record<Action, { readonly lead: string; readonly rest: string }>> = {
  activate: { lead: 'Activado!!!', rest: 'Usuario activado con exito.' },
  deactivate: { lead: 'Desactivado!!!', rest: 'Usuario desactivado con exito.' },
}

const DONE_WORDS: Readonly<Record<Action, readonly [one: string, many: string]>> = {
  activate: ['activado', 'activados'],
  deactivate: ['desactivado', 'desactivados'],
}

/** `2 usuarios desactivados, 1 sin cambio`. */
export function activationResultText(action: Action, done: number, unchanged: number): string {
  const [one, many] = DONE_WORDS[action]
  const changedText = `${formatCount(done)} ${done === 1 ? 'usuario' : 'usuarios'} ${done === 1 ? one : many}`
  return unchanged === 0 ? changedText : `${changedText}, ${formatCount(unchanged)} sin cambio`
}

/** `Seleccione usuarios que se puedan desactivar.` */
export const noUsersToChange = (action: Action): string => `Seleccione usuarios que se puedan ${VERBS[action]}.`

/** The column titles of the downloaded list. */
export const USER_CSV_TITLES = [
  'Nombre',
  'Usuario',
  'Rol',
  'Perfil',
  'Estatus',
  'Activo',
  'Contingencia',
  'Correo electrónico',
  'Cargo',
  'Teléfono',
  'Tipo de documento',
  'Documento',
] as const
