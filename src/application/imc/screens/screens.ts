import type {
  ChosenSubscription,
  ImcSessionStore,
  PackagesGateway,
  ScreensGateway,
} from '#src/application/imc/ports.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table.ts'
import { readMarkedScreen } from '#src/application/navigation/query.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import type { Announcer } from '#src/application/platform/notices.ts'
import { combine, createState, type Readable, withWork } from '#src/application/platform/readable.ts'
import { createResource } from '#src/application/platform/resource.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import type { ScreenRow, ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import { offeredActions, type ScreenAction } from '#src/domain/imc/screens/screen-lifecycle.ts'
import { type ListRules, toPageNumber } from '#src/domain/list.ts'
import { formatCount, formatMonthlyCost } from '#src/domain/money.ts'
import { formatShortDate } from '#src/domain/text.ts'
import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

export const SCREEN_ROWS: RowNames = { one: 'pantalla', many: 'pantallas', feminine: true }
/** The search compares username and full name (D88). */
export const SEARCH_SCREENS_BY_USER = 'Buscar por Usuario'
export const SCREENS_FAILED = 'No pudimos consultar las pantallas'
export const NO_SCREENS = {
  lead: 'Esta suscripción no tiene pantallas',
  rest: 'Aparecerán aquí cuando se active la suscripción.',
}

export const LINK = 'Vincular'
export const RELEASE = 'Desvincular'
export const CHANGE = 'Cambiar'
export const IN_PROGRESS = 'Tramitando'
export const RELEASE_SELECTED = 'Desvincular seleccionadas'

export const SCREEN_COLUMN_TITLES = {
  screen: 'Pantalla',
  profile: 'Perfil',
  username: 'Usuario',
  fullName: 'Nombre',
  status: 'Estatus',
  lastUse: 'Último uso',
  endsOn: 'Vence',
} as const

/** A screen without a use, in an entity whose uses the operator reports. */
export const NO_USE = 'Sin reporte'

export const STATUS_NAMES: Readonly<Record<ScreenStatus, string>> = {
  available: 'Disponible',
  assigned: 'Asignada',
  transit: 'Tránsito',
}

/** Why a screen with an open request has no action. */
export const TRANSIT_REFUSAL = 'La pantalla tiene una solicitud en curso.'

/** `La solicitud de P-04 está en curso.` */
export const inProgressNotice = (screen: string): string => `La solicitud de ${screen} está en curso.`
export const IN_PROGRESS_ADVICE = 'Podrá actuar cuando se complete.'
export const SEE_REQUEST = 'Ver'

/** `Pantallas de la suscripción 004512`. */
export const screensPageTitle = (number: string): string => `Pantallas de la suscripción ${number}`

/** `Paquete USD-PRO-10, Dólar profesional. Costo mensual $ 1.842.500,00`. */
export function screensIntro(code: string, name: string, cost: number | null): string {
  const packageText = `Paquete ${code}, ${name}.`
  return cost === null ? packageText : `${packageText} Costo mensual $\u00a0${formatMonthlyCost(cost)}`
}

export interface StatusCounts {
  readonly assigned: number
  readonly transit: number
  readonly available: number
  readonly screens: number
}

/** `5 asignadas, 2 en tránsito y 3 disponibles de 10`. */
export const statusCountsText = ({ assigned, transit, available, screens }: StatusCounts): string =>
  `${formatCount(assigned)} asignadas, ${formatCount(transit)} en tránsito y ${formatCount(available)} disponibles de ${formatCount(screens)}`

export const CLOSE = 'Cerrar'

/** Refresh interval; other administrators' requests and the operator's decisions change rows. */
const SCREENS_REFRESH_MS = 10 * SECOND_MS
const COST_REFRESH_MS = MINUTE_MS

export const SCREEN_COLUMNS = ['screen', 'profile', 'username', 'fullName', 'status', 'lastUse', 'endsOn'] as const
type ScreenColumn = (typeof SCREEN_COLUMNS)[number]

/** `12 nov 2026`, or that the screen has no use. */
export const lastUseText = ({ lastUse }: Pick<ScreenRow, 'lastUse'>): string =>
  lastUse === null ? NO_USE : formatShortDate(lastUse)

/** Which rows make an optional column worth showing. */
const OPTIONAL_COLUMNS: Readonly<Partial<Record<ScreenColumn, (row: ScreenRow) => boolean>>> = {
  lastUse: (row) => row.isUseReported,
  endsOn: (row) => row.canExpire,
}

/** The columns of these rows: without those whose feature the entity does not have (D102). */
const shownColumns = (rows: readonly ScreenRow[] | null): readonly ScreenColumn[] =>
  SCREEN_COLUMNS.filter((column) => {
    const hasFeature = OPTIONAL_COLUMNS[column]
    return hasFeature === undefined || rows?.some(hasFeature)
  })

/** The text of the status column (D34). */
export const toStatusName = ({ status, statusText }: Pick<ScreenRow, 'status' | 'statusText'>): string => {
  if (statusText !== '') return statusText
  return status === null ? '' : STATUS_NAMES[status]
}

/** Announced when the row of the screen in the address is marked: `Pantalla P-07, Disponible`. */
const markedText = (row: ScreenRow): string =>
  [`Pantalla ${row.screen}`, toStatusName(row), row.fullName].filter(Boolean).join(', ')

/** Returns the text of a column; null for an empty cell. */
const toText = (row: ScreenRow, column: ScreenColumn): string | null =>
  column === 'status' ? toStatusName(row) : row[column]

const RULES: ListRules<ScreenRow, ScreenColumn> = {
  toId: ({ screen }) => screen,
  toTexts: ({ username, fullName }) => [username ?? '', fullName ?? ''],
  columns: SCREEN_COLUMNS,
  toKey: (row, column) => toText(row, column) || null,
  filters: {},
  pageSize: PAGE_SIZES.screens,
}

export interface ScreensState extends TableState<ScreenRow> {
  /** Null when no subscription is stored; the UI then opens the packages (D26). */
  readonly subscription: ChosenSubscription | null
  /** Null until the rows are loaded. */
  readonly counts: StatusCounts | null
  /** Whether the entity has turned on that screens expire (D100). */
  readonly canExpire: boolean
  /** False where the operator never reported uses: the column has nothing to show (D102). */
  readonly showsLastUse: boolean
  /** Monthly cost of the subscription in pesos; null while it is unknown. */
  readonly monthlyCost: number | null
  /**
   * The id of the selected screen: of the user that the page URL names (§2.5), otherwise the screen
   * of the last action; null without one.
   */
  readonly currentId: string | null
  /** The screen in transit for which the user pressed 'Tramitando'. */
  readonly noticedScreen: ScreenRow | null
}

export interface ScreensView
  extends Readable<ScreensState>,
    Omit<TableView<ScreenRow, ScreenColumn>, keyof Readable<unknown>> {
  /** Selects a row. The browser stores its index, so that a reload selects it again (§3). */
  select(row: ScreenRow): void
  /** Shows that the request of a screen is in progress. */
  showNotice(row: ScreenRow): void
  hideNotice(): void
}

interface ScreensDeps extends TableDeps {
  readonly announcer: Pick<Announcer, 'announce'>
  readonly imcSession: Pick<ImcSessionStore, 'readChosenSubscription' | 'readSelectedRow' | 'writeSelectedRow'>
  readonly screens: Pick<ScreensGateway, 'list'>
  readonly packages: Pick<PackagesGateway, 'subscriptions'>
}

function countStatuses(rows: readonly ScreenRow[]): StatusCounts {
  const countRows = (status: ScreenRow['status']) => rows.filter((row) => row.status === status).length
  return {
    assigned: countRows('assigned'),
    transit: countRows('transit'),
    available: countRows('available'),
    screens: rows.length,
  }
}

/**
 * Creates the view of the chosen subscription's screens. Marks the row of the screen that the query
 * names, else the row of `userId` (D26, D89).
 */
export function createScreensView(deps: ScreensDeps, userId: string, query: string): ScreensView {
  const subscription = deps.imcSession.readChosenSubscription()
  const number = subscription?.number ?? ''
  const packageId = subscription?.packageId ?? ''
  const markedScreen = readMarkedScreen(query)
  let hasOpenedPage = false

  const table: TableView<ScreenRow, ScreenColumn> = createTableView(deps, {
    source: { load: (signal) => deps.screens.list(number, signal), interval: SCREENS_REFRESH_MS },
    rules: RULES,
    query,
    file: {
      name: 'pantallas',
      part: number,
      get titles() {
        return shownColumns(table.getSnapshot().rows.value).map((column) => SCREEN_COLUMN_TITLES[column])
      },
      toCells: (row) => shownColumns([row]).map((column) => toText(row, column)),
    },
  })
  const subscriptions = createResource(deps, {
    load: (signal) => deps.packages.subscriptions(packageId, signal),
    interval: COST_REFRESH_MS,
  })
  const notice = createState<{ readonly screen: ScreenRow | null }>({ screen: null })

  const selection = createState({ index: deps.imcSession.readSelectedRow() })

  /** Of several rows of the user, the selected row is the current one. */
  function findCurrentIndex(rows: readonly ScreenRow[] | null, selectedIndex: number | null): number {
    const selectedRow = rows?.[selectedIndex ?? -1]
    const isCurrent = selectedRow && (selectedRow.userId === userId || selectedRow.screen === markedScreen)
    if (selectedIndex !== null && isCurrent) return selectedIndex
    const firstIndex = rows?.findIndex((row) => row.userId === userId) ?? -1
    return firstIndex < 0 && selectedIndex !== null && selectedRow ? selectedIndex : firstIndex
  }

  /** The index of the screen in the address, else of the current row. */
  function findFirstIndex(rows: readonly ScreenRow[]): number {
    const index = rows.findIndex(({ screen }) => screen === markedScreen)
    return index < 0 ? findCurrentIndex(rows, selection.getSnapshot().index) : index
  }

  function selectIndex(index: number) {
    selection.set({ index })
    deps.imcSession.writeSelectedRow(index)
  }

  /**
   * Selects the current row after the first load. Opens the page of that row, unless the user has
   * already searched, sorted or changed the page.
   */
  function openCurrentPage() {
    const { rows } = table.getSnapshot()
    if (hasOpenedPage || rows.value === null) return
    hasOpenedPage = true
    const index = findFirstIndex(rows.value)
    const row = rows.value[index]
    if (!row) return
    if (row.screen === markedScreen) deps.announcer.announce(markedText(row))
    selectIndex(index)
    const { order, search, page, pageSize } = table.list.getSnapshot()
    if (order === null && search === '' && page?.number === 1) table.list.goToPage(toPageNumber(index + 1, pageSize))
  }

  const state = combine({ table, subscriptions, notice, selection }, (parts): ScreensState => {
    const rows = parts.table.rows.value
    const noticed = parts.notice.screen?.screen
    return {
      ...parts.table,
      subscription,
      counts: rows && countStatuses(rows),
      showsLastUse: shownColumns(rows).includes('lastUse'),
      canExpire: shownColumns(rows).includes('endsOn'),
      monthlyCost: parts.subscriptions.value?.find((row) => row.number === number)?.monthlyCost ?? null,
      currentId: rows?.[findCurrentIndex(rows, parts.selection.index)]?.screen ?? null,
      noticedScreen: rows?.find((row) => row.screen === noticed && row.status === 'transit') ?? null,
    }
  })
  // Without a subscription there is nothing to load.
  const view =
    subscription === null
      ? createState(state.getSnapshot())
      : withWork(state, () => table.subscribe(openCurrentPage).unsubscribe)

  function select({ screen }: ScreenRow) {
    const index = table.getSnapshot().rows.value?.findIndex((row) => row.screen === screen) ?? -1
    if (index >= 0) selectIndex(index)
  }

  return {
    ...table,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    select,
    showNotice(row) {
      select(row)
      notice.set({ screen: row })
    },
    hideNotice: () => notice.set({ screen: null }),
  }
}

/** Whether a row offers an action: by its status, and by the role of the user (§2.5, D25, D30). */
export const offersAction = ({ status }: ScreenRow, action: ScreenAction, canWrite: boolean): boolean =>
  canWrite && offeredActions(status).includes(action)
