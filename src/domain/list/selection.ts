/** Ids of the selected rows. Unlike rows, ids survive paging and a refresh. */
export type Selection = ReadonlySet<string>

export const EMPTY_SELECTION: Selection = new Set()

export type SelectionState = 'none' | 'some' | 'all'

/** Adds an id, or removes it if it is selected. */
export function toggleId(selection: Selection, id: string): Selection {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Whether all, some or none of these ids are selected; `none` for an empty list. */
export function selectionState(selection: Selection, ids: readonly string[]): SelectionState {
  const selected = ids.filter((id) => selection.has(id)).length
  if (selected === 0) return 'none'
  return selected === ids.length ? 'all' : 'some'
}

/** Selects all these ids, or deselects them if all were selected. Other ids are unchanged. */
export function toggleIds(selection: Selection, ids: readonly string[]): Selection {
  const next = new Set(selection)
  const areAllSelected = selectionState(selection, ids) === 'all'
  for (const id of ids) {
    if (areAllSelected) next.delete(id)
    else next.add(id)
  }
  return next
}

/** Removes the selected ids that are not in `ids`. Returns the same set if nothing changes. */
export function retainIds(selection: Selection, ids: Iterable<string>): Selection {
  const existing = new Set(ids)
  const retained = [...selection].filter((id) => existing.has(id))
  return retained.length === selection.size ? selection : new Set(retained)
}
