import type { ImcSessionStore, ScreensGateway } from '#src/application/imc/ports.ts'
import { CHOICES_REFRESH_MS } from '#src/application/imc/screens/request-form.ts'
import { DIALOG_ROWS } from '#src/application/imc/table.ts'
import { createListView } from '#src/application/platform/list.ts'
import { createResource, type Resource, type ResourceDeps } from '#src/application/platform/resource.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import type { ListRules } from '#src/domain/list.ts'

/** Creates the list from which a dialog chooses the user or the screen of a request. */
export function createChoiceList<Row>(
  resource: Resource<readonly Row[]>,
  rules: Pick<ListRules<Row, never>, 'toId' | 'toTexts'>,
) {
  const list = createListView<Row, never>({
    ...rules,
    columns: [],
    toKey: () => null,
    filters: {},
    pageSize: DIALOG_ROWS,
  })
  let sentRows: readonly Row[] | null = null
  const setRows = () => list.setRows(sentRows ?? resource.getSnapshot().value)
  return {
    list,
    /** Finds a choice by id; null without an id, and for a choice that is no longer offered. */
    find: (id: string | null): Row | null =>
      resource.getSnapshot().value?.find((row) => rules.toId(row) === id) ?? null,
    /** Lists only the choice of a created request: the service no longer offers that choice. */
    showSent(row: Row) {
      sentRows = [row]
      list.clear()
      setRows()
    },
    start: (onChange: () => void) => {
      sentRows = null
      setRows()
      return resource.subscribe(() => {
        setRows()
        onChange()
      }).unsubscribe
    },
  }
}

interface AssignableUsersDeps extends ResourceDeps {
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
  return { users, ...createChoiceList(users, { toId: ({ id }) => id, toTexts: ({ name }) => [name] }) }
}
