import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { chooseFormat } from '#server/api-v1/api-formats.ts'
import {
  beforeHistoryMessage,
  DAYS_RANGE,
  futureDayMessage,
  NO_TRM_YET,
  noMarketMessage,
  noTrmMessage,
  TRM_RANGE,
} from '#server/api-v1/api-messages.ts'
import {
  API_DELAY_MS,
  type ApiSource,
  toDayReply,
  toDayRow,
  toTrmNowReply,
  toTrmReply,
  toTrmRow,
} from '#server/api-v1/api-replies.ts'
import { createApiSending, refuse } from '#server/api-v1/api-sending.ts'
import { toConversion } from '#server/api-v1/conversion-reply.ts'
import { replies, TAGS, tableReply } from '#server/http/route-schema.ts'
import {
  API_CONVERSION_COLUMNS,
  API_DAY_COLUMNS,
  API_TRM_COLUMNS,
  API_V1_PATHS,
  apiConversion,
  apiDay,
  apiDayList,
  apiTrm,
  apiTrmList,
  apiTrmNow,
  convertQuery,
  dateParams,
  dayQuery,
  daysQuery,
  formatQuery,
  rangeQuery,
  revisionQuery,
} from '#src/adapters/http/contract/api-v1.ts'
import { addDays, type BogotaDate, parseDate, toDate } from '#src/domain/time/bogota.ts'
import { isTradingDay, previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'
import { findTrmOn, MAX_TRM_DAYS } from '#src/domain/trading/trm-periods.ts'

/** Maximum length of a range of days: a leap year. */
const MAX_DAYS = 366

const config = { access: 'api' } as const
const tags = [TAGS.api]

/** Adds the calls of the public API v1 (D130): public data, 15 minutes late, for every caller. */
export function registerApiRoutes(app: FastifyInstance, source: ApiSource): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const { send, sendRevised } = createApiSending()
  const { reader } = source
  const readToday = () => toDate(reader.now())

  /** The version of a reply about a day: of the closed day, else of the market. */
  const toVersion = (market: Market, date: BogotaDate) => reader.dayEntry({ market, date, delay: API_DELAY_MS }).version

  /** A day is closed when it is over and its deals, as callers see them, can no longer change. */
  const isClosed = (market: Market, date: BogotaDate) =>
    date < readToday() && reader.now() - API_DELAY_MS >= lastChangeAt(market, date)

  calls.get(
    API_V1_PATHS.trmNow,
    {
      config,
      schema: {
        tags,
        summary: 'TRM vigente hoy, y la siguiente',
        querystring: formatQuery,
        response: replies(tableReply(apiTrmNow), 404),
      },
    },
    (request, reply) => {
      const today = readToday()
      const { inForce, next } = reader.trmNow(API_DELAY_MS)
      if (inForce === null) return refuse(reply, 404, NO_TRM_YET)
      return send(request, reply, {
        key: `trm ${today}`,
        version: reader.version('spot', API_DELAY_MS),
        format: chooseFormat(request, request.query.formato),
        caching: 'open',
        make: () => ({ body: toTrmNowReply(source, today, inForce, next) }),
      })
    },
  )

  calls.get(
    `${API_V1_PATHS.trm}/:fecha`,
    {
      config,
      schema: {
        tags,
        summary: 'TRM vigente en una fecha',
        params: dateParams,
        querystring: revisionQuery,
        response: replies(tableReply(apiTrm), 404),
      },
    },
    (request, reply) => {
      const date = parseDate(request.params.fecha) ?? readToday()
      const { formato, revision } = request.query
      const found = findTrmOn(reader.trmHistory({ from: date, until: date }, API_DELAY_MS), date)
      if (!found.ok) return refuse(reply, 404, noTrmMessage(found.error))
      const read = {
        key: `trm on ${date}`,
        // Earlier days change it as well: their deals give the TRM.
        version: `${readToday()} ${toVersion('spot', previousTradingDay('spot', date))}`,
        format: chooseFormat(request, formato),
        isClosed: addDays(date, 1) < readToday(),
        revision,
      }
      return sendRevised(request, reply, read, () => toTrmReply(source, date, found.value))
    },
  )

  calls.get(
    API_V1_PATHS.trm,
    {
      config,
      schema: {
        tags,
        summary: 'TRM de un rango de hasta diez años',
        querystring: rangeQuery,
        response: replies(tableReply(apiTrmList)),
      },
    },
    (request, reply) => {
      const range = toRange(request.query, MAX_TRM_DAYS)
      if (range === null) return refuse(reply, 400, TRM_RANGE)
      const { from, until } = range
      const today = readToday()
      const closed = addDays(until, 1) < today
      return send(request, reply, {
        key: `trm ${from} ${until}`,
        version: `${today} ${toVersion('spot', closed ? until : today)}`,
        format: chooseFormat(request, request.query.formato),
        caching: closed ? 'closed' : 'open',
        make() {
          const rows = reader.trmHistory(range, API_DELAY_MS).periods.map((period) => toTrmRow(source, period))
          return { body: { desde: from, hasta: until, trm: rows }, rows, columns: API_TRM_COLUMNS }
        },
      })
    },
  )

  calls.get(
    `${API_V1_PATHS.days}/:fecha`,
    {
      config,
      schema: {
        tags,
        summary: 'Cifras de un día de mercado',
        params: dateParams,
        querystring: dayQuery,
        response: replies(tableReply(apiDay), 404),
      },
    },
    (request, reply) => {
      const { formato, mercado: market = 'spot', revision } = request.query
      const date = parseDate(request.params.fecha) ?? readToday()
      const today = readToday()
      if (date > today) return refuse(reply, 404, futureDayMessage(today))
      const day = reader.findTradingDay(market, date)
      if (!day.ok) {
        const message = day.error.kind === 'before-history' ? beforeHistoryMessage(day.error.first) : NO_TRM_YET
        return refuse(reply, 404, message)
      }
      if (!isTradingDay(market, date))
        return refuse(reply, 404, noMarketMessage(date, previousTradingDay(market, date)))
      const view = { market, date, delay: API_DELAY_MS }
      const closed = isClosed(market, date)
      const read = {
        key: `day ${market} ${date}`,
        version: toVersion(market, date),
        format: chooseFormat(request, formato),
        isClosed: closed,
        revision,
      }
      return sendRevised(request, reply, read, () => toDayReply(source, view, closed))
    },
  )

  calls.get(
    API_V1_PATHS.days,
    {
      config,
      schema: {
        tags,
        summary: 'Cifras de los días de mercado de un rango de hasta 366 días',
        querystring: daysQuery,
        response: replies(tableReply(apiDayList)),
      },
    },
    (request, reply) => {
      const range = toRange(request.query, MAX_DAYS)
      if (range === null) return refuse(reply, 400, DAYS_RANGE)
      const { from, until } = range
      const { mercado: market = 'spot', formato } = request.query
      const today = readToday()
      const closed = until < today && isClosed(market, until)
      return send(request, reply, {
        key: `days ${market} ${from} ${until}`,
        version: `${today} ${toVersion(market, closed ? until : today)}`,
        format: chooseFormat(request, formato),
        caching: closed ? 'closed' : 'open',
        make() {
          const rows = listTradingDays(source, market, range, today).map((date) =>
            toDayRow(source, { market, date, delay: API_DELAY_MS }, isClosed(market, date)),
          )
          return { body: { desde: from, hasta: until, mercado: market, dias: rows }, rows, columns: API_DAY_COLUMNS }
        },
      })
    },
  )

  calls.get(
    API_V1_PATHS.convert,
    {
      config,
      schema: {
        tags,
        summary: 'Convierte un monto a la tasa de una fecha, exacto al centavo',
        querystring: convertQuery,
        response: replies(tableReply(apiConversion), 404),
      },
    },
    (request, reply) => {
      const conversion = toConversion(source, request.query)
      if (!conversion.ok) return refuse(reply, conversion.error.code, conversion.error.message)
      const { formato, ...asked } = request.query
      const { fecha: date } = conversion.value
      const today = readToday()
      return send(request, reply, {
        key: `convert ${JSON.stringify(asked)}`,
        version: JSON.stringify(conversion.value),
        format: chooseFormat(request, formato),
        caching: addDays(date, 1) < today ? 'closed' : 'open',
        make: () => ({ body: conversion.value, columns: API_CONVERSION_COLUMNS }),
      })
    },
  )
}

/** Maps a range to the domain; null for a reversed or longer one. */
function toRange({ from, to }: { readonly from: string; readonly to: string }, maximum: number) {
  const range = { from: parseDate(from) ?? from, until: parseDate(to) ?? to }
  return range.from > range.until || range.until >= addDays(range.from, maximum) ? null : range
}

/** The trading days of a range from the first day of the history to today, in order. */
function listTradingDays(
  { reader }: ApiSource,
  market: Market,
  { from, until }: { readonly from: BogotaDate; readonly until: BogotaDate },
  today: BogotaDate,
): readonly BogotaDate[] {
  const dates: BogotaDate[] = []
  for (let date = from; date <= until && date <= today; date = addDays(date, 1))
    if (isTradingDay(market, date) && reader.findTradingDay(market, date).ok) dates.push(date)
  return dates
}
