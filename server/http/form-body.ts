import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { codeOf } from '#server/database/errors.ts'
import { MAX_BODY_BYTES } from '#server/http/json-body.ts'
import { REFUSALS, UNREADABLE_FORM } from '#server/messages.ts'

/** A handful of short fields and no file. */
const LIMITS = { fields: 20, parts: 20, files: 0, fieldSize: 4_096, fieldNameSize: 100, headerPairs: 50 }

/** The plugin's own codes for a form beyond its limits. */
const LIMIT_CODES: ReadonlySet<string | null> = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'])

async function refuse(reply: FastifyReply, status: 400 | 413, message: string): Promise<void> {
  await reply.code(status).send({ message })
}

async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  for await (const part of request.parts()) {
    if (part.type === 'file') part.file.resume()
    // A field sent twice is none of the two.
    else fields.set(part.fieldname, fields.has(part.fieldname) ? null : part.value)
  }
  return Object.fromEntries(fields)
}

/** A form of several parts is read as it arrives, so that its length has to be known before. */
const isTooLong = ({ headers }: FastifyRequest) => !(Number(headers['content-length']) <= MAX_BODY_BYTES)

/** Puts the fields of a form of several parts where those of other forms are; what is no such form is told so. */
async function readParts(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.isMultipart()) return
  if (isTooLong(request)) return refuse(reply, 413, REFUSALS[413])
  try {
    request.body = await fieldsOf(request)
  } catch (error) {
    const isTooLarge = LIMIT_CODES.has(codeOf(error))
    return isTooLarge ? refuse(reply, 413, REFUSALS[413]) : refuse(reply, 400, UNREADABLE_FORM)
  }
}

/** Takes forms of short fields as a body, besides JSON, in the routes of this scope. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(formBody)
  await app.register(multipart, { limits: LIMITS })
  app.addHook('preValidation', readParts)
}
