import type { FastifyReply, FastifyRequest } from 'fastify'

import { chooseEncoding, matchesEtag } from '#server/http/encoding.ts'
import type { PortalFile } from '#server/http/portal-files.ts'
import { setFileHeaders } from '#server/http/security-headers.ts'

/**
 * Sends a portal file in the best encoding that the client accepts, or 304. Range requests get the
 * whole file.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: PortalFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const encodedBody = encoding === null ? undefined : file.encoded.get(encoding)
  const etag = encodedBody === undefined ? `"${file.digest}"` : `"${file.digest}-${encoding}"`
  if (!file.type.startsWith('text/html')) setFileHeaders(reply)
  reply.headers({ etag, 'cache-control': file.cacheControl })
  if (file.encoded.size > 0) reply.header('vary', 'Accept-Encoding')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encodedBody !== undefined) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(encodedBody ?? file.body)
}
