import type { FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'

import { addJsonParser } from '#server/http/json-body.ts'

/** Maximum number of bodies in memory; beyond it the oldest is parsed again. */
export const MAX_KNOWN_BODIES = 500

/** Longer bodies are parsed each time: those of the market's reads are short. */
const MAX_KNOWN_LENGTH = 200

/**
 * Parses and validates each different JSON body of a scope once. Many callers of the market send
 * the same few bodies, and both cost more than the cached reply. The bodies are frozen, because
 * requests share them.
 */
export function rememberBodies(scope: FastifyInstance): void {
  const known = new Map<string, object>()

  function remember(text: string, body: unknown) {
    if (text.length > MAX_KNOWN_LENGTH || typeof body !== 'object' || body === null) return
    known.set(text, Object.freeze(body))
    const [oldest = text] = known.keys()
    if (known.size > MAX_KNOWN_BODIES) known.delete(oldest)
  }

  addJsonParser(scope, { find: (text) => known.get(text), remember })
  scope.setValidatorCompiler((part) => {
    const validate = validatorCompiler(part as Parameters<typeof validatorCompiler>[0])
    return part.httpPart === 'body' ? rememberByObject(validate) : validate
  })
}

/** Calls a pure function once for each frozen object. */
export function rememberByObject<T, Result>(compute: (value: T) => Result): (value: T) => Result {
  const known = new WeakMap<object, Result>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return compute(value)
    const found = known.get(value)
    if (found !== undefined) return found
    const result = compute(value)
    if (Object.isFrozen(value)) known.set(value, result)
    return result
  }
}
