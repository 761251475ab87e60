import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { CheckAccess } from '#server/http/access.ts'
import { readHeader } from '#server/http/headers.ts'
import { OPERATOR_KEY_REFUSED, tooManyAttemptsMessage } from '#server/http/messages.ts'
import { callerNet, createRateLimit, sendTooManyRequests } from '#server/http/rate-limit.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * Maximum wrong or missing keys per network and minute. Beyond it, correct keys are refused too.
 */
export const WRONG_KEYS_PER_MINUTE = 10

const digest = (text: string) => createHash('sha256').update(text).digest()

interface OperatorCheckParts {
  /** Null refuses every key. */
  readonly key: string | null
  /** The real clock. */
  readonly now: () => Instant
}

/** Creates the check of the access `operator`: a header must contain the configured key (D60). */
export function createOperatorCheck({ key, now }: OperatorCheckParts): CheckAccess {
  const wrongKeyLimit = createRateLimit(WRONG_KEYS_PER_MINUTE, now)
  const expectedDigest = key === null ? null : digest(key)

  /** Compares digests of equal length, so that every key takes the same time. */
  function hasKey(request: FastifyRequest): boolean {
    const sentDigest = digest(readHeader(request, OPERATOR_KEY_HEADER) ?? '')
    return expectedDigest !== null && timingSafeEqual(sentDigest, expectedDigest)
  }

  return (request, reply) => {
    const net = callerNet(request.ip)
    const limitCheck = wrongKeyLimit.check(net)
    if (!limitCheck.ok) {
      sendTooManyRequests(reply, limitCheck.error.retryAfterMs, tooManyAttemptsMessage)
      return false
    }
    if (hasKey(request)) return true
    wrongKeyLimit.take(net)
    request.log.warn({ address: request.ip }, 'operator key refused')
    reply.code(401).send({ message: OPERATOR_KEY_REFUSED })
    return false
  }
}
