import { DIALOG_ROWS } from '#src/application/imc/dialog-rows.ts'
import type { ImcSessionStore } from '#src/application/imc/imc-session-store.ts'
import { CHOICES_REFRESH_MS } from '#src/application/imc/request-form.ts'
import type { ScreensGateway } from '#src/application/imc/screens-gateway.ts'
import { createListView } from '#src/application/platform/list-view.ts'
import { createResource, type ResourceDeps } from '#src/application/platform/resource.ts'
import type { AssignableUser } from '#src/domain/imc/products.ts'
import type { ListRules } from '#src/domain/list/list.ts'

const RULES: ListRules<AssignableUser, never> = {
  toId: ({ id }) => id,
  toTexts: ({ name }) => [name],
  columns: [],
  toKey: () => null,
  filters: {},
  pageSize: DIALOG_ROWS,
}

export interface AssignableUsersDeps extends ResourceDeps {
  readonly screens: Pick<ScreensGateway, 'assignable'>
  readonly imcSession: Pick<ImcSessionStore, 'readAssignable' | 'writeAssignable'>
}

/** Shows the stored assignable users, if any, and loads and stores them again (D32). */
export function createAssignableUsers({ imcSession, ...deps }: AssignableUsersDeps) {
  const cached = imcSession.readAssignable()
  const users = createResource<readonly AssignableUser[]>(
    deps,
    { load: deps.screens.assignable, interval: CHOICES_REFRESH_MS },
    {
      // An update time of 0 makes the cached users outdated: they are loaded again at once.
      first: cached && { value: cached, updatedAt: 0, receivedAt: 0 },
      onLoad: imcSession.writeAssignable,
    },
  )
  const list = createListView(RULES)
  let sentRows: readonly AssignableUser[] | null = null
  const setRows = () => list.setRows(sentRows ?? users.getSnapshot().value)
  return {
    users,
    list,
    /** Finds a user by id; null without an id, and for a user who is no longer assignable. */
    find: (id: string | null): AssignableUser | null =>
      users.getSnapshot().value?.find((user) => user.id === id) ?? null,
    /** Lists only the user of a created request: the service no longer offers that user. */
    showSent(user: AssignableUser) {
      sentRows = [user]
      list.clear()
      setRows()
    },
    start: (onChange: () => void) => {
      sentRows = null
      setRows()
      return users.subscribe(() => {
        setRows()
        onChange()
      })
    },
  }
}
