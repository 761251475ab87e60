import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { addKey, type KeyState, listKeys, revokeKey, rotateKey } from '#server/operator/keys/key-store.ts'
import { KEY_ADDED, KEY_REVOKED, KEY_ROTATED, KEY_TAKEN, NO_VALID_KEY, PAST_END } from '#server/operator/messages.ts'
import { type OperatorRoutesDeps, operatorAccess, sendMessage } from '#server/operator/operator-route.ts'
import {
  type KEY_STATES,
  keyPaths,
  keysReply,
  newKeyBody,
  newKeyReply,
  rotationBody,
} from '#src/adapters/http/contract/operator/keys.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { addDays, HOUR_MS, toInstant, toIso, toIsoOrNull } from '#src/domain/time/bogota.ts'

const tags = [TAGS.operatorFeeds]
const access = operatorAccess('keys')
const params = z.object({ nombre: z.string() })

const STATE_WORDS: Readonly<Record<KeyState, (typeof KEY_STATES)[number]>> = {
  valid: 'vigente',
  expired: 'vencida',
  revoked: 'revocada',
}

/** Adds the routes of the named keys (D113). Only the key of OPERATOR_KEY may call them. */
export function registerKeys(app: FastifyInstance, { database, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    keyPaths.keys,
    { ...access, schema: { tags, summary: 'Claves del operador', response: replies(keysReply) } },
    async () => ({
      data: (await listKeys(database.db, now())).map((key) => ({
        nombre: key.name,
        version: key.version,
        alcances: [...key.scopes],
        creada: toIso(key.createdAt),
        vence: toIsoOrNull(key.expiresAt),
        ultimo_uso: toIsoOrNull(key.lastUsedAt),
        estado: STATE_WORDS[key.state],
      })),
    }),
  )

  calls.post(
    keyPaths.keys,
    {
      ...access,
      schema: { tags, summary: 'Agrega una clave', body: newKeyBody, response: replies(newKeyReply, 409) },
    },
    async (request, reply) => {
      const { nombre: name, alcances: scopes, vence } = request.body
      const stamp = toAuditStamp(request, now())
      const expiresAt = vence === undefined ? null : toInstant(addDays(vence, 1), '00:00')
      if (expiresAt !== null && expiresAt <= stamp.at) return sendMessage(reply, 409, PAST_END)
      const key = await database.transaction(async (tx) => {
        const added = await addKey(tx, { name, scopes, expiresAt, at: stamp.at })
        const after = { scopes: scopes.join(', '), until: vence ?? null }
        if (added !== null)
          await recordAudit(tx, { ...stamp, ...OPERATOR, action: 'operator-key-added', target: name, after })
        return added
      })
      return key === null
        ? sendMessage(reply, 409, KEY_TAKEN)
        : reply.send({ message: KEY_ADDED, data: [{ clave: key }] })
    },
  )

  calls.post(
    toRoutePath(keyPaths.rotate(':nombre')),
    {
      ...access,
      schema: { tags, summary: 'Rota una clave', params, body: rotationBody, response: replies(newKeyReply, 409) },
    },
    async (request, reply) => {
      const { nombre: name } = request.params
      const { horas } = request.body
      const stamp = toAuditStamp(request, now())
      const key = await database.transaction(async (tx) => {
        const rotated = await rotateKey(tx, name, stamp.at, horas * HOUR_MS)
        const after = { overlapHours: horas }
        if (rotated !== null)
          await recordAudit(tx, { ...stamp, ...OPERATOR, action: 'operator-key-rotated', target: name, after })
        return rotated
      })
      return key === null
        ? sendMessage(reply, 409, NO_VALID_KEY)
        : reply.send({ message: KEY_ROTATED, data: [{ clave: key }] })
    },
  )

  calls.post(
    toRoutePath(keyPaths.revoke(':nombre')),
    { ...access, schema: { tags, summary: 'Revoca una clave', params, response: replies(doneReply, 409) } },
    async (request, reply) => {
      const { nombre: name } = request.params
      const stamp = toAuditStamp(request, now())
      const isRevoked = await database.transaction(async (tx) => {
        const done = await revokeKey(tx, name, stamp.at)
        if (done) await recordAudit(tx, { ...stamp, ...OPERATOR, action: 'operator-key-revoked', target: name })
        return done
      })
      return isRevoked ? { message: KEY_REVOKED } : sendMessage(reply, 409, NO_VALID_KEY)
    },
  )
}
