import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ApplicationAccount } from '#server/config/identity-settings.ts'
import type { AuditEntry, AuditStamp } from '#server/database/audit-store.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { readHeader } from '#server/http/headers.ts'
import { CHALLENGE_REFUSED } from '#server/http/messages.ts'
import { subscriberNet } from '#server/http/rate-limit.ts'
import { ATTEMPT_LIMIT, replies, TAGS } from '#server/http/route-schema.ts'
import { logAuditEvent, toClientEntry } from '#server/identity/audit.ts'
import {
  type ClientRealm,
  findRestriction,
  type LoginFailure,
  type OpenedSession,
  type OpenSession,
} from '#server/identity/client-realm.ts'
import type { Client, ClientStore } from '#server/identity/client-store.ts'
import type { HumanCheck } from '#server/identity/human-check.ts'
import { NO_APPLICATION_ACCOUNT, TERMS_CHANGED } from '#server/identity/messages.ts'
import type { AttemptLimits, TooManyAttempts } from '#server/security/attempt-limits.ts'
import { registerFactorRoutes, toChallengeReply, toFactorRefusalReply } from '#server/security/factor-routes.ts'
import { OTHER_USER, refuse, rejectAttempts, SIGNED_OUT } from '#server/security/login-realm.ts'
import {
  applicationTokenReply,
  type ClientUserReply,
  factorLoginReply,
  type LoginRefusal,
  type LoginReply,
  loginReply,
  loginRequest,
  sessionReply,
  termsReply,
  termsRequest,
} from '#src/adapters/http/contract/identity/identity.ts'
import { CLIENT_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { CLIENT_FACTOR_PATHS, factorAnswerRequest } from '#src/adapters/http/contract/identity/second-factor.ts'
import {
  APPLICATION_TOKEN_PATH,
  HUMAN_CHECK_HEADER,
  IDENTITY_PATHS,
  TAKEOVER_HEADER,
} from '#src/adapters/http/contract/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { type TermsInForce, toAccountKey } from '#src/domain/identity/account.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

interface IdentityRoutesDeps {
  readonly realm: ClientRealm
  readonly clients: ClientStore
  readonly humanCheck: HumanCheck
  readonly limits: Pick<AttemptLimits, 'findEffort'>
  /** The configured terms; null when the first acceptance holds for ever. */
  readonly terms: TermsInForce | null
  /** The real clock. */
  readonly now: () => Instant
  /** Sends the due mails in the background. */
  readonly deliver: () => void
}

const tags = [TAGS.clients]

const LOGIN_REFUSALS: Readonly<Record<Exclude<LoginFailure['kind'], 'too-many-attempts'>, LoginRefusal>> = {
  invalid: 'INVALID',
  expired: 'EXPIRED',
  disabled: 'DISABLED',
  'session-active': 'SESSION_ACTIVE',
}

/** Converts a client for the reply to its own browser. */
const toUserReply = (client: Client, token: string): ClientUserReply => ({
  id: client.id,
  name: client.name,
  email: client.email,
  key_expired: client.passwordExpired,
  token,
  fecha_confirmacion: client.termsAcceptedAt === null ? null : toIso(client.termsAcceptedAt),
  ...(client.expiresAt !== null && { vence: toIso(client.expiresAt) }),
})

/** Creates the audit entry of a refused login: no subject; the target is the account, if known. */
const toRefusalEntry = (stamp: AuditStamp, failure: Exclude<LoginFailure, TooManyAttempts>): AuditEntry => ({
  ...toClientEntry(stamp, 'sign-in-refused', null),
  target: 'clientId' in failure ? failure.clientId : null,
  after: { reason: failure.kind },
})

function sendSession(
  { cookie, devices }: ClientRealm,
  request: FastifyRequest,
  reply: FastifyReply,
  openedSession: OpenedSession,
): FastifyReply {
  const { client, token } = openedSession.session
  cookie.set(request, reply, openedSession)
  devices.remember(request, reply, toAccountKey(client.username))
  logAuditEvent(request, openedSession.hasEndedOther ? 'takeover' : 'login', { client: client.id })
  return reply.send({ status: 'success', user: toUserReply(client, token) } satisfies LoginReply)
}

/** Whether the page showed another version than the configured one (D84). */
const isOldVersion = (terms: TermsInForce | null, shown: string | undefined): boolean =>
  terms !== null && shown !== undefined && shown !== terms.version

/** Adds the routes of login, logout, session and terms, below {market-api} (§7.1). */
export function registerIdentityRoutes(app: FastifyInstance, deps: IdentityRoutesDeps): void {
  const { realm, clients, humanCheck, limits, terms, now, deliver } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const toStamp = (request: FastifyRequest) => toAuditStamp(request, now())

  async function refuseLogin(request: FastifyRequest, reply: FastifyReply, failure: LoginFailure) {
    const client = 'clientId' in failure ? { client: failure.clientId } : {}
    logAuditEvent(request, 'login refused', { ...client, reason: failure.kind })
    // This refusal gets no entry in the audit table, because an attacker could fill the table.
    if (failure.kind === 'too-many-attempts') return rejectAttempts(reply, failure)
    await realm.recordRefusal(toRefusalEntry(toStamp(request), failure))
    return reply.send({ status: LOGIN_REFUSALS[failure.kind] } satisfies LoginReply)
  }

  routes.post(
    IDENTITY_PATHS.login,
    {
      config: {
        access: 'public',
        requestHeaders: [HUMAN_CHECK_HEADER, TAKEOVER_HEADER],
        replyHeaders: ['Set-Cookie'],
      },
      schema: {
        tags,
        summary: 'Ingreso; una respuesta 200 puede ser un rechazo',
        'x-limit': ATTEMPT_LIMIT,
        body: loginRequest,
        response: replies(loginReply, 429, 503),
      },
    },
    async (request, reply) => {
      const isKnown = realm.devices.find(request, toAccountKey(request.body.usr)) !== null
      const effort = isKnown ? 1 : await limits.findEffort(subscriberNet(request.ip))
      if (!(await humanCheck.verify(readHeader(request, HUMAN_CHECK_HEADER), effort)))
        return refuse(reply, 400, CHALLENGE_REFUSED)
      const caller = realm.findCaller(request)
      const result = await realm.logIn({
        username: request.body.usr,
        password: request.body.pwd,
        address: request.ip,
        findDevice: (accountKey) => realm.devices.find(request, accountKey),
        currentSessionId: caller.kind === 'session' ? caller.session.id : null,
        takeover: readHeader(request, TAKEOVER_HEADER) === '1',
        stamp: toStamp(request),
      })
      if (!result.ok) return refuseLogin(request, reply, result.error)
      if ('ticket' in result.value) return reply.send(toChallengeReply(result.value) satisfies LoginReply)
      return sendSession(realm, request, reply, result.value)
    },
  )

  routes.post(
    CLIENT_FACTOR_PATHS.login,
    {
      config: { access: 'public', replyHeaders: ['Set-Cookie'] },
      schema: {
        tags,
        summary: 'Segundo paso del ingreso',
        'x-limit': ATTEMPT_LIMIT,
        body: factorAnswerRequest,
        response: replies(factorLoginReply, 429),
      },
    },
    async (request, reply) => {
      const caller = realm.findCaller(request)
      const { boleto, forma, codigo } = request.body
      const result = await realm.logInWithFactor(
        { ticket: boleto, factor: forma, code: codigo },
        { currentSessionId: caller.kind === 'session' ? caller.session.id : null, stamp: toStamp(request) },
      )
      if (result.ok) return sendSession(realm, request, reply, result.value)
      const { error } = result
      if (error.kind !== 'code-refused' && error.kind !== 'ticket-expired') return refuseLogin(request, reply, error)
      logAuditEvent(request, 'login refused', { reason: error.kind })
      if (error.kind === 'code-refused')
        await realm.recordRefusal({
          ...toClientEntry(toStamp(request), 'sign-in-refused', null),
          after: { reason: 'factor' },
        })
      return reply.send(toFactorRefusalReply(error))
    },
  )

  registerFactorRoutes(routes, {
    paths: CLIENT_FACTOR_PATHS,
    passkeyPaths: CLIENT_PASSKEY_PATHS,
    tags,
    access: 'client',
    factor: realm.factor,
    async findContext(request) {
      const { id: sessionId, client, access } = realm.getSession(request)
      const restriction = findRestriction(access)
      if (restriction !== null) return restriction
      return { subject: { ...client, label: client.username }, actor: client, sessionId, isRequired: false }
    },
    checkPassword: (request, password) => realm.checkOwnPassword(realm.getSession(request), password, request.ip),
    toStamp,
    deliver,
  })

  routes.post(
    IDENTITY_PATHS.logout,
    {
      config: { access: 'public', replyHeaders: ['Set-Cookie'] },
      schema: { tags, summary: 'Cierra la sesión', response: replies(doneReply) },
    },
    async (request, reply) => {
      const caller = realm.findCaller(request)
      if (caller.kind === 'session') {
        await realm.logOut(caller.session, toStamp(request))
        logAuditEvent(request, 'logout', { client: caller.session.client.id })
      }
      realm.cookie.clear(request, reply)
      return reply.send({ message: SIGNED_OUT })
    },
  )

  routes.get(
    IDENTITY_PATHS.session,
    {
      config: { access: 'client' },
      schema: { tags, summary: 'El cliente de la sesión', response: replies(sessionReply) },
    },
    async (request, reply) => {
      const session = realm.getSession(request)
      return reply.send({ user: toUserReply(session.client, session.token) })
    },
  )

  routes.post(
    IDENTITY_PATHS.terms,
    {
      config: { access: 'client' },
      schema: { tags, summary: 'Acepta los términos', body: termsRequest, response: replies(termsReply, 403, 409) },
    },
    async (request, reply) => {
      const session = realm.getSession(request)
      const { id } = session.client
      if (request.body.id !== id) return refuse(reply, 403, OTHER_USER)
      if (isOldVersion(terms, request.body.version)) return refuse(reply, 409, TERMS_CHANGED)
      const acceptedAt = await clients.acceptTerms(session.client, terms?.since ?? 0, {
        ...toClientEntry(toStamp(request), 'terms-accepted', session.client),
        ...(terms && { after: { version: terms.version } }),
      })
      if (acceptedAt === null) return realm.rejectCaller(request, reply)
      if (session.access === 'terms-pending') logAuditEvent(request, 'terms accepted', { client: id })
      return reply.send({ status: 'success', fecha_confirmacion: toIso(acceptedAt) })
    },
  )
}

/** Creates the token of a session. Only servers with the account's password can compute it. */
const createApplicationToken = ({ user, password }: ApplicationAccount, session: OpenSession) =>
  `app-${createHmac('sha256', password).update(`${user} ${session.id}`).digest('hex')}`

/** Adds the route of application tokens. The account's credentials never leave the server (D10). */
export function registerApplicationTokenRoute(
  app: FastifyInstance,
  realm: ClientRealm,
  account: ApplicationAccount | null,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    APPLICATION_TOKEN_PATH,
    {
      config: { access: 'client' },
      schema: {
        tags,
        summary: 'El token de la cuenta de aplicación',
        response: replies(applicationTokenReply, 403, 404),
      },
    },
    async (request, reply) => {
      const session = realm.getSession(request)
      const restriction = findRestriction(session.access)
      if (restriction !== null) return refuse(reply, 403, restriction)
      if (account === null) return refuse(reply, 404, NO_APPLICATION_ACCOUNT)
      return reply.send({ token: createApplicationToken(account, session) })
    },
  )
}
