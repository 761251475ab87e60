import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { CheckAccess } from '#server/http/access.ts'
import { readHeader } from '#server/http/headers.ts'
import { OPERATOR_KEY_REFUSED, tooManyAttemptsMessage } from '#server/http/messages.ts'
import { callerNet, createRateLimit, sendTooManyRequests } from '#server/http/rate-limit.ts'
import type { ValidKey } from '#server/operator/keys/key-store.ts'
import { scopeMissing } from '#server/operator/messages.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * Maximum wrong or missing keys per network and minute. Beyond it, correct keys are refused too.
 */
export const WRONG_KEYS_PER_MINUTE = 10

const digest = (text: string) => createHash('sha256').update(text).digest()

interface OperatorCheckParts {
  /** The key of OPERATOR_KEY, which has all scopes; null without it. */
  readonly key: string | null
  /** Finds a valid named key; null for another text. */
  readonly findKey: (key: string, at: Instant) => Promise<ValidKey | null>
  /** The real clock. */
  readonly now: () => Instant
}

/**
 * Creates the check of the access `operator`: a header must contain the key of OPERATOR_KEY, or a
 * named key with the scope of the route (D60, D113).
 */
export function createOperatorCheck({ key, findKey, now }: OperatorCheckParts): CheckAccess {
  const wrongKeyLimit = createRateLimit(WRONG_KEYS_PER_MINUTE, now)
  const expectedDigest = key === null ? null : digest(key)

  /** Compares digests of equal length, so that every key takes the same time. */
  const isConfigured = (sent: string): boolean =>
    expectedDigest !== null && timingSafeEqual(digest(sent), expectedDigest)

  return async (request: FastifyRequest, reply) => {
    const net = callerNet(request.ip)
    const limitCheck = wrongKeyLimit.check(net)
    if (!limitCheck.ok) {
      sendTooManyRequests(reply, limitCheck.error.retryAfterMs, tooManyAttemptsMessage)
      return false
    }
    const sent = readHeader(request, OPERATOR_KEY_HEADER) ?? ''
    if (isConfigured(sent)) return true
    const named = await findKey(sent, now())
    if (named === null) {
      wrongKeyLimit.take(net)
      request.log.warn({ address: request.ip }, 'operator key refused')
      reply.code(401).send({ message: OPERATOR_KEY_REFUSED })
      return false
    }
    request.operatorKeyName = named.name
    const { operatorScope } = request.routeOptions.config
    if (named.scopes.some((scope) => scope === operatorScope)) return true
    request.log.warn({ operatorKey: named.name, operatorScope }, 'operator key without the scope of the call')
    reply.code(403).send({ message: scopeMissing(named.name, operatorScope ?? '') })
    return false
  }
}
