import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { errorCode } from '#server/database/errors.ts'
import { MAX_BODY_BYTES } from '#server/http/json-body.ts'
import { REFUSALS, UNREADABLE_FORM } from '#server/http/messages.ts'

/** The media types of a route with `acceptForms`. */
export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'] as const

/** Limits of a form: a few short fields and no file. */
const LIMITS = { fields: 20, parts: 20, files: 0, fieldSize: 4_096, fieldNameSize: 100, headerPairs: 50 }

/** Codes of @fastify/multipart for a form beyond its limits. */
const LIMIT_CODES: ReadonlySet<string | null> = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'])

async function refuse(reply: FastifyReply, status: 400 | 413, message: string): Promise<void> {
  await reply.code(status).send({ message })
}

async function readFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  for await (const part of request.parts()) {
    if (part.type === 'file') part.file.resume()
    // Repeated fields become null.
    else fields.set(part.fieldname, fields.has(part.fieldname) ? null : part.value)
  }
  return Object.fromEntries(fields)
}

/**
 * Whether a multipart form is too long or declares no length. It must declare its length, because
 * the parts are read while they arrive.
 */
const isTooLong = ({ headers }: FastifyRequest) => !(Number(headers['content-length']) <= MAX_BODY_BYTES)

/** Reads a multipart form into `request.body`. Refuses large and malformed forms. */
async function readMultipart(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.isMultipart()) return
  if (isTooLong(request)) return refuse(reply, 413, REFUSALS[413])
  try {
    request.body = await readFields(request)
  } catch (error) {
    const exceedsLimits = LIMIT_CODES.has(errorCode(error))
    return exceedsLimits ? refuse(reply, 413, REFUSALS[413]) : refuse(reply, 400, UNREADABLE_FORM)
  }
}

/** Accepts forms with short fields, in addition to JSON, in the routes of this scope. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(formBody)
  await app.register(multipart, { limits: LIMITS })
  app.addHook('preValidation', readMultipart)
}
