import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { readHeader } from '#server/http/headers.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type { HumanCheck } from '#server/identity/identity.ts'
import { type EntityUser, findEntityUser, getEntityUser } from '#server/imc/session/actor.ts'
import {
  CLOSED_USER,
  CONTRACT_PENDING,
  type EntityRealm,
  type ImcLogin,
  type ImcLoginFailure,
  imcPasswordMessage,
  LOGIN_REFUSED,
  NO_PENDING_CHANGE,
  type OpenImcSession,
  OTHER_ENTITY,
  PASSWORD_RENEWED,
  SAME_PASSWORD,
  SIGNED_IN,
  TEMPORARY_EXPIRED,
  TEMPORARY_USED,
  toAttemptKey,
} from '#server/imc/session/entity-realm.ts'
import { registerFactorRoutes, toChallengeReply, toFactorRefusalReply } from '#server/security/factor-routes.ts'
import { OTHER_USER, rejectAttempts, SIGNED_OUT } from '#server/security/login-realm.ts'
import { findPasswordRefusal } from '#server/security/new-password.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { IMC_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { factorAnswerRequest, IMC_FACTOR_PATHS } from '#src/adapters/http/contract/identity/second-factor.ts'
import { IMC_USER_PATHS } from '#src/adapters/http/contract/imc/paths.ts'
import {
  imcFactorLoginReply,
  imcLoginReply,
  imcLoginRequest,
  type LoginUserListReply,
  loginUserReply,
  renewImcPasswordRequest,
} from '#src/adapters/http/contract/imc/session.ts'
import { ROLE_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { HUMAN_CHECK_HEADER } from '#src/adapters/http/contract/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { describeDevice } from '#src/domain/identity/device.ts'
import { findTemporaryRefusal } from '#src/domain/imc/users/temporary-password.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface ImcSessionRoutesDeps {
  readonly realm: EntityRealm
  readonly hashes: PasswordHashes
  /** The portal's own human check, whatever check the clients' login has. */
  readonly humanCheck: HumanCheck
  /** The real clock. */
  readonly now: () => Instant
}

const tags = [TAGS.entitySession]

/** Creates the reply of login, session and password change: the signed-in user (§7.2). */
const toLoginReply = (
  user: EntityUser,
  mustChangePassword: boolean,
  message?: string,
  factorPending = false,
): LoginUserListReply => ({
  data: [
    {
      id: user.id,
      entidad_id: user.entityId,
      nombre: user.name,
      entidad_nombre: user.entityName,
      cambiar_pwd: mustChangePassword,
      ...(factorPending && { activar_factor: true }),
      rolename: ROLE_WORDS[user.role],
    },
  ],
  ...(message !== undefined && { message }),
})

const toDevice = ({ headers }: FastifyRequest) => describeDevice(headers['user-agent'])

const REFUSALS: Readonly<Record<Exclude<ImcLoginFailure['kind'], 'too-many-attempts'>, string>> = {
  invalid: LOGIN_REFUSED,
  closed: CLOSED_USER,
  'contract-pending': CONTRACT_PENDING,
  'temporary-expired': TEMPORARY_EXPIRED,
  'temporary-used': TEMPORARY_USED,
}

function refuseLogin(reply: FastifyReply, failure: ImcLoginFailure): FastifyReply {
  if (failure.kind === 'too-many-attempts') return rejectAttempts(reply, failure)
  // The portal adds to a 401 that the user is unknown or inactive. The other refusals are neither (D87).
  return reply
    .code(failure.kind === 'invalid' || failure.kind === 'closed' ? 401 : 403)
    .send({ message: REFUSALS[failure.kind] })
}

/** Adds the routes of login, session, logout and password change of entity users (§7.2). */
export function registerImcSessionRoutes(app: FastifyInstance, deps: ImcSessionRoutesDeps): void {
  const { realm, hashes, humanCheck, now } = deps
  const calls = app.withTypeProvider<ZodTypeProvider>()
  /**
   * Whether the password is the temporary one. Returns false for sessions without a pending change,
   * so that they cannot test passwords.
   */
  const isTemporary = async (session: OpenImcSession, password: string) =>
    session.access === 'password-pending' && hashes.matches(await realm.findPasswordHash(session), password)

  /** Why a new password was not stored: the temporary one has expired, or no change is pending. */
  async function explainNoChange(session: OpenImcSession): Promise<string> {
    const temporary = (await realm.findAccount(session))?.temporary ?? null
    const isExpired = temporary !== null && findTemporaryRefusal(temporary, now(), true) !== null
    return isExpired ? TEMPORARY_EXPIRED : NO_PENDING_CHANGE
  }

  const toStamp = (request: FastifyRequest) => toAuditStamp(request, now())

  function sendLogin(request: FastifyRequest, reply: FastifyReply, { issued, account }: ImcLogin): FastifyReply {
    realm.cookie.set(request, reply, issued)
    const { user, username, entityCode, mustChangePassword, factorPending } = account
    realm.devices.remember(request, reply, toAttemptKey({ entity: entityCode, username }))
    return reply.send(toLoginReply(user, mustChangePassword, SIGNED_IN, factorPending))
  }

  calls.post(
    IMC_USER_PATHS.login,
    {
      config: { access: 'public', replyHeaders: ['Set-Cookie'] },
      schema: {
        tags,
        summary: 'Ingreso de un usuario de una entidad',
        'x-limit': 'Tras tres fallos, un reto para X-Human-Check; tras varios intentos, pausas con Retry-After',
        body: imcLoginRequest,
        response: replies(imcLoginReply, 401, 403, 429, 503),
      },
    },
    async (request, reply) => {
      const caller = realm.findCaller(request)
      const result = await realm.logIn({
        entity: request.body.entidad,
        username: request.body.usr_name,
        password: request.body.usr_pwd,
        address: request.ip,
        findDevice: (accountKey) => realm.devices.find(request, accountKey),
        verifyCheck: (leastEffort) => humanCheck.verify(readHeader(request, HUMAN_CHECK_HEADER), leastEffort),
        currentSessionId: caller.kind === 'session' ? caller.session.id : null,
        device: toDevice(request),
        stamp: toStamp(request),
      })
      if (!result.ok) return refuseLogin(reply, result.error)
      if ('effort' in result.value)
        return reply.send({ verificacion: await humanCheck.issueChallenge(result.value.effort) })
      if ('ticket' in result.value) return reply.send(toChallengeReply(result.value))
      return sendLogin(request, reply, result.value)
    },
  )

  calls.post(
    IMC_FACTOR_PATHS.login,
    {
      config: { access: 'public', replyHeaders: ['Set-Cookie'] },
      schema: {
        tags,
        summary: 'Segundo paso del ingreso de un usuario de una entidad',
        'x-limit': 'Tras varios intentos, pausas con Retry-After',
        body: factorAnswerRequest,
        response: replies(imcFactorLoginReply, 401, 403, 429),
      },
    },
    async (request, reply) => {
      const caller = realm.findCaller(request)
      const { boleto, forma, codigo } = request.body
      const result = await realm.logInWithFactor(
        { ticket: boleto, factor: forma, code: codigo },
        {
          currentSessionId: caller.kind === 'session' ? caller.session.id : null,
          device: toDevice(request),
          address: request.ip,
          stamp: toStamp(request),
        },
      )
      if (result.ok) return sendLogin(request, reply, result.value)
      const { error } = result
      return error.kind === 'code-refused' || error.kind === 'ticket-expired'
        ? reply.send(toFactorRefusalReply(error))
        : refuseLogin(reply, error)
    },
  )

  registerFactorRoutes(calls, {
    paths: IMC_FACTOR_PATHS,
    passkeyPaths: IMC_PASSKEY_PATHS,
    tags,
    access: 'entityFactor',
    factor: realm.factor,
    async findContext(request) {
      const session = realm.getSession(request)
      const account = await realm.findAccount(session)
      const { user } = session
      const label = account === null ? user.name : `${account.username} (${account.entityCode})`
      return {
        subject: { id: user.id, name: user.name, email: account?.email ?? null, label },
        actor: user,
        sessionId: session.id,
        isRequired: account?.factorRequired ?? false,
      }
    },
    checkPassword: (request, password) => realm.checkOwnPassword(realm.getSession(request), password, request.ip),
    toStamp,
    // The timer of the outbox sends the mails.
    deliver: () => {},
  })

  calls.get(
    IMC_USER_PATHS.session,
    {
      config: { access: 'entityFactor' },
      schema: { tags, summary: 'El usuario de la sesión', response: replies(loginUserReply) },
    },
    async (request, reply) => {
      const isPending = realm.getSession(request).access === 'factor-pending'
      return reply.send(toLoginReply(getEntityUser(request), false, undefined, isPending))
    },
  )

  calls.post(
    IMC_USER_PATHS.logout,
    {
      config: { access: 'public', replyHeaders: ['Set-Cookie'] },
      schema: { tags, summary: 'Cierra la sesión', response: replies(doneReply) },
    },
    async (request, reply) => {
      const caller = realm.findCaller(request)
      if (caller.kind === 'session') await realm.logOut(caller.session, toStamp(request))
      realm.cookie.clear(request, reply)
      return reply.send({ message: SIGNED_OUT })
    },
  )

  calls.post(
    IMC_USER_PATHS.renewPassword,
    {
      config: { access: 'pendingEntity', replyHeaders: ['Set-Cookie'] },
      schema: {
        tags,
        summary: 'Reemplaza la contraseña temporal',
        body: renewImcPasswordRequest,
        response: replies(loginUserReply),
      },
    },
    async (request, reply) => {
      const session = realm.getSession(request)
      const { user_id, user_pwd } = request.body
      if (user_id !== session.user.id) return reply.code(403).send({ message: OTHER_USER })
      const refusal = await findPasswordRefusal(user_pwd, user_pwd)
      if (refusal !== null) return reply.code(400).send({ message: imcPasswordMessage(refusal) })
      // The temporary password was sent by mail, so the user must choose another password.
      if (await isTemporary(session, user_pwd)) {
        return reply.code(400).send({ message: SAME_PASSWORD })
      }
      const issued = await realm.renewPassword(session, await hashes.hash(user_pwd), {
        device: toDevice(request),
        address: request.ip,
        stamp: toStamp(request),
      })
      if (issued === null) return reply.code(403).send({ message: await explainNoChange(session) })
      realm.cookie.set(request, reply, issued)
      const account = await realm.findAccount(session)
      return reply.send(toLoginReply(session.user, false, PASSWORD_RENEWED, account?.factorPending))
    },
  )
}

/** Body fields, the fields of the user that they must equal (D24), and the error messages. */
const OWN_FIELDS = [
  ['entidad_id', 'entityId', OTHER_ENTITY],
  ['administrador_id', 'id', OTHER_USER],
] as const

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Refuses bodies that name another entity or another administrator than the session's (D24). */
export function refuseForeignBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, reply, done) => {
    const user = findEntityUser(request)
    const { body } = request
    if (user === null || !isRecord(body)) return done()
    const foreignField = OWN_FIELDS.find(([bodyField, userField]) => {
      const value = body[bodyField]
      return value !== undefined && value !== null && value !== user[userField]
    })
    if (foreignField === undefined) return done()
    reply.code(403).send({ message: foreignField[2] })
  })
}
