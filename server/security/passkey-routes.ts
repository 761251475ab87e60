import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AuditStamp } from '#server/database/audit-store.ts'
import type { RouteAccess } from '#server/http/access.ts'
import { ATTEMPT_LIMIT, replies } from '#server/http/route-schema.ts'
import type { FactorChangeContext } from '#server/security/factor-change.ts'
import { refuse } from '#server/security/login-realm.ts'
import type { PasskeyFailure } from '#server/security/passkeys.ts'
import type { SecondFactor } from '#server/security/second-factor.ts'
import {
  addPasskeyReply,
  addPasskeyRequest,
  beginPasskeyRequest,
  loginChallengeReply,
  loginChallengeRequest,
  passkeyOptionsReply,
  passkeysReply,
  removePasskeyRequest,
  renamePasskeyRequest,
  type toPasskeyPaths,
} from '#src/adapters/http/contract/identity/passkeys.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { MAX_PASSKEYS } from '#src/domain/identity/passkey.ts'
import { toIso } from '#src/domain/time/bogota.ts'

const RENAMED = 'Nombre cambiado.'
const REMOVED = 'Llave de acceso quitada.'
const LAST_REQUIRED = 'Su entidad exige la verificación en dos pasos: agregue otra forma antes de quitar esta llave.'
const NO_PASSKEY = 'No hay llaves de acceso que pueda usar aquí. Use otra forma.'

const FAILURES: Readonly<Record<PasskeyFailure, { readonly status: 400 | 404 | 409; readonly message: string }>> = {
  unavailable: { status: 409, message: 'Esta dirección del portal no admite llaves de acceso. Use otra forma.' },
  'too-many': { status: 409, message: `Ya tiene ${MAX_PASSKEYS} llaves de acceso. Quite una para agregar otra.` },
  refused: { status: 400, message: 'La llave de acceso no se pudo comprobar. Inténtelo de nuevo.' },
  unknown: { status: 404, message: 'La llave de acceso no existe.' },
  'last-factor': {
    status: 409,
    message: 'Es su única forma de verificación: agregue otra, o desactive la verificación en dos pasos.',
  },
}

const refusePasskey = (reply: FastifyReply, failure: PasskeyFailure) =>
  refuse(reply, FAILURES[failure].status, FAILURES[failure].message)

/** What the routes of all factors need of the realm of the accounts. */
export interface FactorRouteHost<Actor> {
  readonly tags: readonly string[]
  /** The sessions that may use the routes. */
  readonly access: RouteAccess
  readonly factor: SecondFactor<Actor>
  /** Returns the account of a request's session; a text refuses the request with 403. */
  readonly findContext: (
    request: FastifyRequest,
  ) => Promise<(Omit<FactorChangeContext<Actor>, 'stamp'> & { readonly isRequired: boolean }) | string>
  readonly toStamp: (request: FastifyRequest) => AuditStamp
  /** Sends the due mails in the background. */
  readonly deliver: () => void
}

interface PasskeyRoutesDeps<Actor> extends FactorRouteHost<Actor> {
  readonly paths: ReturnType<typeof toPasskeyPaths>
  /** Asks for the password again. Returns false when it has sent the refusal. */
  readonly hasPassword: (request: FastifyRequest, reply: FastifyReply, password: string) => Promise<boolean>
}

/** Adds the routes of the passkeys of the own account, and the challenge of a login (D96). */
export function registerPasskeyRoutes<Actor>(app: FastifyInstance, deps: PasskeyRoutesDeps<Actor>): void {
  const { paths, access, factor, findContext, hasPassword, toStamp, deliver } = deps
  const { passkeys } = factor
  const tags = [...deps.tags]
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    paths.list,
    { config: { access }, schema: { tags, summary: 'Las llaves de acceso', response: replies(passkeysReply, 403) } },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      const rows = await passkeys.list(context.subject.id)
      return reply.send({
        disponible: passkeys.isAvailable(),
        llaves: rows.map(({ id, name, since, lastUsedAt }) => ({
          ...{ id, nombre: name, desde: toIso(since) },
          ultimo_uso: lastUsedAt === null ? null : toIso(lastUsedAt),
        })),
      })
    },
  )

  calls.post(
    paths.begin,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Pide las opciones de una llave de acceso nueva',
        'x-limit': ATTEMPT_LIMIT,
        body: beginPasskeyRequest,
        response: replies(passkeyOptionsReply, 403, 409, 429),
      },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      if (!(await hasPassword(request, reply, request.body.clave))) return reply
      const result = await passkeys.beginRegistration(context.subject)
      return result.ok ? reply.send({ opciones: result.value }) : refusePasskey(reply, result.error)
    },
  )

  calls.post(
    paths.add,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Agrega una llave de acceso',
        body: addPasskeyRequest,
        response: replies(addPasskeyReply, 403, 409),
      },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      const { nombre, respuesta } = request.body
      const result = await passkeys.add({ ...context, stamp: toStamp(request) }, nombre, respuesta)
      if (!result.ok) return refusePasskey(reply, result.error)
      deliver()
      return reply.send({ codigos: [...result.value] })
    },
  )

  calls.post(
    paths.rename,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Cambia el nombre de una llave de acceso',
        body: renamePasskeyRequest,
        response: replies(doneReply, 403, 404),
      },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      const isRenamed = await passkeys.rename(context.subject.id, request.body.id, request.body.nombre)
      return isRenamed ? reply.send({ message: RENAMED }) : refusePasskey(reply, 'unknown')
    },
  )

  calls.post(
    paths.remove,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Quita una llave de acceso',
        'x-limit': ATTEMPT_LIMIT,
        body: removePasskeyRequest,
        response: replies(doneReply, 403, 404, 409, 429),
      },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      if (!(await hasPassword(request, reply, request.body.clave))) return reply
      const result = await passkeys.remove({ ...context, stamp: toStamp(request) }, request.body.id)
      if (!result.ok) {
        const isLastRequired = result.error === 'last-factor' && context.isRequired
        return isLastRequired ? refuse(reply, 403, LAST_REQUIRED) : refusePasskey(reply, result.error)
      }
      deliver()
      return reply.send({ message: REMOVED })
    },
  )

  calls.post(
    paths.challenge,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Pide las opciones para usar una llave de acceso en un cambio',
        response: replies(passkeyOptionsReply, 403, 409),
      },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      const options = await passkeys.beginSignIn(context.subject.id)
      return options === null ? refuse(reply, 409, NO_PASSKEY) : reply.send({ opciones: options })
    },
  )

  calls.post(
    paths.loginChallenge,
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Pide las opciones para ingresar con una llave de acceso',
        body: loginChallengeRequest,
        response: replies(loginChallengeReply, 409),
      },
    },
    async (request, reply) => {
      const ticket = await factor.findTicket(request.body.boleto)
      if (ticket === null) return reply.send({ status: 'FACTOR_EXPIRED' as const })
      const options = await passkeys.beginSignIn(ticket.subjectId)
      return options === null ? refuse(reply, 409, NO_PASSKEY) : reply.send({ opciones: options })
    },
  )
}
