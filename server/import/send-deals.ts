import type { ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { errorDetail } from '#server/database/errors.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { formatImport, formatUnreachable, formatUnreadableFile, IS_FOLDER } from '#server/import/import-messages.ts'
import { formatCallFailure } from '#server/operator/terminal/client-messages.ts'
import type { ServerAccess } from '#server/operator/terminal/server-access.ts'
import { DEALS_FILE_TYPE, dealsImportReply } from '#src/adapters/http/contract/market/deals.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { errorReply } from '#src/adapters/http/contract/values.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

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
