import type { RequestsGateway } from '#src/application/imc/ports.ts'
import { createTableView, type TableDeps, type TableView } from '#src/application/imc/table.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import {
  isSettled,
  REQUEST_DATE_LENGTH,
  REQUEST_STATUSES,
  type RequestDetail,
  type RequestKind,
  type RequestRow,
  type RequestStatus,
} from '#src/domain/imc/requests/requests.ts'
import type { ListRules } from '#src/domain/list.ts'
import { formatCopTotal, formatCount } from '#src/domain/money.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

export const REQUEST_ROWS: RowNames = { one: 'solicitud', many: 'solicitudes', feminine: true }
export const NEWEST_FIRST = 'La más reciente primero'
export const SEARCH_REQUESTS_LABEL = 'Usuario o referencia'

export const REQUESTS_FAILED = 'No pudimos consultar sus solicitudes'
export const NO_REQUESTS = {
  lead: 'Aún no tiene solicitudes',
  rest: 'Nacen al solicitar un paquete o al vincular, cambiar o desvincular una pantalla.',
  action: 'Ir a Mis productos',
}
export const REQUEST_FAILED = 'No pudimos consultar la solicitud'

/** The names of the request kinds (D59). */
export const KIND_WORDS: Readonly<Record<RequestKind, string>> = {
  purchase: 'Compra de paquete',
  link: 'Vinculación',
  release: 'Desvinculación',
  'screen-change': 'Cambio de pantalla',
  'user-change': 'Cambio de usuario',
}

export const STATUS_WORDS: Readonly<Record<RequestStatus, string>> = {
  unconfirmed: 'Por confirmar',
  created: 'Creada',
  documents: 'Documentos',
  'in-progress': 'En trámite',
  approved: 'Aprobada',
  refused: 'Rechazada',
}

export const REQUEST_COLUMN_TITLES = {
  reference: 'Referencia',
  user: 'Usuario',
  date: 'Fecha',
  kind: 'Tipo',
  status: 'Estatus',
} as const

/** Title of the pending last step. */
export const LAST_STEP = 'Aprobada o rechazada'

export const BOGOTA_HOURS = 'Horas de Bogotá.'
export const MISSING_DOCUMENTS_TITLE = 'Documentos que faltan'
export const UPLOADED_DOCUMENTS_TITLE = 'Documentos cargados'

/** `12 solicitudes, 4 en curso`. */
export function requestsIntro(statuses: readonly (RequestStatus | null)[]): string {
  const openCount = statuses.filter((status) => !isSettled(status)).length
  const all = `${formatCount(statuses.length)} ${statuses.length === 1 ? 'solicitud' : 'solicitudes'}`
  return `${all}, ${formatCount(openCount)} en curso`
}

/** Announced when an open request changes its status: `Solicitud S-2026-00418: Rechazada`. */
export const statusChangeText = (reference: string, status: string): string => `Solicitud ${reference}: ${status}`

/** The person of a step: `Por Paula Ibáñez Cárdenas.` */
export const takenByText = (person: string): string => `Por ${person}.`

/** The second person of a request (D106): `Confirmada por Helena Bermúdez Sáenz.` */
export const confirmedByText = (person: string): string => `Confirmada por ${person}.`

/** `Ver pantalla P-07`. */
export const seeScreenText = (screen: string): string => `Ver pantalla ${screen}`

/** The subject of a request in one sentence; '' for an unknown kind. */
export function requestSubject(detail: RequestDetail): string {
  const { kind, user, screen, profile, sourceScreen, sourceUser, quantity, packageCode, price } = detail
  switch (kind) {
    case 'purchase': {
      if (quantity === null) return packageCode
      const total = price === null ? '' : `, ${formatCopTotal(price * quantity)} al mes`
      return `${formatCount(quantity)} ${quantity === 1 ? 'paquete' : 'paquetes'} ${packageCode}${total}.`
    }
    case 'link':
      return `Vincular ${screen} a ${user}${profile === '' ? '' : ` con el perfil ${profile}`}.`
    case 'release':
      return `Desvincular ${screen} de ${user}.`
    case 'screen-change':
      return `Cambiar a ${user} de ${sourceScreen} a ${screen}.`
    case 'user-change':
      return `Cambiar ${screen} de ${sourceUser} a ${user}.`
    case null:
      return ''
  }
}

/** `2 de 3 cargados.` */
export const documentsText = (uploaded: number, required: number): string =>
  `${formatCount(uploaded)} de ${formatCount(required)} ${required === 1 ? 'cargado' : 'cargados'}.`

/** `Carta de autorización, Copia del documento y Certificación de operador`. */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`

/** `Faltan 2 archivos: Carta de autorización y Certificación de operador.` */
export function missingDocuments(names: readonly string[]): string {
  const list = joinNames(names)
  return names.length === 1 ? `Falta 1 archivo: ${list}.` : `Faltan ${names.length} archivos: ${list}.`
}

/** Refresh interval; the operator may decide at any time (§2.5). */
const REQUESTS_REFRESH_MS = 5 * SECOND_MS

export const REQUEST_COLUMNS = ['reference', 'user', 'date', 'kind', 'status'] as const
type RequestColumn = (typeof REQUEST_COLUMNS)[number]

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

/** The filter by status in the query of the page URL (D89). */
export const STATUS_FILTER = 'estatus'
const ALL_STATUSES = 'todas'
const STATUS_VALUES: Readonly<Record<RequestStatus, string>> = {
  unconfirmed: 'por-confirmar',
  created: 'creada',
  documents: 'documentos',
  'in-progress': 'en-tramite',
  approved: 'aprobada',
  refused: 'rechazada',
}

/**
 * The segments of the filter by status: value, label and number of requests, null before a load.
 * Most entities have no request that waits for a second person: that segment needs a row, or its
 * filter in the address (D106).
 */
export function toStatusSegments(
  rows: readonly Pick<RequestRow, 'status'>[] | null,
  chosen: string | undefined,
): readonly (readonly [value: string, label: string, count: string | null])[] {
  const count = (status: RequestStatus) => rows && formatCount(rows.filter((row) => row.status === status).length)
  const isShown = (status: RequestStatus) =>
    status !== 'unconfirmed' ||
    chosen === STATUS_VALUES.unconfirmed ||
    rows?.some((row) => row.status === 'unconfirmed') === true
  return [
    [ALL_STATUSES, 'Todas', rows && formatCount(rows.length)],
    ...REQUEST_STATUSES.filter(isShown).map(
      (status) => [STATUS_VALUES[status], STATUS_WORDS[status], count(status)] as const,
    ),
  ]
}

/** Whether a request is in a segment of the filter by status. */
export const isInSegment = ({ status }: Pick<RequestRow, 'status'>, segment: string | undefined): boolean =>
  segment === undefined || segment === ALL_STATUSES || (status !== null && STATUS_VALUES[status] === segment)

const RULES: ListRules<RequestRow, RequestColumn> = {
  toId: ({ id }) => id,
  toTexts: (row) => [row.reference, row.user, toStatusText(row)],
  columns: REQUEST_COLUMNS,
  toKey: (row, column) => (column === 'date' ? row.date : toText(row, column)),
  filters: {
    [STATUS_FILTER]: {
      values: [ALL_STATUSES, ...Object.values(STATUS_VALUES)],
      accepts: isInSegment,
    },
  },
  pageSize: PAGE_SIZES.requests,
}

interface RequestsDeps extends TableDeps {
  readonly requests: Pick<RequestsGateway, 'list'>
}

type RequestsView = TableView<RequestRow, RequestColumn>

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
