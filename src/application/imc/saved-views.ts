import { actionFailureMessage } from '#src/application/imc/messages.ts'
import type { NewKey, ViewsGateway } from '#src/application/imc/ports.ts'
import { parseHiddenColumns, toViewQuery, writeHiddenColumns } from '#src/application/navigation/query.ts'
import { createListView } from '#src/application/platform/list.ts'
import type { Announcer, Toasts } from '#src/application/platform/notices.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps } from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  canChangeView,
  findUnknownParts,
  MAX_VIEW_NAME_LENGTH,
  type NewView,
  parseViewName,
  type SavedView,
  type ViewList,
} from '#src/domain/imc/saved-views.ts'
import type { ListRules } from '#src/domain/list.ts'
import type { Result } from '#src/domain/result.ts'

export const VIEWS_TITLE = 'Vistas'
export const SAVE_VIEW = 'Guardar vista'
export const MANAGE_VIEWS = 'Administrar vistas'
export const CHOOSE_COLUMNS = 'Elegir columnas'
const NAME_RULE = `Escriba un nombre de hasta ${MAX_VIEW_NAME_LENGTH} caracteres.`

/** `Pendientes (entidad)`. */
export const viewText = ({ name, shared }: SavedView): string => (shared ? `${name} (entidad)` : name)

const openedText = (name: string, unknown: readonly string[]): string =>
  unknown.length === 0
    ? `Vista ${name}`
    : `La vista ${name} tiene partes que ya no existen (${unknown.join(', ')}). Se abrió con las demás.`

interface SavedViewsSnapshot {
  readonly views: readonly SavedView[]
  readonly isSending: boolean
  /** Why the last change failed. */
  readonly error: string | null
}

/** The saved views of a list (D92). A change resolves to true when it is done. */
export interface SavedViews extends Readable<SavedViewsSnapshot> {
  canChange(view: SavedView): boolean
  /** Returns the query of a view, and says which parts no longer exist. */
  open(view: SavedView): string
  save(name: string, shared: boolean, query: string): Promise<boolean>
  rename(id: string, name: string): Promise<boolean>
  remove(view: SavedView): Promise<boolean>
  clearError(): void
}

interface SavedViewsDeps extends ResourceDeps {
  readonly views: ViewsGateway
  readonly newKey: NewKey
  readonly toasts: Pick<Toasts, 'show'>
  readonly announcer: Pick<Announcer, 'announce'>
}

interface ViewedList<Row, Column extends string> {
  readonly list: ViewList
  readonly rules: ListRules<Row, Column>
  /** The columns that the user can hide. */
  readonly optionalColumns: readonly string[]
  readonly isAdministrator: boolean
}

export function createSavedViews<Row, Column extends string>(
  deps: SavedViewsDeps,
  { list, rules, optionalColumns, isAdministrator }: ViewedList<Row, Column>,
): SavedViews {
  const { views, newKey, toasts, announcer } = deps
  const loaded = createResource<readonly SavedView[]>(deps, {
    load: (signal) => views.list(list, signal),
    interval: null,
  })
  const change = createState<{
    readonly views: readonly SavedView[] | null
    readonly isSending: boolean
    readonly error: string | null
  }>({ views: null, isSending: false, error: null })
  /** A lost reply is repeated under the same key: the view is saved once (D28). */
  let attempt: { readonly text: string; readonly key: string } | null = null

  async function send(text: string, call: () => Promise<Result<readonly SavedView[], CallFailure>>): Promise<boolean> {
    if (change.getSnapshot().isSending) return false
    change.set({ ...change.getSnapshot(), isSending: true, error: null })
    const result = await call()
    const { views: before } = change.getSnapshot()
    change.set({
      views: result.ok ? result.value : before,
      isSending: false,
      error: result.ok ? null : actionFailureMessage(result.error),
    })
    if (result.ok) toasts.show(text)
    return result.ok
  }

  function refuse(): boolean {
    change.set({ ...change.getSnapshot(), error: NAME_RULE })
    return false
  }

  function toKnownQuery(query: string): string {
    const state = createListView(rules, { query }).toQuery('')
    return writeHiddenColumns(state, parseHiddenColumns(query, optionalColumns))
  }

  return {
    ...combine(
      { loaded, change },
      (parts): SavedViewsSnapshot => ({
        views: parts.change.views ?? parts.loaded.value ?? [],
        isSending: parts.change.isSending,
        error: parts.change.error,
      }),
    ),
    canChange: (view) => canChangeView(view, isAdministrator),
    open({ name, query }) {
      const known = toKnownQuery(query)
      const unknown = findUnknownParts(query, known)
      const text = openedText(name, unknown)
      if (unknown.length === 0) announcer.announce(text)
      else toasts.show(text)
      return known
    },
    async save(name, shared, query) {
      if (parseViewName(name) === null) return refuse()
      const view: NewView = { list, name, shared, query: toViewQuery(query) }
      const text = JSON.stringify(view)
      if (attempt?.text !== text) attempt = { text, key: newKey() }
      const { key } = attempt
      const isSaved = await send(`Vista ${name.trim()} guardada`, () => views.save(view, key))
      if (isSaved) attempt = null
      return isSaved
    },
    rename: async (id, name) =>
      parseViewName(name) === null ? refuse() : send(`Vista ${name.trim()} renombrada`, () => views.rename(id, name)),
    remove: (view) => send(`Vista ${view.name} eliminada`, () => views.remove(view.id)),
    clearError: () => change.set({ ...change.getSnapshot(), error: null }),
  }
}
