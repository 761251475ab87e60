import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { KeyedRequest } from '#server/database/idempotency.ts'
import { INVALID_IDEMPOTENCY_KEY } from '#server/http/messages.ts'
import { requestPath } from '#server/http/request-log.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

const KEY_PATTERN = /^[\x21-\x7e]{1,100}$/

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Writes JSON with sorted keys, so that equal bodies give equal texts. */
const toSortedJson = (body: unknown): string =>
  JSON.stringify(body, (_key, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  ) ?? ''

const readKey = ({ headers }: FastifyRequest) => headers[IDEMPOTENCY_HEADER.toLowerCase()]

/** Refuses requests with a malformed or repeated key, before their body is read. */
export function refuseInvalidKeys(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const key = readKey(request)
    if (key === undefined || (typeof key === 'string' && KEY_PATTERN.test(key))) return
    return reply.code(400).send({ message: INVALID_IDEMPOTENCY_KEY })
  })
}

/** Returns the request with its idempotency key (D28); null without a key. `now`: real clock. */
export function toKeyedRequest(request: FastifyRequest, subject: string, now: Instant): KeyedRequest | null {
  const key = readKey(request)
  if (typeof key !== 'string') return null
  const bodyHash = createHash('sha256').update(toSortedJson(request.body)).digest('hex')
  return { key, subject, route: `${request.method} ${requestPath(request)}`, bodyHash, now }
}
