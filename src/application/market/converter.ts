import {
  type Conversion,
  findAmountError,
  findRateError,
  formatExactRate,
  toConversion,
} from '#src/application/market/conversion.ts'
import { type FirstView, type FirstViewSource, toFirstValue } from '#src/application/market/first-view.ts'
import { createMarketStatusView } from '#src/application/market/market-status.ts'
import type { DayValue } from '#src/application/market/ports.ts'
import { beforeHistoryText, formatTrmDates, lookupFailureMessage } from '#src/application/market/trm.ts'
import { createTrmResource, type TrmDeps } from '#src/application/market/trm-note.ts'
import { INVALID_DATE } from '#src/application/platform/form-errors.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type FirstValue, type Load, type ResourceState } from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { formatDayName, formatLongDate, formatShortClock, formatShortDate } from '#src/domain/text.ts'
import { type BogotaDate, MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { type ClosedDay, findClosedDay, parseRate, type RateKind, toRate } from '#src/domain/trading/conversion.ts'
import type { ConverterChoice } from '#src/domain/trading/converter-choice.ts'
import { type CloseAndAverage, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { findTrmOn, type TrmPeriod } from '#src/domain/trading/trm-periods.ts'

export const CONVERTER_INTRO =
  'Convierta dólares y pesos a la TRM, al último precio, al promedio o a su propia tasa, de hoy o de la fecha de una factura.'

export const RATE_CHOICES = [
  ['trm', 'TRM'],
  ['last', 'Último precio'],
  ['average', 'Promedio'],
  ['typed', 'Otra tasa'],
] as const satisfies readonly (readonly [RateKind, string])[]

export const TODAY_HINT = 'Vacía: hoy. Cualquier día, también fines de semana y festivos.'
export const RATE_FAILED = 'No pudimos consultar la tasa'
const RATE_NOT_SAVED =
  'Sin conexión: esta tasa no está guardada en este dispositivo. La consultamos cuando vuelva la conexión; mientras tanto, puede escribirla en «Otra tasa».'

/** A rate in ten-thousandths of a peso, with the sentences about it. */
export interface FoundRate {
  readonly rate: bigint
  /** What the rate is, after a result: 'a la TRM de 4.098,17 vigente el …'. */
  readonly name: string
  /** Where it comes from. */
  readonly source: string
  /** When it applies; null for a typed rate. */
  readonly validity: string | null
  /** Why the rate of another day applies; null for the usual case. */
  readonly note: string | null
}

/** The rate of a day; `found` is null before the first load. */
interface FoundState {
  readonly resource: ResourceState<unknown>
  readonly found: Result<FoundRate, string> | null
}

export interface RateState extends FoundState {
  /** When the rate was read; null before the first load. */
  readonly age: string | null
  /** The same when the browser is offline. */
  readonly offlineAge: string | null
}

const CLOSED_WORDS: Readonly<Record<ClosedDay, string>> = {
  weekend: 'es fin de semana',
  holiday: 'es festivo en Colombia',
  'us-holiday': 'es festivo en los Estados Unidos',
}

/** 'El domingo 22 de noviembre es fin de semana'; null for a day on which the spot market trades. */
function closedDayText(date: BogotaDate): string | null {
  const closed = findClosedDay(date)
  return closed === null ? null : `El ${formatDayName(date)} ${CLOSED_WORDS[closed]}`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function toTrmRate(date: BogotaDate, { value, from, until }: TrmPeriod): FoundRate {
  const rate = toRate(value)
  const closed = closedDayText(date)
  return {
    rate,
    name: `a la TRM de ${formatExactRate(rate)} vigente el ${formatShortDate(date)}`,
    source: 'TRM',
    validity:
      from === until
        ? `Vigente el ${lowerFirst(formatLongDate(from))}`
        : `Vigente ${lowerFirst(formatTrmDates({ from, until }))}`,
    note: closed && `${closed}: rige la TRM del ${formatShortDate(from)} al ${formatShortDate(until)}.`,
  }
}

type MarketRateKind = 'last' | 'average'

const MARKET_NAMES: Readonly<Record<MarketRateKind, readonly [name: string, source: string]>> = {
  last: ['al último precio', 'Último precio del mercado spot'],
  average: ['al promedio', 'Promedio del mercado spot'],
}

function toMarketRate(
  kind: MarketRateKind,
  asked: BogotaDate,
  { value, tradingDay }: DayValue<CloseAndAverage>,
  delay: number,
): Result<FoundRate, string> {
  const price = kind === 'last' ? value.close : value.average
  if (price === null) return err('Ese día no hubo operaciones.')
  const [name, source] = MARKET_NAMES[kind]
  const rate = toRate(price)
  const reason = closedDayText(asked) ?? `El ${formatDayName(asked)} aún no hay operaciones`
  const time = value.time === null ? '' : `, última operación a las ${formatShortClock(value.time)}`
  return ok({
    rate,
    name: `${name} de ${formatExactRate(rate)} del ${formatShortDate(tradingDay)}`,
    source: delay > 0 ? `${source}, con ${delay} minutos de retraso` : source,
    validity: `Del ${lowerFirst(formatLongDate(tradingDay))}${time}`,
    note: asked === tradingDay ? null : `${reason}: se usa el precio del ${formatDayName(tradingDay)}.`,
  })
}

/** A past day changes only by a correction; the interval finds the figures of a new day. */
const PAST_REFRESH_MS = 15 * MINUTE_MS

interface ConverterDeps extends TrmDeps, FirstViewSource {}

interface RateQuery {
  readonly kind: Exclude<RateKind, 'typed'>
  /** Null: today. */
  readonly date: BogotaDate | null
  /** Minutes. */
  readonly delay: number
}

/** The TRM of today, which the page has, or of another day. */
function createTrmRate(deps: ConverterDeps, today: () => BogotaDate, { date, delay }: RateQuery): Readable<FoundState> {
  if (date === null) {
    const trm = createTrmResource(deps, delay, deps.readFirstView())
    return combine({ resource: trm }, ({ resource }): FoundState => {
      const inForce = resource.value?.inForce
      // A page without a connection may have the TRM of an earlier day: it says so, and not that it is in force today.
      const toToday = ({ until }: TrmPeriod) => (until < today() ? until : today())
      const found = inForce ? ok(toTrmRate(toToday(inForce), inForce)) : err(lookupFailureMessage({ kind: 'unknown' }))
      return { resource, found: resource.value && found }
    })
  }
  const history = createResource(deps, {
    load: (signal) => deps.market.trmHistory({ from: date, until: date }, signal),
    interval: PAST_REFRESH_MS,
  })
  return combine({ resource: history }, ({ resource }): FoundState => {
    if (resource.value === null) return { resource, found: null }
    const trm = findTrmOn(resource.value, date)
    return { resource, found: trm.ok ? ok(toTrmRate(date, trm.value)) : err(lookupFailureMessage(trm.error)) }
  })
}

/** The last price of the page; null before the first deal of its day, which has that of the day before. */
function findFirstClose(first: FirstView | null): FirstValue<DayValue<CloseAndAverage>> | null {
  const close = toFirstValue(first, 'close')
  return close?.value.value.close === null ? null : close
}

/** The figures of a day, or the first day of the history when the service has none of that day. */
type MarketRateReply = DayValue<CloseAndAverage> | { readonly firstDay: BogotaDate | null }

const isNotFound = (reply: Result<unknown, CallFailure>) =>
  !reply.ok && reply.error.kind === 'rejected' && reply.error.status === 404

/** Why a day of the past has no figures: no retry changes that. */
const noFiguresText = (asked: BogotaDate, firstDay: BogotaDate | null) =>
  firstDay !== null && asked < firstDay ? beforeHistoryText(firstDay) : 'No hay datos de esa fecha.'

/** The last price or the average of a day; of the day before until the first deal of today. */
function createMarketRate(
  deps: ConverterDeps,
  today: () => BogotaDate,
  { date, delay }: RateQuery,
  kind: MarketRateKind,
): Readable<FoundState> {
  async function loadFirstDay(asked: BogotaDate, signal: AbortSignal) {
    const days = await deps.market.days({ from: asked, until: asked }, signal)
    return ok({ firstDay: days.ok ? days.value.first : null })
  }
  const load: Load<MarketRateReply> = async (signal) => {
    const asked = date ?? today()
    const read = (day: BogotaDate) => deps.market.closeAndAverage({ market: 'spot', date: day, delay }, signal)
    const reply = await read(asked)
    if (date !== null && isNotFound(reply)) return loadFirstDay(date, signal)
    const isBeforeFirstDeal = reply.ok && reply.value.value.close === null && reply.value.tradingDay === today()
    return isBeforeFirstDeal ? read(previousTradingDay('spot', today())) : reply
  }
  const isOfPage = date === null && delay === VISITOR_DELAY_MINUTES
  const resource = createResource(
    deps,
    { load, interval: date === null ? MINUTE_MS : PAST_REFRESH_MS },
    { first: isOfPage ? findFirstClose(deps.readFirstView()) : null },
  )
  return combine({ resource }, (parts): FoundState => {
    const asked = date ?? today()
    const { value } = parts.resource
    if (asked > today())
      return { resource: parts.resource, found: err(`Esa fecha aún no llega: hoy es ${formatShortDate(today())}.`) }
    if (value !== null && 'firstDay' in value)
      return { resource: parts.resource, found: err(noFiguresText(asked, value.firstDay)) }
    return { resource: parts.resource, found: value && toMarketRate(kind, asked, value, delay) }
  })
}

/** Creates the rate of a day, which is loaded again while it may change. */
export function createRateView(deps: ConverterDeps, query: RateQuery): Readable<RateState> {
  const status = createMarketStatusView(deps, 'spot')
  const today = () => status.getSnapshot().today
  const rate =
    query.kind === 'trm' ? createTrmRate(deps, today, query) : createMarketRate(deps, today, query, query.kind)
  // The status is a part, so that it runs: the day may change while the page is open.
  return combine(
    { rate, status, page: deps.page },
    ({ rate: { resource, found }, status: { today: day }, page: { online } }): RateState => ({
      resource,
      found: found ?? (online ? null : err(RATE_NOT_SAVED)),
      age: rateAgeText(resource, day),
      offlineAge: rateAgeText({ ...resource, stale: true }, day),
    }),
  )
}

/** The errors of the fields, without a final point; null for a valid field. */
export interface ConverterErrors {
  readonly amount: string | null
  readonly rate: string | null
  readonly date: string | null
}

export const findConverterErrors = ({ amount, rate, typedRate, date }: ConverterChoice): ConverterErrors => ({
  amount: findAmountError(amount),
  rate: rate === 'typed' ? findRateError(parseRate(typedRate)) : null,
  date: date !== null && 'invalid' in date ? INVALID_DATE : null,
})

/** The typed rate; null while it is no rate. */
export function readTypedRate({ typedRate }: ConverterChoice): FoundRate | null {
  const parsed = parseRate(typedRate)
  if (!parsed.ok) return null
  const rate = parsed.value
  return {
    rate,
    name: `a una tasa de ${formatExactRate(rate)}`,
    source: 'Tasa escrita por usted',
    validity: null,
    note: null,
  }
}

/** A conversion with the sentence to copy; null without a valid amount. */
export interface ConvertedAmount extends Conversion {
  readonly sentence: string | null
}

export function toConvertedAmount(
  { from, amount }: ConverterChoice,
  { rate, name }: FoundRate,
): ConvertedAmount | null {
  const conversion = toConversion(from, amount, rate)
  if (conversion === null) return null
  const { result } = conversion
  return {
    ...conversion,
    sentence: result === null ? null : `${conversion.amount} son ${result} ${name}.`.replaceAll('\u00a0', ' '),
  }
}

/** When the rate was read: 'Consultada a las 12:13', with the day unless it is today; its age without a connection. */
function rateAgeText({ stale, receivedAt }: ResourceState<unknown>, today: BogotaDate): string | null {
  if (receivedAt === null) return null
  const day = toDate(receivedAt)
  const time = formatShortClock(receivedAt)
  if (day === today) return stale ? `Sin conexión con el servidor: tasa de las ${time}` : `Consultada a las ${time}`
  const moment = `el ${formatDayName(day)} a las ${time}`
  return stale ? `Sin conexión con el servidor: tasa consultada ${moment}` : `Consultada ${moment}`
}
