import type { ImcPorts } from '#src/application/imc/ports.ts'
import { createTableView, type TableDeps, type TableView } from '#src/application/imc/table.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import type { CsvCell } from '#src/domain/csv.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { ImcRole } from '#src/domain/imc/users/roles.ts'
import type { ActivationAction, ActivationRefusal } from '#src/domain/imc/users/user-actions.ts'
import type { ListRules } from '#src/domain/list.ts'
import { formatCount } from '#src/domain/money.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

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
  administrator: 'Los administradores se activan y se desactivan en Accesos.',
  'has-screen': 'Desvincule primero su pantalla.',
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
const USER_CSV_TITLES = [
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

/** The sortable columns of the users; these names are values in the query of the page URL. */
export const USER_SORTS = ['nombre', 'usuario', 'rol', 'perfil', 'estatus', 'activo', 'contingencia'] as const
type UserSort = (typeof USER_SORTS)[number]

/** The columns that the user can hide; the name stays (D92). */
export const OPTIONAL_USER_COLUMNS = USER_SORTS.slice(1)

const SORT_KEYS: Readonly<Record<UserSort, (user: EntityUser) => string | null>> = {
  nombre: ({ name }) => name,
  usuario: ({ username }) => username,
  rol: ({ role }) => ROLE_WORDS[role],
  perfil: ({ profile }) => (profile === '' ? null : profile),
  estatus: ({ status }) => (status === null ? null : userStatusWord(status)),
  activo: ({ active }) => (active ? 'Activo' : 'Inactivo'),
  contingencia: ({ contingency }) => yesOrNo(contingency),
}

/** The filter 'Estado' in the query of the page URL (§2.5). */
export const USER_FILTER = 'estado'
const USER_FILTER_VALUES = ['todos', 'activos', 'inactivos'] as const

const isAccepted = ({ active }: EntityUser, value: string): boolean =>
  value === 'todos' || active === (value === 'activos')

/** The rules of the users' list: search by name, filter, order and pages (§2.5). */
export const USER_RULES: ListRules<EntityUser, UserSort> = {
  toId: ({ id }) => id,
  toTexts: ({ name }) => [name],
  columns: USER_SORTS,
  toKey: (user, column) => SORT_KEYS[column](user),
  filters: { [USER_FILTER]: { values: USER_FILTER_VALUES, accepts: isAccepted } },
  pageSize: PAGE_SIZES.users,
}

/** Converts a user to a CSV row with the columns `USER_CSV_TITLES`. */
const toUserCells = (user: EntityUser): readonly CsvCell[] => [
  user.name,
  user.username,
  ROLE_WORDS[user.role],
  user.profile,
  userStatusWord(user.status),
  user.active ? 'Activo' : 'Inactivo',
  yesOrNo(user.contingency),
  user.email,
  user.position,
  user.telephone,
  user.documentType,
  user.documentNumber,
]

/** Refresh interval; other administrators also change the list. */
const REFRESH_MS = MINUTE_MS

/** The users of the entity (§2.5). */
type UsersView = TableView<EntityUser, UserSort>

interface UsersViewDeps extends TableDeps, Pick<ImcPorts, 'users'> {}

/** `query` is the query of the page URL when the view is created. */
export const createUsersView = (deps: UsersViewDeps, query: string): UsersView =>
  createTableView(deps, {
    source: { load: (signal) => deps.users.list(signal), interval: REFRESH_MS },
    rules: USER_RULES,
    file: { name: 'usuarios', titles: USER_CSV_TITLES, toCells: toUserCells },
    query,
  })

/** Counts all users and the active users. */
export const countUsers = (users: readonly EntityUser[]) => ({
  all: users.length,
  active: users.filter(({ active }) => active).length,
})
