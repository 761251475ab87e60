import { NO_USER, toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { type AlertRule, parseLevel } from '#src/domain/alerts/alert.ts'
import {
  CHART_VIEWS,
  type ChartChoice,
  type ChartView,
  DEFAULT_CHOICE,
  timeRange,
} from '#src/domain/charting/chart-view.ts'
import { PERIODS } from '#src/domain/charting/intervals.ts'
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditFilter, type AuditKind } from '#src/domain/imc/audit/audit.ts'
import { initialListState, type ListRules, type ListState, type SortOrder } from '#src/domain/list.ts'
import { isOrderReference, type OrderKey } from '#src/domain/payment/order.ts'
import { findPlan, PLAN_IDS, PLAN_WORDS, type Plan, type PlanId } from '#src/domain/payment/plans.ts'
import { type BogotaDate, formatTime, type Instant, parseDate, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import {
  DEFAULT_TRM_CHOICE,
  type LookupDay,
  parseLookupDay,
  TRM_SPANS,
  type TrmChoice,
} from '#src/domain/trading/trm-choice.ts'

/** Maximum length of a word in a query; longer words are truncated. */
const MAX_VALUE_LENGTH = 40

/** Removes the question mark, empty parts and the named values from a query. */
export const omitQueryValues = (query: string, names: readonly string[]): string =>
  query
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !names.includes(part.split('=', 1)[0] ?? ''))
    .join('&')

/** Joins the non-empty parts of a query. */
const joinQuery = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('&')

const VIEW_WORDS: Readonly<Record<ChartView, string>> = {
  prices: 'precios',
  averages: 'promedios',
  candles: 'velas',
  bollinger: 'bollinger',
}

const TIME_ON_DAY = /^(\d{4}-\d{1,2}-\d{1,2})[t ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

function parseLocalTime(text: string): Instant | null {
  const [, day = '', hour, minute, second = '00'] = TIME_ON_DAY.exec(text) ?? []
  const date = parseDate(day)
  return date === null ? null : toInstant(date, `${hour}:${minute}:${second}`)
}

/** Formats `2026-11-20T10:15`, with seconds unless they are zero. The text needs no URL escapes. */
const formatLocalTime = (instant: Instant) => `${toDate(instant)}T${formatTime(instant).replace(/:00$/, '')}`

/**
 * Parses the choice in a query, with or without its question mark. Each invalid value becomes its
 * default.
 */
export function parseChartChoice(query: string): ChartChoice {
  const params = new URLSearchParams(query)
  const readWord = (name: string) => params.get(name)?.slice(0, MAX_VALUE_LENGTH).trim().toLowerCase() ?? ''
  return {
    view: CHART_VIEWS.find((view) => VIEW_WORDS[view] === readWord('vista')) ?? DEFAULT_CHOICE.view,
    period: PERIODS.find((period) => period === readWord('periodo')) ?? DEFAULT_CHOICE.period,
    range: timeRange(parseLocalTime(readWord('desde')), parseLocalTime(readWord('hasta'))),
  }
}

/**
 * Formats a choice as a query without question mark; '' for the default choice. Ranges have whole
 * seconds in Bogotá's time.
 */
export function formatChartChoice({ view, period, range }: ChartChoice): string {
  const wholeSeconds = range && timeRange(range.from, range.to)
  return [
    view !== DEFAULT_CHOICE.view && `vista=${VIEW_WORDS[view]}`,
    period !== DEFAULT_CHOICE.period && `periodo=${period}`,
    wholeSeconds && `desde=${formatLocalTime(wholeSeconds.from)}&hasta=${formatLocalTime(wholeSeconds.to)}`,
  ]
    .filter(Boolean)
    .join('&')
}

const CHOICE_PARAMETERS = ['vista', 'periodo', 'desde', 'hasta']

/** Writes the choice into a query, without question mark, and leaves its other values unchanged. */
export const writeChartChoice = (query: string, choice: ChartChoice): string =>
  joinQuery(formatChartChoice(choice), omitQueryValues(query, CHOICE_PARAMETERS))

/** Reads the choice in a query. An invalid span becomes the default; an invalid day remains. */
export function parseTrmChoice(query: string): TrmChoice {
  const params = new URLSearchParams(query)
  const span = params.get('periodo')?.slice(0, MAX_VALUE_LENGTH).trim().toLowerCase()
  return {
    span: TRM_SPANS.find((name) => name === span) ?? DEFAULT_TRM_CHOICE.span,
    lookup: parseLookupDay(params.get('fecha') ?? ''),
  }
}

/** The query of a choice, without question mark; '' for the default choice. */
export function formatTrmChoice({ span, lookup }: TrmChoice): string {
  const params = new URLSearchParams()
  if (span !== DEFAULT_TRM_CHOICE.span) params.set('periodo', span)
  if (lookup) params.set('fecha', 'date' in lookup ? lookup.date : lookup.invalid)
  return params.toString()
}

const COMPARED_DAY = 'comparar'

/** Reads the day that the day of the page is compared with (D123); null without one. */
export const parseComparedDay = (query: string): LookupDay | null =>
  parseLookupDay(new URLSearchParams(query).get(COMPARED_DAY) ?? '')

/** Writes the compared day into a query, without question mark; other values do not change. */
export const writeComparedDay = (query: string, date: BogotaDate): string =>
  joinQuery(omitQueryValues(query, [COMPARED_DAY]), `${COMPARED_DAY}=${date}`)

const MINIMUM_PARAMETER = 'minimo'

/** Reads the unchecked text of the minimum amount from a query; '' if it is missing. */
export const readMinimumText = (query: string): string =>
  (new URLSearchParams(query).get(MINIMUM_PARAMETER) ?? '').slice(0, MAX_VALUE_LENGTH)

/**
 * Writes a minimum amount into a query, without question mark, and leaves its other values
 * unchanged; 0 is omitted.
 */
export const writeMinimum = (query: string, minimum: number): string =>
  joinQuery(omitQueryValues(query, [MINIMUM_PARAMETER]), minimum === 0 ? '' : `${MINIMUM_PARAMETER}=${minimum}`)

/** Names of the query values; a filter's value has the name of the filter. */
export const LIST_NAMES = { search: 'buscar', order: 'orden', page: 'pagina' } as const

/** Maximum length of a value in a query; longer values are truncated. */
export const MAX_LIST_VALUE_LENGTH = 100

const MAX_PAGE = 1_000_000

/** `cierre` sorts ascending, `-cierre` descending. */
function parseOrder<Column extends string>(text: string, columns: readonly Column[]): SortOrder<Column> | null {
  const isDescending = text.startsWith('-')
  const column = columns.find((name) => name === (isDescending ? text.slice(1) : text))
  return column === undefined ? null : { column, direction: isDescending ? 'descending' : 'ascending' }
}

const formatOrder = ({ column, direction }: SortOrder): string => (direction === 'descending' ? `-${column}` : column)

function parsePage(text: string): number {
  const page = /^\d{1,7}$/.test(text) ? Number(text) : 1
  return Math.min(Math.max(page, 1), MAX_PAGE)
}

/**
 * Reads the state of a list from a query, with or without its question mark. A value that is
 * missing or invalid becomes its default. `prefix` distinguishes two lists in one query.
 */
export function parseListQuery<Row, Column extends string>(
  query: string,
  { columns, filters }: Pick<ListRules<Row, Column>, 'columns' | 'filters'>,
  prefix = '',
): ListState<Column> {
  const params = new URLSearchParams(query)
  const read = (name: string) => (params.get(prefix + name) ?? '').slice(0, MAX_LIST_VALUE_LENGTH)
  const initial = initialListState({ filters })
  return {
    search: read(LIST_NAMES.search),
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, { values }]) => {
        const value = read(name)
        return [name, values.includes(value) ? value : (initial.filters[name] ?? '')]
      }),
    ),
    order: parseOrder(read(LIST_NAMES.order), columns),
    page: parsePage(read(LIST_NAMES.page)),
  }
}

/**
 * Writes the state of a list into a query and leaves its other values unchanged. Defaults are
 * omitted. Returns the query without question mark, '' if it is empty.
 */
export function formatListQuery<Row>(
  query: string,
  state: ListState,
  { filters }: Pick<ListRules<Row>, 'filters'>,
  prefix = '',
): string {
  const params = new URLSearchParams(query)
  const write = (name: string, value: string, defaultValue: string) => {
    if (value === defaultValue) params.delete(prefix + name)
    else params.set(prefix + name, value)
  }
  const initial = initialListState({ filters })
  write(LIST_NAMES.search, state.search.slice(0, MAX_LIST_VALUE_LENGTH), '')
  for (const name of Object.keys(filters)) {
    const initialValue = initial.filters[name] ?? ''
    write(name, state.filters[name] ?? initialValue, initialValue)
  }
  write(LIST_NAMES.order, state.order === null ? '' : formatOrder(state.order), '')
  write(LIST_NAMES.page, `${state.page}`, '1')
  return params.toString()
}

const PAGE_SIZE = 'filas'

/** Reads the number of rows per page from a query; null if it is missing or none of `choices`. */
export function parsePageSize(query: string, choices: readonly number[], prefix = ''): number | null {
  const text = new URLSearchParams(query).get(prefix + PAGE_SIZE)
  return choices.find((size) => `${size}` === text) ?? null
}

/** Writes the number of rows per page into a query; null removes it. */
export function writePageSize(query: string, size: number | null, prefix = ''): string {
  const params = new URLSearchParams(query)
  if (size === null) params.delete(prefix + PAGE_SIZE)
  else params.set(prefix + PAGE_SIZE, `${size}`)
  return params.toString()
}

const HIDDEN_COLUMNS = 'ocultas'

/** Reads the optional columns of a list that a query hides; unknown ones are ignored (D92). */
export function parseHiddenColumns(query: string, optional: readonly string[]): readonly string[] {
  const names = (new URLSearchParams(query).get(HIDDEN_COLUMNS) ?? '').split(',')
  return names.filter((name, i) => optional.includes(name) && names.indexOf(name) === i)
}

/** Writes the hidden columns of a list into a query; other values do not change. */
export function writeHiddenColumns(query: string, hidden: readonly string[]): string {
  const params = new URLSearchParams(query)
  if (hidden.length === 0) params.delete(HIDDEN_COLUMNS)
  else params.set(HIDDEN_COLUMNS, hidden.join(','))
  return params.toString()
}

/** The query that a saved view of a list stands for: without the page and its size. */
export function toViewQuery(query: string): string {
  const params = new URLSearchParams(query)
  params.delete(LIST_NAMES.page)
  params.delete(PAGE_SIZE)
  return params.toString()
}

/** Maximum length of the person in a URL; a longer text is cut. */
const MAX_PERSON_LENGTH = 100

/** Maximum number of pages that a URL opens: 1,000 lines. */
const MAX_URL_PAGES = 25

/** Reads the number of shown pages from a query; 1 if the number is missing or invalid. */
export function parseAuditPages(query: string): number {
  const pages = Number(new URLSearchParams(query).get('paginas') ?? 1)
  return Number.isInteger(pages) && pages > 0 ? Math.min(pages, MAX_URL_PAGES) : 1
}

/** The words of the kinds in a URL; '' is the default. */
const KIND_WORDS: Readonly<Record<AuditKind, string>> = { changes: '', 'sign-ins': 'ingresos', all: 'todo' }

/** Reads the filter from a query; ignores invalid values. */
export function parseAuditFilter(query: string): AuditFilter {
  const params = new URLSearchParams(query)
  const read = (name: string) => params.get(name) ?? ''
  const action = read('accion')
  return {
    kind: AUDIT_KINDS.find((kind) => KIND_WORDS[kind] === read('tipo')) ?? 'changes',
    person: read('persona').slice(0, MAX_PERSON_LENGTH),
    action: AUDIT_ACTIONS.find((candidate) => candidate === action) ?? null,
    from: parseDate(read('desde')),
    until: parseDate(read('hasta')),
  }
}

/**
 * Formats the filter and the number of shown pages as a query without question mark. Omits empty
 * values, and the number of pages if it is 1.
 */
export function formatAuditQuery({ kind, person, action, from, until }: AuditFilter, pages: number): string {
  const params = new URLSearchParams()
  const values = {
    tipo: KIND_WORDS[kind],
    persona: person.slice(0, MAX_PERSON_LENGTH),
    accion: action,
    desde: from,
    hasta: until,
  }
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value)
  if (pages > 1) params.set('paginas', `${Math.min(pages, MAX_URL_PAGES)}`)
  return params.toString()
}

/** The choice in the URL of the pricing page. */
interface PricingChoice {
  /** The plan that the client wants to pay; null if the client chose no plan. */
  readonly plan: Plan | null
  /** True after the payer closed the provider's window or page before the payment ended. */
  readonly isClosedUnpaid: boolean
}

export const NO_CHOICE: PricingChoice = { plan: null, isClosedUnpaid: false }

function parsePlan(word: string): Plan | null {
  const id = PLAN_IDS.find((name) => PLAN_WORDS[name] === word.trim().toLowerCase())
  return id === undefined ? null : findPlan(id)
}

/**
 * Reads the choice in a query. The plan is null if it is unknown or if the window closed before the
 * payment ended.
 */
export function parsePricingQuery(query: string): PricingChoice {
  const params = new URLSearchParams(query)
  const isClosedUnpaid = params.get('pago') === 'cancelado'
  return { plan: isClosedUnpaid ? null : parsePlan(params.get('plan') ?? ''), isClosedUnpaid }
}

/** The query that starts the payment of a plan, without question mark. */
export const formatPricingQuery = (plan: PlanId): string => new URLSearchParams({ plan: PLAN_WORDS[plan] }).toString()

/** The query after the payer closed the provider's window or page before the payment ended. */
export const CLOSED_UNPAID_QUERY = 'pago=cancelado'

/** The card page of the sandbox provider, a page of the reference backend. */
export const SANDBOX_PAGE = '/pasarela/'

const ACCESS = /^[\w-]{1,64}$/

const toOrderQuery = ({ reference, access }: OrderKey) =>
  new URLSearchParams({ referencia: reference, ...(access !== null && { acceso: access }) })

/** The path and query of an order's page. */
export const toOrderAddress = (key: OrderKey): string => `${SCREENS.checkoutReturn.path}?${toOrderQuery(key)}`

/** The path and query of the sandbox provider's card page for an order. */
export const toSandboxAddress = (key: OrderKey): string => `${SANDBOX_PAGE}?${toOrderQuery(key)}`

/** The query parameter of the chosen request. */
export const REQUEST_QUERY = 'solicitud'

/** The path and query of a request and its timeline. */
export const toRequestAddress = (requestId: string): string =>
  `${SCREENS.imcRequests.path}?${REQUEST_QUERY}=${encodeURIComponent(requestId)}`

/** The query parameter of the marked screen (pantalla) in the list of a subscription's screens. */
const SCREEN_QUERY = 'pantalla'

/** Distinguishes the addresses of two subscriptions; the page reads the stored one (D26, D107). */
const SUBSCRIPTION_QUERY = 'suscripcion'

/** The path and query of a subscription's screens, with the row of one screen marked (D89). */
export function toScreenAddress(userId: string | null, screen: string | null, number: string | null = null): string {
  const query = new URLSearchParams()
  if (screen !== null) query.set(SCREEN_QUERY, screen)
  if (number !== null) query.set(SUBSCRIPTION_QUERY, number)
  return `${toPath('imcScreens', { userId: userId ?? NO_USER })}?${query}`
}

/** What a query says about the screens that the page shows: another text shows other screens. */
export function toScreensKey(query: string): string {
  const params = new URLSearchParams(query)
  return [params.get(SUBSCRIPTION_QUERY), params.get(SCREEN_QUERY)].join('/')
}

/** Reads the screen to mark from a query; null if it is missing. */
export const readMarkedScreen = (query: string): string | null => new URLSearchParams(query).get(SCREEN_QUERY)

/** Removes the `?ref_payco=…` that a provider appends even to a URL with a query. */
const cutAtQuestionMark = (text: string | null) => text?.split('?')[0] ?? ''

/** Parses the query of an order's page; null if the reference is invalid. */
export function parseOrderAddress(query: string): OrderKey | null {
  const fields = new URLSearchParams(query)
  const reference = cutAtQuestionMark(fields.get('referencia'))
  const access = cutAtQuestionMark(fields.get('acceso'))
  return isOrderReference(reference) ? { reference, access: ACCESS.test(access) ? access : null } : null
}

/**
 * The path and query of the page that creates an alert at a level of a market, in pesos. The price falls to a
 * level below the last price.
 */
export function toAlertAddress(market: Market, price: number, lastPrice: number): string {
  const side = price < lastPrice && { sentido: 'baja' }
  return `${SCREENS.alerts.path}?${new URLSearchParams({ mercado: market, precio: price.toFixed(2), ...side })}`
}

/** Reads the level of such an address; null without a valid one. */
export function readAlertLevel(query: string): Pick<AlertRule, 'market' | 'side' | 'level'> | null {
  const fields = new URLSearchParams(query)
  const market = MARKETS.find((name) => name === fields.get('mercado'))
  const level = parseLevel(fields.get('precio') ?? '')
  if (market === undefined || level === null) return null
  return { market, side: fields.get('sentido') === 'baja' ? 'below' : 'above', level }
}
