import type { MemoryEntity, MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryEntityService } from '#src/adapters/memory/imc/entity-service.ts'
import type { MemoryImc } from '#src/adapters/memory/imc/service.ts'
import type { MemoryMailbox } from '#src/adapters/memory/mailbox.ts'
import type { MemoryNetwork } from '#src/adapters/memory/network.ts'
import { refusePasskeyLogin } from '#src/adapters/memory/passkeys.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import { answerChallenge, createMemorySecondFactor, type MemoryFactors } from '#src/adapters/memory/second-factor.ts'
import type { SecondFactorGateway } from '#src/application/identity/ports.ts'
import type { ChosenSubscription, ImcSessionGateway, ImcSessionStore } from '#src/application/imc/ports.ts'
import { createListeners } from '#src/application/platform/listeners.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { isSameKey } from '#src/domain/identity/account.ts'
import { normalizePassword, passwordViolations } from '#src/domain/identity/password.ts'
import type { FactorAnswer, FactorChallenge, FactorRefusal } from '#src/domain/identity/second-factor.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import {
  FAILURES_BEFORE_CHECK,
  type ImcSignIn,
  imcLoginViolations,
  type LoginCheck,
} from '#src/domain/imc/session/login-form.ts'
import type { ImcLogin, ImcSession } from '#src/domain/imc/session/session.ts'
import { canWrite } from '#src/domain/imc/users/roles.ts'
import { findTemporaryRefusal, type TemporaryRefusal } from '#src/domain/imc/users/temporary-password.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'

/** The session cookie of one browser; null without a session. */
export type MemoryImcCookie = State<{ readonly token: string | null }>

export const createMemoryImcCookie = (): MemoryImcCookie =>
  createState<{ readonly token: string | null }>({ token: null })

/** The service, and the browser that calls it. */
export interface MemoryImcDeps {
  readonly imc: MemoryImc
  readonly network: MemoryNetwork
  readonly cookie: MemoryImcCookie
  /** Called with each reply that refuses the session. */
  readonly onRefused: () => void
}

/** Returns the entity of the signed-in user. Only for the calls of `asReader`. */
export function getEntity({ imc, cookie }: MemoryImcDeps): MemoryEntityService {
  const session = imc.findSession(cookie.getSnapshot().token)
  const entity = session && imc.findById(session.entityId)
  if (!entity) throw new Error('imc: no session')
  return entity
}

/** What a call needs to send a mail. */
export interface MemoryMailDeps {
  readonly mailbox: MemoryMailbox
  readonly clock: Clock
}

type Reply<T> = Result<T, CallFailure>

/** A conflict with a message (D44). */
export const conflict = (message: string): Result<never, CallFailure> => err({ kind: 'rejected', status: 409, message })

/** Finds the signed-in user; null without a session. */
function findCaller({ imc, cookie }: MemoryImcDeps): MemoryUser | null {
  const session = imc.findSession(cookie.getSnapshot().token)
  return session && (imc.findById(session.entityId)?.findUser(session.userId) ?? null)
}

/** Runs a read for any signed-in user; 403 if the password must be changed (D16, D44). */
export function asReader<T>(deps: MemoryImcDeps, read: (caller: MemoryUser) => Reply<T>): Reply<T> {
  const caller = findCaller(deps)
  if (!caller) {
    deps.onRefused()
    return rejectWith(401)
  }
  return caller.mustChangePassword ? rejectWith(403) : read(caller)
}

/** Runs a change for an administrator; 403 for other users (D25). */
export const asAdministrator = <T>(deps: MemoryImcDeps, change: (caller: MemoryUser) => Reply<T>): Reply<T> =>
  asReader(deps, (caller) => (canWrite(caller.role) ? change(caller) : rejectWith(403)))

const KEY_REUSED = 'Esta solicitud ya se envió con otros datos.'

/**
 * Runs a change once per key (D28). A repeated key returns the first reply, or a conflict if the
 * content differs. Does not store refused changes.
 */
export function changeOnce<T>(imc: MemoryImc, key: string, content: unknown, change: () => Reply<T>): Reply<T> {
  const text = JSON.stringify(content)
  const storedReply = imc.replies.get(key)
  if (isStoredReply<T>(storedReply)) return storedReply.text === text ? storedReply.reply : conflict(KEY_REUSED)
  const reply = change()
  if (reply.ok) imc.replies.set(key, { text, reply })
  return reply
}

const isStoredReply = <T>(value: unknown): value is { readonly text: string; readonly reply: Reply<T> } =>
  typeof value === 'object' && value !== null

const CLOSED_USER = 'Su usuario está inactivo. Comuníquese con el administrador de su entidad.'
const CONTRACT_PENDING = 'Su contrato está pendiente. Comuníquese con el administrador de su entidad.'

const ASK_FOR_ANOTHER = 'Pida otra a un administrador de su entidad o, si no hay otro, a su agente de soporte.'
const TEMPORARY_REFUSALS: Readonly<Record<TemporaryRefusal, string>> = {
  'temporary-expired': `Su clave temporal venció. ${ASK_FOR_ANOTHER}`,
  'temporary-used': `Su clave temporal ya se usó en otro equipo. ${ASK_FOR_ANOTHER}`,
}

const toLogin = (
  { id: entityId, name: entityName }: MemoryEntity,
  { id, name, role, mustChangePassword }: MemoryUser,
): ImcLogin => ({ userId: id, name, role, entityId, entityName, mustChangePassword })

/** The name of a user among the owners of second factors. */
export const toImcOwner = (entityId: string, userId: string): string => `imc ${entityId} ${userId}`

/** The settings of the second factor of the user of this browser. */
export const createMemoryImcFactor = (
  deps: MemoryImcDeps & MemoryMailDeps & { readonly factors: MemoryFactors },
): SecondFactorGateway =>
  createMemorySecondFactor({
    ...deps,
    findAccount() {
      const caller = findCaller(deps)
      if (!caller) return null
      const { id, code } = getEntity(deps).entity()
      return { ...caller, owner: toImcOwner(id, caller.id), label: `${caller.username} (${code})` }
    },
    onChanged(action) {
      const caller = findCaller(deps)
      if (caller) getEntity(deps).addAuditLine(caller.name, action, caller.id)
    },
  })

/** The solution of the check, which costs no work in memory. */
const SOLUTION = 'resuelta'

/** The session service of the entities in memory (D16, D54), for the browser with this cookie. */
export function createMemoryImcAuth(
  deps: MemoryImcDeps & MemoryMailDeps & { readonly factors: MemoryFactors },
): ImcSessionGateway {
  const { imc, cookie, mailbox, clock, factors } = deps
  const { replyOk, replyWith } = deps.network

  const failures = new Map<string, number>()

  /** Finds the user of right credentials, and counts wrong ones. */
  function findSigningIn({ entity: code, username, password }: ImcSignIn, key: string) {
    const entity = imc.findByCode(code)
    const user = entity?.entity().users.find((candidate) => isSameKey(candidate.username, username.trim()))
    const isRight = user !== undefined && user.password === normalizePassword(password)
    failures.set(key, isRight ? 0 : (failures.get(key) ?? 0) + 1)
    return entity && isRight ? { entity, user } : null
  }

  function signIn(credentials: ImcSignIn): Reply<ImcLogin | FactorChallenge | LoginCheck> {
    const key = `${credentials.entity.trim()} ${credentials.username.trim()}`.toLowerCase()
    if ((failures.get(key) ?? 0) >= FAILURES_BEFORE_CHECK && credentials.solution !== SOLUTION)
      return ok({ kind: 'check-needed', challenge: {} })
    const found = findSigningIn(credentials, key)
    return found === null ? rejectWith(401) : continueLogin(found.entity, found.user)
  }

  function continueLogin(entity: MemoryEntityService, user: MemoryUser): Reply<ImcLogin | FactorChallenge> {
    if (!user.active) return err({ kind: 'rejected', status: 401, message: CLOSED_USER })
    if (user.contractPending) return err({ kind: 'rejected', status: 403, message: CONTRACT_PENDING })
    const challenge = factors.challenge(toImcOwner(entity.entity().id, user.id), user.password ?? '')
    return challenge === null ? openSession(entity, user) : ok(challenge)
  }

  /** Returns why a temporary password opens no session in this browser (D111). */
  function refuseTemporary({ temporaryUntil: until, temporaryToken }: MemoryUser) {
    const { token } = cookie.getSnapshot()
    const isSameBrowser = token !== null && token === temporaryToken && imc.findSession(token) !== null
    const usedAt = temporaryToken === null ? null : 0
    return findTemporaryRefusal({ until, usedAt }, clock.now(), isSameBrowser)
  }

  function openSession(entity: MemoryEntityService, user: MemoryUser): Reply<ImcLogin> {
    const refusal = refuseTemporary(user)
    if (refusal !== null) return err({ kind: 'rejected', status: 403, message: TEMPORARY_REFUSALS[refusal] })
    imc.endSession(cookie.getSnapshot().token)
    const { token } = imc.openSession(entity.entity().id, user.id)
    cookie.set({ token })
    if (user.temporaryUntil !== null) entity.changeUser(user.id, { temporaryToken: token })
    entity.addAuditLine(user.name, 'signed-in', user.id)
    return ok(toLogin(entity.entity(), user))
  }

  function findOwner(owner: string) {
    const [, entityId = '', userId = ''] = owner.split(' ')
    const entity = imc.findById(entityId)
    const user = entity?.findUser(userId) ?? null
    return entity && user && { entity, user }
  }

  function verifyFactor(answer: FactorAnswer): Reply<ImcLogin | FactorRefusal> {
    const isCurrent = (owner: string, password: string) => findOwner(owner)?.user.password === password
    const result = answerChallenge(factors, answer, isCurrent)
    if (!result.ok || 'kind' in result.value) return result as Reply<FactorRefusal>
    const found = findOwner(result.value.owner)
    if (found === null) return ok({ kind: 'ticket-expired' })
    if (!found.user.active) return err({ kind: 'rejected', status: 401, message: CLOSED_USER })
    return openSession(found.entity, found.user)
  }

  function mailPasswordChange({ name, email }: MemoryUser) {
    const now = clock.now()
    if (email === '') return
    mailbox.send({
      to: email,
      subject: 'Su contraseña de Mercado Dólar cambió',
      text: [
        `Hola, ${name}:`,
        `La contraseña de su usuario del área de entidades cambió el ${formatLongDate(toDate(now)).toLowerCase()} a las ${formatShortClock(now)} (hora de Bogotá).`,
        'Si usted no hizo este cambio, avise al administrador de su entidad y a su agente de soporte.',
        'Mercado Dólar',
      ].join('\n\n'),
      link: null,
    })
  }

  function renewPassword(caller: MemoryUser, userId: string, password: string): Reply<ImcLogin> {
    if (!caller.mustChangePassword || caller.id !== userId) return rejectWith(403)
    const refusal = refuseTemporary(caller)
    if (refusal !== null) return err({ kind: 'rejected', status: 403, message: TEMPORARY_REFUSALS[refusal] })
    if (passwordViolations(password, password).length > 0) return rejectWith(400)
    const entity = getEntity(deps)
    entity.changeUser(userId, {
      password: normalizePassword(password),
      mustChangePassword: false,
      temporaryUntil: null,
      temporaryToken: null,
    })
    entity.addAuditLine(caller.name, 'password-changed', userId)
    mailPasswordChange(caller)
    return ok(toLogin(entity.entity(), { ...caller, mustChangePassword: false }))
  }

  return {
    signIn: (credentials, signal) =>
      replyWith(signal, () =>
        Object.keys(imcLoginViolations(credentials)).length > 0 ? rejectWith(400) : signIn(credentials),
      ),

    solveCheck: (_check, signal) => replyOk(signal, () => SOLUTION),
    verifyFactor: (answer, signal) => replyWith(signal, () => verifyFactor(answer)),
    askPasskey: (ticket, signal) => replyWith(signal, () => refusePasskeyLogin(factors, ticket)),

    current: (signal) =>
      replyOk(signal, () => {
        const caller = findCaller(deps)
        return caller && toLogin(getEntity(deps).entity(), caller)
      }),

    check: (signal) => replyWith(signal, () => asReader(deps, () => ok(undefined))),

    signOut: (signal) =>
      replyOk(signal, () => {
        const caller = findCaller(deps)
        if (caller) getEntity(deps).addAuditLine(caller.name, 'signed-out', caller.id)
        imc.endSession(cookie.getSnapshot().token)
        cookie.set({ token: null })
      }),

    renewPassword: (userId, password, signal) =>
      replyWith(signal, () => {
        const caller = findCaller(deps)
        return caller ? renewPassword(caller, userId, password) : rejectWith(401)
      }),
  }
}

/** The stored data of one browser in memory; `onClear` clears the data of other ports. */
export function createMemoryImcSession({
  onClear = () => {},
}: {
  readonly onClear?: () => void
} = {}): ImcSessionStore {
  const { notify, subscribe } = createListeners()
  let session: ImcSession | null = null
  let chosenSubscription: ChosenSubscription | null = null
  let selectedRow: number | null = null
  let assignable: readonly AssignableUser[] | null = null

  const setSession = (next: ImcSession | null) => {
    session = next
    notify()
  }

  function remove() {
    chosenSubscription = null
    selectedRow = null
    assignable = null
    setSession(null)
  }

  return {
    read: () => session,
    write({ userId, name, role, entityId, entityName }) {
      setSession({ userId, name, role, entityId, entityName })
      return ok(undefined)
    },
    remove,
    clear() {
      onClear()
      remove()
    },
    subscribe,
    readChosenSubscription: () => chosenSubscription,
    writeChosenSubscription({ packageId, number }) {
      chosenSubscription = { packageId, number }
      selectedRow = null
    },
    readSelectedRow: () => selectedRow,
    writeSelectedRow(index) {
      selectedRow = index
    },
    readAssignable: () => assignable,
    writeAssignable(users) {
      assignable = users
    },
  }
}
