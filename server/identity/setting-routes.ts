import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { type ClientRealm, findRestriction } from '#server/identity/client-realm.ts'
import type { SettingStore } from '#server/identity/setting-store.ts'
import { refuse } from '#server/security/login-realm.ts'
import {
  type SettingReply,
  settingParams,
  settingReply,
  settingRequest,
} from '#src/adapters/http/contract/identity/settings.ts'
import { IDENTITY_PATHS } from '#src/adapters/http/contract/paths.ts'
import { MAX_SETTING_LENGTH, type Setting } from '#src/domain/identity/settings.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export const SETTING_OUTDATED = 'Otra ventana guardó un cambio más nuevo. Cargue la página de nuevo.'
const SETTING_TOO_LONG = `El ajuste tiene más de ${MAX_SETTING_LENGTH} caracteres.`

interface SettingRoutesDeps {
  readonly realm: ClientRealm
  readonly settings: SettingStore
  /** The real clock. */
  readonly now: () => Instant
}

const config = { access: 'client' } as const
const tags = [TAGS.clients]
const path = `${IDENTITY_PATHS.settings}/:nombre`

const toReply = ({ version, value }: Setting): SettingReply => ({ data: { version, valor: value } })

/** Adds the routes of what a client stores for all its browsers (D127). */
export function registerSettingRoutes(app: FastifyInstance, { realm, settings, now }: SettingRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(
    path,
    {
      config,
      schema: { tags, summary: 'Un ajuste del cliente', params: settingParams, response: replies(settingReply, 403) },
    },
    async (request, reply) => {
      const { client, access } = realm.getSession(request)
      const restriction = findRestriction(access)
      if (restriction !== null) return refuse(reply, 403, restriction)
      return reply.send(toReply(await settings.read({ clientId: client.id, name: request.params.nombre })))
    },
  )

  routes.put(
    path,
    {
      config,
      schema: {
        tags,
        summary: 'Guarda un ajuste del cliente',
        params: settingParams,
        body: settingRequest,
        response: replies(settingReply, 403, 409),
      },
    },
    async (request, reply) => {
      const { client, access } = realm.getSession(request)
      const restriction = findRestriction(access)
      if (restriction !== null) return refuse(reply, 403, restriction)
      const { version, valor: value } = request.body
      const stored = await settings.write(
        { clientId: client.id, name: request.params.nombre },
        { version, value },
        now(),
      )
      if (stored.ok) return reply.send(toReply(stored.value))
      return stored.error === 'too-long' ? refuse(reply, 400, SETTING_TOO_LONG) : refuse(reply, 409, SETTING_OUTDATED)
    },
  )
}
