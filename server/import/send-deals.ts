import { createReadStream } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'

import { MARKET_BASE } from '#server/http/paths.ts'
import { formatImport, unreachable, unreadableFile } from '#server/import/import-messages.ts'
import { callMessage } from '#server/operator/client-messages.ts'
import type { ServerAccess } from '#server/operator/server-access.ts'
import { DEALS_FILE_TYPE, dealsImportReply } from '#src/adapters/http/contract/deals.ts'
import { errorReply } from '#src/adapters/http/contract/error.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

export interface DealsUpload extends ServerAccess {
  readonly file: string
  readonly skipBad: boolean
}

/** Streams the file to the server, without a timeout, because an import may last minutes. */
function uploadFile({ url, key, file, skipBad }: DealsUpload): Promise<IncomingMessage> {
  const address = `${url}${MARKET_BASE}${MARKET_PATHS.dealsImport}${skipBad ? '?omitir_errores=si' : ''}`
  const createRequest = address.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = createRequest(address, {
      method: 'POST',
      headers: { [OPERATOR_KEY_HEADER]: key, 'content-type': DEALS_FILE_TYPE },
    })
    request.on('response', resolve)
    request.on('error', reject)
    const content = createReadStream(file)
    content.on('error', (error) => request.destroy(error))
    content.pipe(request)
  })
}

const isFileError = (error: unknown): error is Error => error instanceof Error && 'path' in error

function parseReply(status: number, body: string): Result<string, string> {
  const json = parseJson(body)
  const report = dealsImportReply.safeParse(json)
  if (report.success) return status === 200 ? ok(formatImport(report.data)) : err(formatImport(report.data))
  const refusal = errorReply.safeParse(json)
  return err(refusal.success ? refusal.data.message : callMessage({ kind: 'unexpected', status }))
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
    const response = await uploadFile(upload)
    return parseReply(response.statusCode ?? 0, await text(response))
  } catch (error) {
    return err(isFileError(error) ? unreadableFile(upload.file, error.message) : unreachable(upload.url))
  }
}
