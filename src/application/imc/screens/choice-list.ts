import { DIALOG_ROWS } from '#src/application/imc/dialog-rows.ts'
import { createListView } from '#src/application/platform/list-view.ts'
import type { Resource } from '#src/application/platform/resource.ts'
import type { ListRules } from '#src/domain/list/list.ts'

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
