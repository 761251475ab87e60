import type * as z from 'zod/mini'
import {
  AMOUNT_MESSAGES,
  beforeHistoryMessage,
  futureDayMessage,
  marketNote,
  NO_DEALS,
  noTrmMessage,
  RATE_MESSAGES,
  RESULT_TOO_LARGE,
  trmNote,
} from '#server/api-v1/api-messages.ts'
import { API_DELAY_MS, type ApiSource, toTrmSource } from '#server/api-v1/api-replies.ts'
import type { ApiConversion, ApiRate, convertQuery } from '#src/adapters/http/contract/api-v1.ts'
import { parsePlainDecimal, toPlainDecimal } from '#src/domain/decimal.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, parseDate, toDate, toIsoOrNull } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { AMOUNT_DIGITS, checkAmount, checkRate, convert, RATE_DIGITS, toRate } from '#src/domain/trading/conversion.ts'
import { findTrmOn } from '#src/domain/trading/trm-periods.ts'

/** Why a conversion is refused: an invalid request, or a day without the rate. */
export interface ConversionRefusal {
  readonly code: 400 | 404
  readonly message: string
}

const refuse = (code: 400 | 404, message: string) => err({ code, message })

/** A rate, in ten-thousandths of a peso, and where it comes from. */
interface FoundRate
  extends Pick<ApiConversion, 'fecha_tasa' | 'vigente_desde' | 'vigente_hasta' | 'hora' | 'fuente' | 'nota'> {
  readonly rate: bigint
}

type Found = Result<FoundRate, ConversionRefusal>

function findTrm(source: ApiSource, date: BogotaDate): Found {
  const found = findTrmOn(source.reader.trmHistory({ from: date, until: date }, API_DELAY_MS), date)
  if (!found.ok) return refuse(404, noTrmMessage(found.error))
  const { value, from, until } = found.value
  return ok({
    rate: toRate(value),
    fecha_tasa: date,
    vigente_desde: from,
    vigente_hasta: until,
    hora: null,
    fuente: toTrmSource(source, from),
    nota: trmNote(date, found.value),
  })
}

/** The last price or the average of a day; of the previous trading day until its first deal. */
function findMarketRate({ reader, isSimulated }: ApiSource, kind: 'close' | 'average', date: BogotaDate): Found {
  const today = toDate(reader.now())
  if (date > today) return refuse(404, futureDayMessage(today))
  const day = reader.findTradingDay('spot', date)
  if (!day.ok) return refuse(404, day.error.kind === 'far-future' ? NO_DEALS : beforeHistoryMessage(day.error.first))
  const read = (of: BogotaDate) => ({
    of,
    ...reader.closeAndAverage({ market: 'spot', date: of, delay: API_DELAY_MS }),
  })
  const first = read(day.value)
  const used = first[kind] === null && day.value === today ? read(previousTradingDay('spot', today)) : first
  const price = used[kind]
  if (price === null) return refuse(404, NO_DEALS)
  return ok({
    rate: toRate(price),
    fecha_tasa: used.of,
    vigente_desde: null,
    vigente_hasta: null,
    hora: toIsoOrNull(used.time),
    fuente: isSimulated ? 'simulada' : 'real',
    nota: marketNote(date, used.of),
  })
}

function readTypedRate(text: string | undefined): Found {
  const rate = text === undefined ? err('empty' as const) : checkRate(parsePlainDecimal(text, RATE_DIGITS))
  if (!rate.ok) return refuse(400, RATE_MESSAGES[rate.error])
  const nothing = { fecha_tasa: null, vigente_desde: null, vigente_hasta: null, hora: null, nota: null }
  return ok({ rate: rate.value, ...nothing, fuente: 'propia' })
}

function findRate(source: ApiSource, kind: ApiRate, date: BogotaDate, typed: string | undefined): Found {
  if (kind === 'trm') return findTrm(source, date)
  if (kind === 'propia') return readTypedRate(typed)
  return findMarketRate(source, kind === 'cierre' ? 'close' : 'average', date)
}

const toNumber = (units: bigint, digits: number) => Number(toPlainDecimal(units, digits))

/** Converts an amount at the rate of a day. */
export function toConversion(
  source: ApiSource,
  query: z.output<typeof convertQuery>,
): Result<ApiConversion, ConversionRefusal> {
  const { monto, de: from = 'USD', tasa: kind = 'trm', valor } = query
  const amount = checkAmount(parsePlainDecimal(monto, AMOUNT_DIGITS))
  if (!amount.ok) return refuse(400, AMOUNT_MESSAGES[amount.error])
  const today = toDate(source.reader.now())
  const date = parseDate(query.fecha ?? today) ?? today
  const found = findRate(source, kind, date, valor)
  if (!found.ok) return found
  const { rate, ...facts } = found.value
  const result = convert(from === 'USD' ? 'usd' : 'cop', amount.value, rate)
  if (result === null) return refuse(400, RESULT_TOO_LARGE)
  return ok({
    de: from,
    a: from === 'USD' ? 'COP' : 'USD',
    monto: toNumber(amount.value, AMOUNT_DIGITS),
    resultado: toNumber(result, AMOUNT_DIGITS),
    tasa: kind,
    valor_tasa: toNumber(rate, RATE_DIGITS),
    fecha: date,
    ...facts,
  })
}
