import { KIND_WORDS, REQUEST_COLUMN_TITLES, STATUS_WORDS } from '#src/application/imc/requests/request-messages.ts'
import type { RequestsGateway } from '#src/application/imc/requests/requests-gateway.ts'
import { createTableView, type TableDeps, type TableView } from '#src/application/imc/table-view.ts'
import { REQUEST_DATE_LENGTH, type RequestRow } from '#src/domain/imc/requests/requests.ts'
import type { ListRules } from '#src/domain/list/list.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** Rows per page (§9). */
const ROWS_PER_PAGE = 40

/** Refresh interval; the operator may decide at any time (§2.5). */
const REQUESTS_REFRESH_MS = 5 * SECOND_MS

export const REQUEST_COLUMNS = ['reference', 'user', 'date', 'kind', 'status'] as const
export type RequestColumn = (typeof REQUEST_COLUMNS)[number]

/** The Bogotá date of a request; '' without a date (D36). */
export const toRequestDate = ({ date }: Pick<RequestRow, 'date'>): string => date.slice(0, REQUEST_DATE_LENGTH)

export const toKindText = ({ kind, kindText }: Pick<RequestRow, 'kind' | 'kindText'>): string =>
  kind === null ? kindText : KIND_WORDS[kind]

export const toStatusText = ({ status, statusText }: Pick<RequestRow, 'status' | 'statusText'>): string =>
  status === null ? statusText : STATUS_WORDS[status]

/** The text of a column in the table and in the downloaded file. */
function toText(row: RequestRow, column: RequestColumn): string {
  if (column === 'date') return toRequestDate(row)
  if (column === 'kind') return toKindText(row)
  return column === 'status' ? toStatusText(row) : row[column]
}

const RULES: ListRules<RequestRow, RequestColumn> = {
  toId: ({ id }) => id,
  toTexts: ({ reference, user }) => [reference, user],
  columns: REQUEST_COLUMNS,
  toKey: (row, column) => (column === 'date' ? row.date : toText(row, column)),
  filters: {},
  pageSize: ROWS_PER_PAGE,
}

export interface RequestsDeps extends TableDeps {
  readonly requests: Pick<RequestsGateway, 'list'>
}

export type RequestsView = TableView<RequestRow, RequestColumn>

/** 'Mis solicitudes': the entity's requests, the newest first (§2.5). */
export const createRequestsView = (deps: RequestsDeps, query: string): RequestsView =>
  createTableView(deps, {
    source: { load: deps.requests.list, interval: REQUESTS_REFRESH_MS },
    rules: RULES,
    query,
    file: {
      name: 'solicitudes',
      titles: REQUEST_COLUMNS.map((column) => REQUEST_COLUMN_TITLES[column]),
      toCells: (row) => REQUEST_COLUMNS.map((column) => toText(row, column)),
    },
  })
