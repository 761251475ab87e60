import { ROLE_WORDS, userStatusWord, yesOrNo } from '#src/application/imc/users/users-messages.ts'
import type { CsvCell } from '#src/domain/csv.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { ListRules } from '#src/domain/list/list.ts'

/** The sortable columns of the users; these names are values in the query of the page URL. */
export const USER_SORTS = ['nombre', 'usuario', 'rol', 'perfil', 'estatus', 'activo', 'contingencia'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** Page size of the users (§9). */
const PAGE_SIZE = 40

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
export const USER_FILTER_VALUES = ['todos', 'activos', 'inactivos'] as const

const isAccepted = ({ active }: EntityUser, value: string): boolean =>
  value === 'todos' || active === (value === 'activos')

/** The rules of the users' list: search by name, filter, order and pages (§2.5). */
export const USER_RULES: ListRules<EntityUser, UserSort> = {
  toId: ({ id }) => id,
  toTexts: ({ name }) => [name],
  columns: USER_SORTS,
  toKey: (user, column) => SORT_KEYS[column](user),
  filters: { [USER_FILTER]: { values: USER_FILTER_VALUES, accepts: isAccepted } },
  pageSize: PAGE_SIZE,
}

/** Converts a user to a CSV row with the columns `USER_CSV_TITLES`. */
export const toUserCells = (user: EntityUser): readonly CsvCell[] => [
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
