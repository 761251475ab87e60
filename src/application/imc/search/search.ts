import type { ImcPorts } from '#src/application/imc/ports.ts'
import {
  type SearchOption,
  toActionOptions,
  toPackageOption,
  toPersonOption,
  toRequestOption,
  toScreenOptions,
} from '#src/application/imc/search/search-items.ts'
import { noResults } from '#src/application/platform/list-messages.ts'
import type { Announcer } from '#src/application/platform/notices.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type Load, type ResourceDeps } from '#src/application/platform/resource.ts'
import { indexItems, type SearchEntry, type SearchGroup, searchItems } from '#src/domain/imc/search/search.ts'
import { formatCount } from '#src/domain/money.ts'

export const SEARCH_TITLE = 'Buscar'
export const SEARCH_LABEL = 'Nombre, pantalla, suscripción, referencia o acción'
export const SEARCH_HELP = 'Flechas para elegir, Enter para abrir, Esc para cerrar.'
const SEARCH_LOADING = 'Consultando los datos de la entidad…'

const GROUP_NAMES: Readonly<Record<SearchGroup, string>> = {
  person: 'Personas',
  screen: 'Pantallas',
  subscription: 'Paquetes y suscripciones',
  request: 'Solicitudes',
  action: 'Páginas y acciones',
}

/** Number of shown items of each kind. */
const GROUP_LIMIT = 5

export interface OptionGroup {
  /** `Personas`, or `Personas, 5 de 23` if not all are shown. */
  readonly name: string
  readonly options: readonly SearchOption[]
}

export interface SearchState {
  readonly text: string
  readonly groups: readonly OptionGroup[]
  /** `12 resultados`; also says that lists are loading. */
  readonly summary: string
  /** Names the lists that were not loaded; null without a failure. */
  readonly failure: string | null
}

/** The search over everything of the entity (D107). */
export interface SearchView extends Readable<SearchState> {
  search(text: string): void
  /** Prepares the page of an option, and returns its path and query. */
  follow(option: SearchOption): string
  /** Loads the failed lists again. */
  retry(): void
}

interface SearchDeps
  extends ResourceDeps,
    Pick<ImcPorts, 'users' | 'screens' | 'packages' | 'requests' | 'imcSession'> {
  readonly announcer: Pick<Announcer, 'announce'>
}

type Entries = readonly SearchEntry<SearchOption>[]

interface SourceState {
  readonly entries: Entries
  readonly loading: boolean
  readonly failed: boolean
}

/** Loads a list once, and prepares its items for the search once. */
function createSource<Row>(
  deps: ResourceDeps,
  load: Load<readonly Row[]>,
  toOptions: (rows: readonly Row[]) => readonly SearchOption[],
) {
  const rows = createResource(deps, { load, interval: null })
  let indexed: { readonly rows: readonly Row[]; readonly entries: Entries } | null = null

  function toEntries(value: readonly Row[]): Entries {
    if (indexed?.rows !== value) indexed = { rows: value, entries: indexItems(toOptions(value)) }
    return indexed.entries
  }

  const state = combine(
    { rows },
    ({ rows: { value, failures, loading } }): SourceState => ({
      entries: value === null ? [] : toEntries(value),
      loading: value === null && loading,
      failed: value === null && failures > 0,
    }),
  )
  return { state, retry: rows.retry }
}

function toGroups(entries: Entries, text: string): readonly OptionGroup[] {
  return searchItems(entries, text, GROUP_LIMIT).map(({ group, items, total }) => {
    const name = GROUP_NAMES[group]
    const isCut = total > items.length
    return { name: isCut ? `${name}, ${formatCount(items.length)} de ${formatCount(total)}` : name, options: items }
  })
}

function toSummary(text: string, groups: readonly OptionGroup[], isLoading: boolean): string {
  if (isLoading) return SEARCH_LOADING
  if (text.trim() === '') return ''
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  return count === 0 ? noResults(text) : `${formatCount(count)} ${count === 1 ? 'resultado' : 'resultados'}`
}

const LISTS = ['person', 'screen', 'subscription', 'request'] as const

/**
 * Creates the search of an open dialog. It reads each list once; closing aborts the reads. Without
 * a text it offers the pages and actions of the role.
 */
export function createSearchView(deps: SearchDeps, canWrite: boolean): SearchView {
  const { users, screens, packages, requests, imcSession, announcer } = deps
  const sources = {
    person: createSource(deps, users.list, (rows) => rows.map(toPersonOption)),
    screen: createSource(deps, screens.all, toScreenOptions),
    subscription: createSource(deps, packages.groups, (rows) => rows.map(toPackageOption)),
    request: createSource(deps, requests.list, (rows) => rows.map(toRequestOption)),
  }
  const actions = toActionOptions(canWrite)
  const actionEntries = indexItems(actions)
  const typed = createState({ text: '' })

  const lists = combine(
    {
      person: sources.person.state,
      screen: sources.screen.state,
      subscription: sources.subscription.state,
      request: sources.request.state,
    },
    (states) => {
      const failed = LISTS.filter((name) => states[name].failed)
      return {
        entries: [...LISTS.flatMap((name) => states[name].entries), ...actionEntries],
        isLoading: LISTS.some((name) => states[name].loading && !states[name].failed),
        failure:
          failed.length === 0 ? null : `No pudimos consultar: ${failed.map((name) => GROUP_NAMES[name]).join(', ')}.`,
      }
    },
  )
  const view = combine({ typed, lists }, ({ typed: { text }, lists: { entries, isLoading, failure } }): SearchState => {
    const groups = text.trim() === '' ? [{ name: GROUP_NAMES.action, options: actions }] : toGroups(entries, text)
    return { text, groups, summary: toSummary(text, groups, isLoading), failure }
  })

  return {
    ...view,
    search: (text) => typed.set({ text }),
    follow({ group, title, detail, address, subscription }) {
      if (subscription !== null) imcSession.writeChosenSubscription(subscription)
      // The page of a screen announces its marked row.
      if (group === 'person' || group === 'request') announcer.announce(`${title}, ${detail}`)
      return address
    },
    retry() {
      for (const name of LISTS) if (sources[name].state.getSnapshot().failed) sources[name].retry()
    },
  }
}
