import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Database } from '#server/database/connection.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { type AuditPageQuery, findAuditPage, type StoredAuditLine } from '#server/imc/audit/audit-log-store.ts'
import { AUDIT_ACTION_WORDS, AUDIT_FIELDS, NO, REFUSAL_WORDS, UNKNOWN_ACTION, YES } from '#server/imc/imc-messages.ts'
import { getEntityUser } from '#server/imc/session/actor.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import {
  type AuditQueryParams,
  type AuditReply,
  auditQuery,
  auditReply,
} from '#src/adapters/http/contract/imc/requests.ts'
import { ACTION_WORDS, AUDIT_KIND_WORDS, ROLE_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { parseWord } from '#src/adapters/http/contract/values.ts'
import { AUDIT_PAGE_SIZE } from '#src/domain/imc/audit/audit.ts'
import { addDays, parseDate, toInstant, toIso } from '#src/domain/time/bogota.ts'

const MIDNIGHT = '00:00'

/** Converts the query to domain values. Both days are included. */
function toPageQuery({ tipo = 'todo', persona = '', accion, desde, hasta, despues }: AuditQueryParams): AuditPageQuery {
  const from = desde === undefined ? null : parseDate(desde)
  const until = hasta === undefined ? null : parseDate(hasta)
  return {
    person: persona,
    kind: parseWord(AUDIT_KIND_WORDS, tipo) ?? 'all',
    action: accion === undefined ? null : parseWord(ACTION_WORDS, accion),
    from: from === null ? null : toInstant(from, MIDNIGHT),
    until: until === null ? null : toInstant(addDays(until, 1), MIDNIGHT),
    after: despues ?? null,
    limit: AUDIT_PAGE_SIZE,
  }
}

const valuesSchema = z.record(z.string(), z.unknown())

/** Spanish words of stored codes, by action and field. */
const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'user-created role': ROLE_WORDS,
  'sign-in-refused reason': REFUSAL_WORDS,
}

function translateValue(value: unknown, words: Readonly<Record<string, string>> = {}) {
  if (typeof value === 'boolean') return value ? YES : NO
  return typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : value
}

const FIELD_TEXTS = new Map<string, string>(Object.entries(AUDIT_FIELDS))

const isEmpty = (value: unknown) => value === null || value === ''

/**
 * Translates stored values to Spanish names and words. Only the values that `AUDIT_FIELDS` names are
 * shown: whatever else an entry has, such as a secret by mistake, stays in the database. A change has
 * its empty values as '', so that the log says from what to what; other lines omit them.
 */
function translateValues(action: string, json: string | null, isChange: boolean) {
  if (json === null) return null
  return Object.fromEntries(
    Object.entries(valuesSchema.parse(JSON.parse(json))).flatMap(([name, value]) => {
      const text = FIELD_TEXTS.get(name)
      if (text === undefined || (isEmpty(value) && !isChange)) return []
      return [[text, isEmpty(value) ? '' : translateValue(value, VALUE_WORDS[`${action} ${name}`])]]
    }),
  )
}

const ACTION_TEXTS = new Map<string, string>(Object.entries(AUDIT_ACTION_WORDS))

const toActionText = (action: string) => ACTION_TEXTS.get(action) ?? UNKNOWN_ACTION

function toLineReply(line: StoredAuditLine): AuditReply['data'][number] {
  const isChange = line.before !== null && line.after !== null
  return {
    id: line.id,
    fecha: toIso(line.at),
    persona_id: line.personId,
    persona: line.person,
    accion: toActionText(line.action),
    objeto: line.target,
    antes: translateValues(line.action, line.before, isChange),
    despues: translateValues(line.action, line.after, isChange),
    peticion_id: line.requestId,
  }
}

/** Adds the route of the entity's audit log. Only the entity's administrators may read the log. */
export function registerAuditRoute(app: FastifyInstance, { db }: Database): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    toRoutePath(imcPaths.audit(':entidad')),
    {
      config: { access: 'entityAdministrator' },
      schema: {
        tags: [TAGS.entityRequests],
        summary: 'Auditoría de la entidad',
        querystring: auditQuery,
        response: replies(auditReply),
      },
    },
    async (request, reply) => {
      const { rows, next } = await findAuditPage(db, getEntityUser(request).entityId, toPageQuery(request.query))
      const [cursor = null] = next ?? []
      return reply.send({ data: rows.map(toLineReply), siguiente: cursor })
    },
  )
}
