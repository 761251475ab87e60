import * as z from 'zod/mini'

import { isoInstant, marketId, singleLine } from '#src/adapters/http/contract/values.ts'
import { type DealReport, toCentavos } from '#src/domain/trading/deal.ts'
import { toMarket } from '#src/domain/trading/market.ts'

/** Maximum number of deals and maximum number of annulments in a request. */
const MAX_REPORTED_DEALS = 10_000

const dealId = singleLine(1, 100)

/** Maximum amount of a deal, in US$, so that the sums of a day are exact. */
const MAX_AMOUNT_USD = 1_000_000_000

/** True for a positive price below 1e9 pesos, with at most two decimals. */
const isPrice = (pesos: number) => pesos > 0 && pesos < 1e9 && Math.abs(pesos * 100 - toCentavos(pesos)) < 1e-4

const isMarketTerm = (mercado: number | string, plazo: number) =>
  toMarket(mercado) === 'spot' ? plazo === 0 : plazo >= 1 && plazo <= 3

/** A reported deal: `precio` in pesos, `monto` in whole US$, `plazo` in days (D45). */
export const reportedDeal = z
  .object({
    id: dealId,
    mercado: marketId,
    plazo: z.int(),
    sector: z.union([z.literal(1), z.literal(2)]),
    origen: z.enum(['negociada', 'registrada']),
    hora: isoInstant,
    precio: z.number().check(z.refine(isPrice)),
    monto: z.int().check(z.positive(), z.maximum(MAX_AMOUNT_USD)),
  })
  .check(z.refine(({ mercado, plazo }) => isMarketTerm(mercado, plazo), { path: ['plazo'] }))

export const reportedAnnulment = z.object({ id: dealId, hora: isoInstant })

/**
 * A row with an invalid field, which does not refuse the others (D118). It is the first form of a
 * row, because it matches any: the fields of a large batch are checked in parts (D124).
 */
const malformedRow = z.looseObject({})

/** Reports deals and annulments. */
export const dealsRequest = z.object({
  operaciones: z.optional(z.array(z.union([malformedRow, reportedDeal])).check(z.maxLength(MAX_REPORTED_DEALS))),
  anuladas: z.optional(z.array(z.union([malformedRow, reportedAnnulment])).check(z.maxLength(MAX_REPORTED_DEALS))),
  /** Whether one refused row refuses the batch (D118). */
  estricto: z.optional(z.boolean()),
  /** The markets of which the batch is a sign of life (D114); by default, all. */
  mercados: z.optional(z.array(marketId).check(z.minLength(1), z.maxLength(2))),
})

/** Maps a valid deal to the domain. */
export const toDealReport = (deal: z.infer<typeof reportedDeal>): DealReport => ({
  id: deal.id,
  market: toMarket(deal.mercado) ?? 'spot',
  term: deal.plazo,
  sector: deal.sector,
  origin: deal.origen === 'negociada' ? 'negotiated' : 'registered',
  time: Date.parse(deal.hora),
  price: deal.precio,
  amount: deal.monto,
})

const namedRows = z.array(z.object({ id: z.string(), motivo: z.string() }))

/** `en_revision` has the deals that wait for the operator (D118); both lists are missing without rows. */
export const dealsReply = z.object({
  data: z.object({
    aceptadas: z.number(),
    repetidas: z.number(),
    anuladas: z.number(),
    en_revision: z.optional(namedRows),
    rechazadas: z.optional(namedRows),
  }),
})
export type DealsReply = z.infer<typeof dealsReply>

/** Media type of an import: a file with the fields of a reported deal as columns. */
export const DEALS_FILE_TYPE = 'text/csv'

/**
 * Imports a file. With `omitir_errores`, the server skips invalid rows; without it, an invalid row
 * rejects the file.
 */
export const dealsImportRequest = z.object({ omitir_errores: z.optional(z.enum(['si', 'no'])) })

/**
 * The result of an import; with status 400, the result of the validation. `errores` has the first
 * rejected rows.
 */
export const dealsImportReply = z.object({
  data: z.object({
    filas: z.number(),
    aceptadas: z.number(),
    repetidas: z.number(),
    anuladas: z.number(),
    rechazadas: z.number(),
    errores: z.array(z.object({ linea: z.number(), motivo: z.string() })),
  }),
  message: z.string(),
})
export type DealsImportReply = z.infer<typeof dealsImportReply>
