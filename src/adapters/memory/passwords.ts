import type { MemoryClient } from '#src/adapters/memory/accounts.ts'
import type { MemoryAuthDeps } from '#src/adapters/memory/auth.ts'
import { rejectWith, replyWith } from '#src/adapters/memory/replies.ts'
import type { PasswordGateway, PasswordReply, Renewal } from '#src/application/identity/ports.ts'
import { canRecoverPassword, isSameAccount, toAccountAccess } from '#src/domain/identity/account.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import { normalizePassword, passwordViolations } from '#src/domain/identity/password.ts'
import { ok } from '#src/domain/result.ts'

const toReply = (isDone: boolean) => ok<PasswordReply>(isDone ? 'done' : 'refused')
const isAcceptable = (password: string, repeat: string) => passwordViolations(password, repeat).length === 0

const isCurrentPassword = (client: MemoryClient, password: string) => client.password === normalizePassword(password)

/** The password service in memory (§7.1, D15, D40), for the browser with this cookie. */
export function createMemoryPasswords({ accounts, humanCheck, clock, cookie }: MemoryAuthDeps): PasswordGateway {
  function renew({ userId, username, email, password }: Renewal) {
    const { session } = cookie
    const client = accounts.isOpen(session) ? accounts.findById(session.clientId) : null
    if (!client) return rejectWith(401)
    const isOwn = isSameAccount(client, { id: userId, username, email })
    if (!isOwn || toAccountAccess(client, clock.now()) !== 'password-expired') return rejectWith(403)
    if (!isAcceptable(password, password) || isCurrentPassword(client, password)) return rejectWith(400)
    accounts.change(client.id, { password, passwordExpired: false })
    return toReply(true)
  }

  return {
    requestRecovery: (email, proof, signal) =>
      replyWith(signal, () => {
        if (!isEmail(email) || !humanCheck.accepts(proof)) return rejectWith(400)
        const client = accounts.findByEmail(email)
        if (client && canRecoverPassword(client)) accounts.addLink(client.id)
        return toReply(true)
      }),

    verifyTokens: (tokens, signal) => replyWith(signal, () => toReply(accounts.findLinkOwner(tokens) !== null)),

    reset: (tokens, password, repeat, signal) =>
      replyWith(signal, () => {
        if (!isAcceptable(password, repeat)) return rejectWith(400)
        const client = accounts.findById(accounts.findLinkOwner(tokens) ?? '')
        if (client === null) return toReply(false)
        if (isCurrentPassword(client, password)) return rejectWith(400)
        const { id } = client
        accounts.consumeLink(tokens)
        accounts.change(id, { password, passwordExpired: false })
        accounts.endSessions(accounts.findOpenSessions(id))
        return toReply(true)
      }),

    renew: (renewal, signal) => replyWith(signal, () => renew(renewal)),
  }
}
