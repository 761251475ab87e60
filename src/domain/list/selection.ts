/** Ids of the chosen rows. It holds ids, not rows, so that it survives paging and a refresh. */
export type Selection = ReadonlySet<string>

export const EMPTY_SELECTION: Selection = new Set()

export type SelectionState = 'none' | 'some' | 'all'

/** Adds an id, or removes it if it is there. */
export function toggleId(selection: Selection, id: string): Selection {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/** How many of these ids are selected; `none` for no ids. */
export function selectionState(selection: Selection, ids: readonly string[]): SelectionState {
  const selected = ids.filter((id) => selection.has(id)).length
  if (selected === 0) return 'none'
  return selected === ids.length ? 'all' : 'some'
}

/** Selects all these ids, or none of them if all were selected. The other ids stay as they are. */
export function toggleIds(selection: Selection, ids: readonly string[]): Selection {
  const next = new Set(selection)
  const remove = selectionState(selection, ids) === 'all'
  for (const id of ids) {
    if (remove) next.delete(id)
    else next.add(id)
  }
  return next
}

/** Drops the ids that no longer exist; the same set if all do. */
export function retainIds(selection: Selection, ids: Iterable<string>): Selection {
  const existing = new Set(ids)
  const retained = [...selection].filter((id) => existing.has(id))
  return retained.length === selection.size ? selection : new Set(retained)
}
