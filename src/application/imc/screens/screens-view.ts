import type { PackagesGateway } from '#src/application/imc/packages/packages-gateway.ts'
import { SCREEN_COLUMN_TITLES, STATUS_NAMES, type StatusCounts } from '#src/application/imc/screens/screen-messages.ts'
import type { ScreensGateway } from '#src/application/imc/screens/screens-gateway.ts'
import type { ChosenSubscription, ImcSessionStore } from '#src/application/imc/session/imc-session-store.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table-view.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createResource } from '#src/application/platform/resource.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import type { ListRules } from '#src/domain/list/list.ts'
import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Rows per page (§9). */
const ROWS_PER_PAGE = 40

/** Refresh interval; other administrators' requests and the operator's decisions change rows. */
const SCREENS_REFRESH_MS = 10 * SECOND_MS
const COST_REFRESH_MS = MINUTE_MS

export const SCREEN_COLUMNS = ['screen', 'profile', 'username', 'fullName', 'status'] as const
export type ScreenColumn = (typeof SCREEN_COLUMNS)[number]

/** The text of the status column (D34). */
export const toStatusName = ({ status, statusText }: Pick<ScreenRow, 'status' | 'statusText'>): string => {
  if (statusText !== '') return statusText
  return status === null ? '' : STATUS_NAMES[status]
}

/** Returns the text of a column; null for an empty cell. */
const toText = (row: ScreenRow, column: ScreenColumn): string | null =>
  column === 'status' ? toStatusName(row) : row[column]

const RULES: ListRules<ScreenRow, ScreenColumn> = {
  toId: ({ screen }) => screen,
  toTexts: ({ username, fullName }) => [username ?? '', fullName ?? ''],
  columns: SCREEN_COLUMNS,
  toKey: (row, column) => toText(row, column) || null,
  filters: {},
  pageSize: ROWS_PER_PAGE,
}

export interface ScreensState extends TableState<ScreenRow> {
  /** Null when no subscription is stored; the UI then opens the products (D26). */
  readonly subscription: ChosenSubscription | null
  /** Null until the rows are loaded. */
  readonly counts: StatusCounts | null
  /** Monthly cost of the subscription in pesos; null while it is unknown. */
  readonly monthlyCost: number | null
  /** The id of the first screen of the user that the page URL names (§2.5); null without one. */
  readonly currentId: string | null
  /** The screen in transit for which the user pressed 'Tramitando'. */
  readonly noticedScreen: ScreenRow | null
}

export interface ScreensView
  extends Readable<ScreensState>,
    Omit<TableView<ScreenRow, ScreenColumn>, keyof Readable<unknown>> {
  /** Shows that the request of a screen is in progress. */
  showNotice(row: ScreenRow): void
  hideNotice(): void
}

export interface ScreensDeps extends TableDeps {
  readonly imcSession: Pick<ImcSessionStore, 'readChosenSubscription' | 'writeSelectedRow'>
  readonly screens: Pick<ScreensGateway, 'list'>
  readonly packages: Pick<PackagesGateway, 'subscriptions'>
}

export function countStatuses(rows: readonly ScreenRow[]): StatusCounts {
  const countRows = (status: ScreenRow['status']) => rows.filter((row) => row.status === status).length
  return {
    assigned: countRows('assigned'),
    transit: countRows('transit'),
    available: countRows('available'),
    screens: rows.length,
  }
}

/** Creates the view of the chosen subscription's screens; marks the row of `userId` (D26). */
export function createScreensView(deps: ScreensDeps, userId: string, query: string): ScreensView {
  const subscription = deps.imcSession.readChosenSubscription()
  const number = subscription?.number ?? ''
  const packageId = subscription?.packageId ?? ''
  let noticedScreen: ScreenRow | null = null
  let hasOpenedPage = false

  const table = createTableView(deps, {
    source: { load: (signal) => deps.screens.list(number, signal), interval: SCREENS_REFRESH_MS },
    rules: RULES,
    query,
    file: {
      name: `pantallas-${number}`,
      titles: SCREEN_COLUMNS.map((column) => SCREEN_COLUMN_TITLES[column]),
      toCells: (row) => SCREEN_COLUMNS.map((column) => toText(row, column)),
    },
  })
  const subscriptions = createResource(deps, {
    load: (signal) => deps.packages.subscriptions(packageId, signal),
    interval: COST_REFRESH_MS,
  })

  const findCurrentIndex = (rows: readonly ScreenRow[] | null) => rows?.findIndex((row) => row.userId === userId) ?? -1

  /**
   * Stores the row of `userId` after the first load. Opens the page of that row, unless the user
   * has already searched, sorted or changed the page.
   */
  function openCurrentPage() {
    const { rows } = table.getSnapshot()
    if (hasOpenedPage || rows.value === null) return
    hasOpenedPage = true
    const index = findCurrentIndex(rows.value)
    if (index < 0) return
    deps.imcSession.writeSelectedRow(index)
    const { order, search, page } = table.list.getSnapshot()
    if (order === null && search === '' && page?.number === 1 && index >= ROWS_PER_PAGE) {
      table.list.goToPage(Math.floor(index / ROWS_PER_PAGE) + 1)
    }
  }

  function readState(): ScreensState {
    const state = table.getSnapshot()
    const rows = state.rows.value
    const transitScreen =
      noticedScreen && rows?.find((row) => row.screen === noticedScreen?.screen && row.status === 'transit')
    return {
      ...state,
      subscription,
      counts: rows && countStatuses(rows),
      monthlyCost: subscriptions.getSnapshot().value?.find((row) => row.number === number)?.monthlyCost ?? null,
      currentId: rows?.[findCurrentIndex(rows)]?.screen ?? null,
      noticedScreen: transitScreen ?? null,
    }
  }

  const view = createDerivedView<ScreensState>(readState, () => {
    if (subscription === null) return () => {}
    const unsubscribes = [
      table.subscribe(() => {
        openCurrentPage()
        view.refresh()
      }).unsubscribe,
      subscriptions.subscribe(view.refresh).unsubscribe,
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  })

  return {
    ...table,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    showNotice(row) {
      noticedScreen = row
      view.refresh()
    },
    hideNotice() {
      noticedScreen = null
      view.refresh()
    },
  }
}
