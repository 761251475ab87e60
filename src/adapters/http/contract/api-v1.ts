import * as z from 'zod/mini'

import { calendarDay, figure, isoInstant, requestedDay } from '#src/adapters/http/contract/values.ts'

/*
 * The public API v1 (D130). No field of a reply changes or disappears within v1; new ones may be
 * added. tests/server/api-v1/stored-replies.test.ts compares the replies with stored ones.
 */

/** Path of the API, below the origin of the portal. */
export const API_V1_BASE = '/api/v1'

/** Paths below the base. */
export const API_V1_PATHS = {
  trmNow: '/trm/vigente',
  /** Followed by `/{date}`. */
  trm: '/trm',
  /** Followed by `/{date}`. */
  days: '/dias',
  convert: '/convertir',
} as const

/**
 * Formats of replies. `csv` has commas and decimal points, `csv-es` semicolons and decimal commas,
 * for spreadsheets with Colombian settings.
 */
export const API_FORMATS = ['json', 'csv', 'csv-es'] as const
export type ApiFormat = (typeof API_FORMATS)[number]

const format = z.optional(z.enum(API_FORMATS))

/** The revision of a reply, which a later correction changes. */
const revision = z.string().check(z.regex(/^[\w-]{12}$/))

export const formatQuery = z.object({ formato: format })
export const revisionQuery = z.object({ formato: format, revision: z.optional(revision) })
export const rangeQuery = z.object({ from: requestedDay, to: requestedDay, formato: format })

/** A market of the API. */
export const API_MARKETS = ['spot', 'nextday'] as const
const market = z.optional(z.enum(API_MARKETS))
export const dayQuery = z.extend(revisionQuery, { mercado: market })
export const daysQuery = z.extend(rangeQuery, { mercado: market })

export const dateParams = z.object({ fecha: requestedDay })

/** A currency and a rate of a conversion. */
export const API_CURRENCIES = ['USD', 'COP'] as const
export const API_RATES = ['trm', 'cierre', 'promedio', 'propia'] as const
export type ApiRate = (typeof API_RATES)[number]

/** A number with a decimal point; its rules are those of the conversion. */
const decimal = z.string().check(z.regex(/^\d{1,20}(\.\d{1,20})?$/))

export const convertQuery = z.object({
  monto: decimal,
  de: z.optional(z.enum(API_CURRENCIES)),
  tasa: z.optional(z.enum(API_RATES)),
  /** The rate in pesos per dollar, for `tasa=propia`. */
  valor: z.optional(decimal),
  fecha: z.optional(requestedDay),
  formato: format,
})

/** A change of published figures (D119). */
const correction = z.object({
  tipo: z.enum(['anulada', 'tardia']),
  fecha: calendarDay,
  hora: isoInstant,
  precio: z.number(),
  monto: z.number(),
  corregida: isoInstant,
})

/** Where a rate comes from: certified by the authority, computed from the deals, or simulated. */
const source = z.enum(['certificada', 'calculada', 'simulada'])

const trmFields = {
  moneda: z.literal('USD/COP'),
  valor: z.number(),
  vigente_desde: calendarDay,
  vigente_hasta: calendarDay,
  valor_anterior: figure,
  fecha_anterior: z.nullable(calendarDay),
  publicada: z.nullable(isoInstant),
  fuente: source,
}

const trmRow = z.object(trmFields)
/** The columns of a table of TRMs. */
export const API_TRM_COLUMNS = Object.keys(trmFields)
export type ApiTrmRow = z.infer<typeof trmRow>

/** The TRM in force on a day. */
export const apiTrm = z.object({ fecha: calendarDay, ...trmFields, correcciones: z.array(correction), revision })
export type ApiTrm = z.infer<typeof apiTrm>

/** The TRM in force today, and the next one; an estimate until its deals are complete. */
export const apiTrmNow = z.object({
  fecha: calendarDay,
  ...trmFields,
  siguiente: z.nullable(
    z.object({ valor: z.number(), vigente_desde: calendarDay, vigente_hasta: calendarDay, estimada: z.boolean() }),
  ),
  correcciones: z.array(correction),
})
export type ApiTrmNow = z.infer<typeof apiTrmNow>

/** The TRMs in force on the days of a range, in order of date. */
export const apiTrmList = z.object({ desde: calendarDay, hasta: calendarDay, trm: z.array(trmRow) })
export type ApiTrmList = z.infer<typeof apiTrmList>

const dayFields = {
  fecha: calendarDay,
  mercado: z.enum(API_MARKETS),
  moneda: z.literal('USD/COP'),
  apertura: figure,
  minimo: figure,
  maximo: figure,
  cierre: figure,
  promedio: figure,
  monto: figure,
  operaciones: z.number(),
  trm: figure,
  cierre_anterior: figure,
  fecha_anterior: calendarDay,
  cerrado: z.boolean(),
}

const dayRow = z.object(dayFields)
/** The columns of a table of days. */
export const API_DAY_COLUMNS = Object.keys(dayFields)
export type ApiDayRow = z.infer<typeof dayRow>

/** The figures of a trading day. */
export const apiDay = z.object({
  ...dayFields,
  fuente: z.enum(['real', 'simulada']),
  correcciones: z.array(correction),
  revision,
})
export type ApiDay = z.infer<typeof apiDay>

/** The figures of the trading days of a range, in order of date. */
export const apiDayList = z.object({
  desde: calendarDay,
  hasta: calendarDay,
  mercado: z.enum(API_MARKETS),
  dias: z.array(dayRow),
})
export type ApiDayList = z.infer<typeof apiDayList>

/** An amount converted at the rate of a day, exact to the centavo. */
export const apiConversion = z.object({
  de: z.enum(API_CURRENCIES),
  a: z.enum(API_CURRENCIES),
  monto: z.number(),
  resultado: z.number(),
  tasa: z.enum(API_RATES),
  valor_tasa: z.number(),
  fecha: calendarDay,
  fecha_tasa: z.nullable(calendarDay),
  vigente_desde: z.nullable(calendarDay),
  vigente_hasta: z.nullable(calendarDay),
  hora: z.nullable(isoInstant),
  fuente: z.enum(['certificada', 'calculada', 'simulada', 'real', 'propia']),
  nota: z.nullable(z.string()),
})
export const API_CONVERSION_COLUMNS = Object.keys(apiConversion.shape)
export type ApiConversion = z.infer<typeof apiConversion>
