import { findCaller, type MemoryImcDeps } from '#src/adapters/memory/imc-caller.ts'
import type { MemoryUser } from '#src/adapters/memory/imc-entity.ts'
import { rejectWith, replyOk, replyWith } from '#src/adapters/memory/replies.ts'
import type { ImcSessionGateway } from '#src/application/imc/session/imc-session-gateway.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { normalizePassword, passwordViolations } from '#src/domain/identity/password.ts'
import { type ImcCredentials, imcLoginViolations } from '#src/domain/imc/login-form.ts'
import type { ImcLogin } from '#src/domain/imc/users/entity-user.ts'
import { ok } from '#src/domain/result.ts'

const isSameKey = (one: string, other: string) => toAccountKey(one.trim()) === toAccountKey(other.trim())

/** The session service of the entity in memory (D16, D54), for the browser with this cookie. */
export function createMemoryImcAuth(deps: MemoryImcDeps): ImcSessionGateway {
  const { imc, cookie } = deps

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
