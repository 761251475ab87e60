import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { MarketConfig } from '#server/config/market-settings.ts'
import { FILE_TIMEOUT_MS } from '#server/http/handler-timeout.ts'
import { invalidFieldMessage } from '#server/http/messages.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type { MarketEvent } from '#server/market/batch.ts'
import { forwardToWriter, type Writer } from '#server/market/calls/forward-to-writer.ts'
import type { DealLog } from '#server/market/deal-log.ts'
import type { ReportResult, RowFailure } from '#server/market/deal-report.ts'
import { DealFileError } from '#server/market/import/deal-csv.ts'
import { withImportFolder } from '#server/market/import/import-folder.ts'
import {
  appendMessage,
  appendReason,
  FILE_MESSAGES,
  fileLoadedMessage,
  fileRefusedMessage,
  type ImportReport,
  malformedReason,
  NO_IMPORT,
  OTHER_SOURCE,
  REVIEW_REASON_TEXTS,
  tooManyStrictRows,
} from '#server/market/import/import-report.ts'
import { EVENTS_PER_PART } from '#server/market/report-parts.ts'
import {
  DEALS_FILE_TYPE,
  type DealsImportReply,
  type DealsReply,
  dealsImportReply,
  dealsImportRequest,
  dealsReply,
  dealsRequest,
  reportedAnnulment,
  reportedDeal,
  toDealReport,
} from '#src/adapters/http/contract/market/deals.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { errorReply } from '#src/adapters/http/contract/values.ts'
import type { Result } from '#src/domain/result.ts'
import { MARKETS, type Market, toMarket } from '#src/domain/trading/market.ts'

/** Maximum bytes of a batch of 10,000 deals and as many annulments. */
export const MAX_BATCH_BYTES = 8_388_608

/**
 * Maximum rows of a strict batch. It is one commit, for which others wait; any other batch is
 * committed in parts of as many rows (D124).
 */
export const MAX_STRICT_ROWS = EVENTS_PER_PART

/** Timeout of an import. A file with years of deals takes minutes. */
const IMPORT_TIMEOUT_MS = 3_600_000

const tags = [TAGS.deals]

export interface DealsRoutesParts extends Writer {
  readonly source: MarketConfig['marketSource']
  /** Records a batch of the source; it may have no events. */
  report: DealLog['report']
  /** Imports a file of deals; the report is an error when an invalid row refused the file. */
  importFile(path: string, skipBad: boolean): Promise<Result<ImportReport, ImportReport>>
}

type NamedRow = NonNullable<DealsReply['data']['rechazadas']>[number]

const rowId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

/** 400 for a broken rule of deals, 409 for a conflict with recorded deals (D44). */
const STATUSES: Readonly<Record<RowFailure['kind'], 400 | 409>> = {
  'from-the-future': 400,
  'no-trading-day': 400,
  'too-old': 400,
  'late-annulment': 409,
  'other-content': 409,
  'unknown-deal': 409,
  rejected: 409,
}

/** Rows that are checked at once; other work of the server runs between two parts. */
const ROWS_PER_PART = 500

/** The valid rows of a batch as events, and the malformed ones. */
async function readRows({ operaciones = [], anuladas = [] }: z.infer<typeof dealsRequest>) {
  const events: MarketEvent[] = []
  const malformed: NamedRow[] = []

  async function read<T>(schema: z.ZodMiniType<T>, rows: readonly unknown[], toEvent: (row: T) => MarketEvent) {
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_PER_PART === ROWS_PER_PART - 1) await nextTurn()
      const parsed = schema.safeParse(row)
      if (parsed.success) events.push(toEvent(parsed.data))
      else malformed.push(toMalformed(row, index, parsed.error.issues[0]?.path[0]))
    }
  }

  await read(reportedDeal, operaciones, (deal) => ({ kind: 'deal', deal: toDealReport(deal) }))
  await read(reportedAnnulment, anuladas, ({ id, hora }) => ({ kind: 'annulment', id, time: Date.parse(hora) }))
  return { events, malformed }
}

/** Names a malformed row by its id, or by its position when the id is invalid. */
function toMalformed(row: unknown, index: number, field: PropertyKey = 'id'): NamedRow {
  const id = rowId.safeParse(row)
  return { id: id.success ? id.data.id : `fila ${index + 1}`, motivo: malformedReason(String(field)) }
}

/** Aborts when the reply is sent, after a timeout too, or when its receiver has gone. */
function endOf(reply: FastifyReply): AbortSignal {
  // Not the signal of the request, which ends when its body has been read.
  const end = new AbortController()
  reply.raw.once('close', () => end.abort())
  return end.signal
}

/** Whether malformed rows refuse a batch: one of a strict batch, or all. */
const isRefusedWhole = ({ events, malformed }: Awaited<ReturnType<typeof readRows>>, strict: boolean) =>
  malformed.length > 0 && (strict || events.length === 0)

/** The list of a batch with a malformed row. */
const findInvalidList = ({ operaciones = [] }: z.infer<typeof dealsRequest>) =>
  operaciones.every((row) => reportedDeal.safeParse(row).success) ? 'anuladas' : 'operaciones'

/** Why a batch is refused before its rows are read; null otherwise. */
function findBatchRefusal(
  source: MarketConfig['marketSource'],
  { estricto = false, operaciones = [], anuladas = [] }: z.infer<typeof dealsRequest>,
): { readonly status: 400 | 409; readonly message: string } | null {
  if (source !== 'ingest') return { status: 409, message: OTHER_SOURCE }
  if (!estricto || operaciones.length + anuladas.length <= MAX_STRICT_ROWS) return null
  return { status: 400, message: tooManyStrictRows(MAX_STRICT_ROWS) }
}

/** The markets that the source of a batch covers: by default, all. */
const toMarkets = ({ mercados }: z.infer<typeof dealsRequest>): readonly Market[] =>
  mercados === undefined ? MARKETS : mercados.flatMap((id) => toMarket(id) ?? [])

const toReply = (
  { accepted, repeated, annulled, waiting, refused }: ReportResult,
  malformed: readonly NamedRow[],
): DealsReply => ({
  data: {
    aceptadas: accepted,
    repetidas: repeated,
    anuladas: annulled,
    ...(waiting.length > 0 && {
      en_revision: waiting.map(({ id, reason }) => ({ id, motivo: REVIEW_REASON_TEXTS[reason] })),
    }),
    ...(refused.length + malformed.length > 0 && {
      rechazadas: [...malformed, ...refused.map(({ id, kind }) => ({ id, motivo: appendReason(kind) }))],
    }),
  },
})

const toImportReply = (report: ImportReport, message: string): DealsImportReply => ({
  data: {
    filas: report.rows,
    aceptadas: report.accepted,
    repetidas: report.repeated,
    anuladas: report.annulled,
    rechazadas: report.refused,
    errores: report.errors.map(({ line, reason }) => ({ linea: line, motivo: reason })),
  },
  message,
})

/**
 * Saves a request body to a temporary file for `use`. A slow sender then does not block the
 * database.
 */
const withSavedFile = <T>(body: Readable, use: (path: string) => Promise<T>): Promise<T> =>
  withImportFolder(async (folder) => {
    const path = join(folder, 'operaciones.csv')
    await pipeline(body, createWriteStream(path))
    return use(path)
  })

/** Runs an import and returns the status and the body of the reply. */
async function runImport(run: () => ReturnType<DealsRoutesParts['importFile']>) {
  try {
    const result = await run()
    if (result.ok) return { status: 200, body: toImportReply(result.value, fileLoadedMessage(result.value.rows)) }
    return { status: 400, body: toImportReply(result.error, fileRefusedMessage(result.error.refused)) }
  } catch (error) {
    if (!(error instanceof DealFileError)) throw error
    return { status: 400, body: { message: FILE_MESSAGES[error.kind](error.detail) } }
  }
}

/** Adds the calls that report deals. They require the operator key (D49, D60). */
export function registerDealsRoutes(app: FastifyInstance, parts: DealsRoutesParts): void {
  const { source, report, importFile } = parts
  app.register(async (scope) => {
    // Many parts take longer than other calls: the largest batch has hundreds.
    forwardToWriter(scope, parts, FILE_TIMEOUT_MS)
    const calls = scope.withTypeProvider<ZodTypeProvider>()

    calls.post(
      MARKET_PATHS.deals,
      {
        config: { access: 'operator', operatorScope: 'deals' },
        bodyLimit: MAX_BATCH_BYTES,
        handlerTimeout: FILE_TIMEOUT_MS,
        schema: {
          tags,
          summary: 'Recibe operaciones y anulaciones; las dudosas esperan la revisión del operador',
          'x-limit': `Hasta 10.000 operaciones y 10.000 anulaciones por petición; con estricto, ${MAX_STRICT_ROWS} en total`,
          body: dealsRequest,
          response: replies(dealsReply, 409),
        },
      },
      async (request, reply) => {
        const { body } = request
        const refusal = findBatchRefusal(source, body)
        if (refusal !== null) return reply.code(refusal.status).send({ message: refusal.message })
        const strict = body.estricto === true
        const rows = await readRows(body)
        if (isRefusedWhole(rows, strict))
          return reply.code(400).send({ message: invalidFieldMessage(findInvalidList(body)) })
        const result = await report({ events: rows.events, markets: toMarkets(body), strict }, endOf(reply))
        if (result.ok) return toReply(result.value, rows.malformed)
        return reply.code(STATUSES[result.error.kind]).send({ message: appendMessage(result.error) })
      },
    )
  })

  app.register(async (scope) => {
    const calls = scope.withTypeProvider<ZodTypeProvider>()
    forwardToWriter(scope, parts, IMPORT_TIMEOUT_MS)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(DEALS_FILE_TYPE, (_request, body, done) => done(null, body))

    calls.post(
      MARKET_PATHS.dealsImport,
      {
        config: { access: 'operator', operatorScope: 'deals' },
        handlerTimeout: IMPORT_TIMEOUT_MS,
        schema: {
          tags,
          summary: 'Carga un archivo CSV de operaciones',
          consumes: [DEALS_FILE_TYPE],
          querystring: dealsImportRequest,
          response: { ...replies(dealsImportReply, 409), 400: z.union([dealsImportReply, errorReply]) },
        },
      },
      async (request, reply) => {
        if (source === 'simulator') return reply.code(409).send({ message: NO_IMPORT })
        const skipBad = request.query.omitir_errores === 'si'
        const { status, body } = await withSavedFile(request.body as Readable, (path) =>
          runImport(() => importFile(path, skipBad)),
        )
        return reply.code(status).send(body)
      },
    )
  })
}
