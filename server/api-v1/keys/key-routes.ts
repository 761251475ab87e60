import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { addKey, listKeys, revokeKey, rotateKey } from '#server/api-v1/keys/key-store.ts'
import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { forbidCaching } from '#server/http/headers.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { refuse } from '#server/security/login-realm.ts'
import {
  API_KEYS_PATH,
  apiKeyParams,
  apiKeysReply,
  newApiKeyReply,
  newApiKeyRequest,
} from '#src/adapters/http/contract/identity/api-keys.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { MAX_API_KEYS } from '#src/domain/identity/api-keys.ts'
import type { Result } from '#src/domain/result.ts'
import { type Instant, toDate, toIso } from '#src/domain/time/bogota.ts'

const TOO_MANY_KEYS = `Tiene ${MAX_API_KEYS} claves, que es el máximo. Revoque una antes de crear otra.`
const NO_SUCH_KEY = 'La clave no existe o ya fue revocada.'
const KEY_REVOKED = 'Clave revocada.'
const SIGN_IN = 'Ingrese para administrar sus claves.'

interface Owner {
  readonly id: string
  readonly name: string
}

export interface KeyRoutesDeps {
  readonly database: Database
  readonly quota: number
  /** The client of a request; the error is why its account is restricted. */
  readonly identifyClient: (request: FastifyRequest) => Result<Owner | null, string>
  /** The real clock. */
  readonly now: () => Instant
}

const config = { access: 'client' } as const
const tags = [TAGS.clients]

/** Adds the routes with which a client manages its keys of the public API (D130). */
export function registerKeyRoutes(app: FastifyInstance, deps: KeyRoutesDeps): void {
  const { database, quota, identifyClient, now } = deps
  forbidCaching(app)
  const routes = app.withTypeProvider<ZodTypeProvider>()

  /** The owner of the keys; null after a refusal. */
  function findOwner(request: FastifyRequest, reply: FastifyReply): Owner | null {
    const client = identifyClient(request)
    if (!client.ok) void refuse(reply, 403, client.error)
    else if (client.value === null) void reply.code(401).send({ message: SIGN_IN })
    return client.ok ? client.value : null
  }

  const toEntry = (request: FastifyRequest, owner: Owner, change: Pick<AuditEntry, 'action' | 'target' | 'after'>) => ({
    ...toAuditStamp(request, now()),
    realm: 'client' as const,
    subjectId: owner.id,
    subjectName: owner.name,
    entityId: null,
    ...change,
  })

  routes.get(
    API_KEYS_PATH,
    { config, schema: { tags, summary: 'Claves de la API pública', response: replies(apiKeysReply, 403) } },
    async (request, reply) => {
      const owner = findOwner(request, reply)
      if (owner === null) return
      const keys = await listKeys(database, owner.id, toDate(now()))
      return reply.send({
        data: keys.map(({ id, name, ending, createdAt, rotatedAt, calls }) => ({
          id,
          nombre: name,
          fin: ending,
          creada: toIso(rotatedAt ?? createdAt),
          llamadas: calls,
        })),
        cupo: quota,
      })
    },
  )

  routes.post(
    API_KEYS_PATH,
    {
      config,
      schema: {
        tags,
        summary: 'Crea una clave, que la respuesta muestra una sola vez',
        body: newApiKeyRequest,
        response: replies(newApiKeyReply, 403, 409),
      },
    },
    async (request, reply) => {
      const owner = findOwner(request, reply)
      if (owner === null) return
      const name = request.body.nombre.trim()
      const added = await database.transaction(async (tx) => {
        const key = await addKey(tx, { clientId: owner.id, name, at: now() })
        const change = { action: 'api-key-added', target: key?.id ?? null, after: { name } }
        if (key !== null) await recordAudit(tx, toEntry(request, owner, change))
        return key
      })
      return added === null ? refuse(reply, 409, TOO_MANY_KEYS) : reply.send({ clave: added.key })
    },
  )

  routes.post(
    `${API_KEYS_PATH}/:id/rotar`,
    {
      config,
      schema: {
        tags,
        summary: 'Cambia una clave por otra; la anterior deja de servir',
        params: apiKeyParams,
        response: replies(newApiKeyReply, 403, 409),
      },
    },
    async (request, reply) => {
      const owner = findOwner(request, reply)
      if (owner === null) return
      const { id } = request.params
      const key = await database.transaction(async (tx) => {
        const rotated = await rotateKey(tx, { clientId: owner.id, id }, now())
        if (rotated !== null) await recordAudit(tx, toEntry(request, owner, { action: 'api-key-rotated', target: id }))
        return rotated
      })
      return key === null ? refuse(reply, 409, NO_SUCH_KEY) : reply.send({ clave: key })
    },
  )

  routes.post(
    `${API_KEYS_PATH}/:id/revocar`,
    {
      config,
      schema: { tags, summary: 'Revoca una clave', params: apiKeyParams, response: replies(doneReply, 403, 409) },
    },
    async (request, reply) => {
      const owner = findOwner(request, reply)
      if (owner === null) return
      const { id } = request.params
      const isRevoked = await database.transaction(async (tx) => {
        const done = await revokeKey(tx, { clientId: owner.id, id })
        if (done) await recordAudit(tx, toEntry(request, owner, { action: 'api-key-revoked', target: id }))
        return done
      })
      return isRevoked ? reply.send({ message: KEY_REVOKED }) : refuse(reply, 409, NO_SUCH_KEY)
    },
  )
}
