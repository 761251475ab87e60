import type { MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryImc, MemoryImcSession } from '#src/adapters/memory/imc/service.ts'
import type { MemoryNetwork } from '#src/adapters/memory/network.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { ChosenSubscription, ImcSessionGateway, ImcSessionStore } from '#src/application/imc/ports.ts'
import { createListeners } from '#src/application/platform/listeners.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { normalizePassword, passwordViolations } from '#src/domain/identity/password.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import { type ImcCredentials, imcLoginViolations } from '#src/domain/imc/session/login-form.ts'
import type { ImcLogin, ImcSession } from '#src/domain/imc/session/session.ts'
import { canWrite } from '#src/domain/imc/users/roles.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The session cookie of one browser; null without a session. */
export interface MemoryImcCookie {
  session: MemoryImcSession | null
}

export interface MemoryImcDeps {
  readonly imc: MemoryImc
  readonly network: MemoryNetwork
  readonly cookie: MemoryImcCookie
}

type Reply<T> = Result<T, CallFailure>

/** A conflict with a message (D44). */
export const conflict = (message: string): Result<never, CallFailure> => err({ kind: 'rejected', status: 409, message })

/** Finds the signed-in user; null without a session. */
function findCaller({ imc, cookie }: MemoryImcDeps): MemoryUser | null {
  const { session } = cookie
  return imc.isOpen(session) ? imc.findUser(session.userId) : null
}

/** Runs a read for any signed-in user; 403 if the password must be changed (D16, D44). */
export function asReader<T>(deps: MemoryImcDeps, read: (caller: MemoryUser) => Reply<T>): Reply<T> {
  const caller = findCaller(deps)
  if (!caller) return rejectWith(401)
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

const isSameKey = (one: string, other: string) => toAccountKey(one.trim()) === toAccountKey(other.trim())

/** The session service of the entity in memory (D16, D54), for the browser with this cookie. */
export function createMemoryImcAuth(deps: MemoryImcDeps): ImcSessionGateway {
  const { imc, cookie } = deps
  const { replyOk, replyWith } = deps.network

  const toLogin = ({ id, name, role, mustChangePassword }: MemoryUser): ImcLogin => {
    const entity = imc.entity()
    return { userId: id, name, role, entityId: entity.id, entityName: entity.name, mustChangePassword }
  }

  function findAccount({ entity, username, password }: ImcCredentials): MemoryUser | null {
    if (!isSameKey(imc.entity().code, entity)) return null
    const user = imc.entity().users.find((candidate) => isSameKey(candidate.username, username))
    const canSignIn = user?.active && !user.contractPending && user.password === normalizePassword(password)
    return canSignIn ? user : null
  }

  return {
    signIn: (credentials, signal) =>
      replyWith(signal, () => {
        if (Object.keys(imcLoginViolations(credentials)).length > 0) return rejectWith(400)
        const user = findAccount(credentials)
        if (!user) return rejectWith(401)
        imc.endSession(cookie.session)
        cookie.session = imc.openSession(user.id)
        imc.addAuditLine(user, 'signed-in', user.id)
        return ok(toLogin(user))
      }),

    current: (signal) =>
      replyOk(signal, () => {
        const caller = findCaller(deps)
        return caller && toLogin(caller)
      }),

    signOut: (signal) =>
      replyOk(signal, () => {
        imc.endSession(cookie.session)
        cookie.session = null
      }),

    renewPassword: (userId, password, signal) =>
      replyWith(signal, () => {
        const caller = findCaller(deps)
        if (!caller) return rejectWith(401)
        if (!caller.mustChangePassword || caller.id !== userId) return rejectWith(403)
        if (passwordViolations(password, password).length > 0) return rejectWith(400)
        imc.changeUser(userId, { password: normalizePassword(password), mustChangePassword: false })
        imc.addAuditLine(caller, 'password-changed', userId)
        return ok(toLogin({ ...caller, mustChangePassword: false }))
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
