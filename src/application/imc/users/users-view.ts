import { createTableView, type TableDeps, type TableView } from '#src/application/imc/table-view.ts'
import { toUserCells, USER_RULES, type UserSort } from '#src/application/imc/users/users-list.ts'
import { USER_CSV_TITLES } from '#src/application/imc/users/users-messages.ts'
import type { ImcPorts } from '#src/application/ports.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Refresh interval; other administrators also change the list. */
const REFRESH_MS = MINUTE_MS

/** The users of the entity (§2.5). */
export type UsersView = TableView<EntityUser, UserSort>

export interface UsersViewDeps extends TableDeps, Pick<ImcPorts, 'users'> {}

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
