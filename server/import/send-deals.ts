import type { ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { errorDetail } from '#server/database/errors.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { formatLine } from '#server/market/import/import-report.ts'
import { formatCallFailure } from '#server/operator/terminal/client-messages.ts'
import type { ServerAccess } from '#server/operator/terminal/server-access.ts'
import { type FlagFailure, parseFlags, readWords } from '#src/adapters/command-line/flags.ts'
import { DEALS_FILE_TYPE, type DealsImportReply, dealsImportReply } from '#src/adapters/http/contract/market/deals.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { errorReply } from '#src/adapters/http/contract/values.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The kind of file that `npm run import` imports. */
const KIND = 'deals'

/** Reads the arguments of `npm run import`. */
export function readImportArguments(
  argv: readonly string[],
): Result<{ readonly file: string; readonly skipBad: boolean }, FlagFailure> {
  const parsed = parseFlags(argv, { 'skip-bad': { type: 'boolean' } })
  if (!parsed.ok) return parsed
  const words = readWords(parsed.value.words, [KIND, 'ARCHIVO'])
  if (!words.ok) return words
  const [kind = '', file = ''] = words.value
  if (kind !== KIND) return err({ kind: 'unknown-argument', text: kind })
  return ok({ file, skipBad: parsed.value.values['skip-bad'] === true })
}

export const IMPORT_USAGE = `Uso: npm run import -- deals ARCHIVO [--skip-bad]

  deals ARCHIVO    carga las operaciones de un archivo CSV en el servidor en ejecución
  --skip-bad       carga las filas válidas y deja fuera las demás; sin esta opción, un archivo con una
                   sola fila no válida no se carga

La primera línea nombra las columnas: id, mercado (71 o 76), plazo, sector (1 o 2), origen (negociada o
registrada), hora (2026-11-20T12:43:16-05:00), precio, monto (en dólares enteros) y, si se quiere, anulada
(la hora de la anulación). Se separan con comas, o con punto y coma y coma decimal. Cargar otra vez el
mismo archivo no cambia nada. Se llama al servidor en OPERATOR_URL (http://localhost:PORT por omisión) con
la clave de OPERATOR_KEY.`

const formatUnreachable = (url: string): string =>
  `No hay un servidor en ${url}, o se cortó la conexión. Si se cortó, ejecute la orden otra vez: nada se carga dos veces.`

const IS_FOLDER = 'es una carpeta'

const formatUnreadableFile = (file: string, detail: string): string => `El archivo ${file} no se puede leer: ${detail}.`

/** Formats the result of an import, with the refused rows. */
function formatImport({ data, message }: DealsImportReply): string {
  const unlistedCount = data.rechazadas - data.errores.length
  return [
    message,
    `  ${data.aceptadas} nuevas, ${data.repetidas} repetidas, ${data.anuladas} anuladas, ${data.rechazadas} rechazadas`,
    ...data.errores.map(({ linea, motivo }) => `  ${formatLine(linea, motivo)}`),
    ...(unlistedCount > 0 ? [`  … y ${unlistedCount} más`] : []),
  ].join('\n')
}

interface DealsUpload extends ServerAccess {
  readonly file: string
  /** True: imports the valid rows of a file that has invalid rows. */
  readonly skipBad: boolean
}

/** The file cannot be read. */
class FileError extends Error {}

/** Opens the file before the request. A read of a folder would fail only after it. */
async function openFile(path: string): Promise<ReadStream> {
  const file = await open(path).catch((error) => {
    throw new FileError(errorDetail(error))
  })
  if (!(await file.stat()).isDirectory()) return file.createReadStream()
  await file.close()
  throw new FileError(IS_FOLDER)
}

/** Streams the file to the server, without a timeout, because an import may last minutes. */
function uploadFile({ url, key, skipBad }: DealsUpload, content: ReadStream): Promise<IncomingMessage> {
  const address = `${url}${MARKET_BASE}${MARKET_PATHS.dealsImport}${skipBad ? '?omitir_errores=si' : ''}`
  const createRequest = address.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = createRequest(address, {
      method: 'POST',
      headers: { [OPERATOR_KEY_HEADER]: key, 'content-type': DEALS_FILE_TYPE },
    })
    request.on('response', resolve)
    request.on('error', reject)
    content.on('error', (error) => request.destroy(new FileError(error.message)))
    request.on('close', () => content.destroy())
    content.pipe(request)
  })
}

function parseReply(status: number, body: string): Result<string, string> {
  const json = parseJson(body)
  const report = dealsImportReply.safeParse(json)
  // A file that is refused because of invalid rows also has a report.
  if (report.success) return status === 200 ? ok(formatImport(report.data)) : err(formatImport(report.data))
  const refusal = errorReply.safeParse(json)
  return err(refusal.success ? refusal.data.message : formatCallFailure({ kind: 'unexpected', status }))
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** Imports a file of deals into the running server. Returns the text to print. */
export async function sendDeals(upload: DealsUpload): Promise<Result<string, string>> {
  try {
    const response = await uploadFile(upload, await openFile(upload.file))
    return parseReply(response.statusCode ?? 0, await text(response))
  } catch (error) {
    const isFileError = error instanceof FileError
    return err(isFileError ? formatUnreadableFile(upload.file, error.message) : formatUnreachable(upload.url))
  }
}
