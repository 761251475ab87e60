import type { MemoryAuthDeps } from '#src/adapters/memory/auth.ts'
import { rejectWith, replyWith } from '#src/adapters/memory/replies.ts'
import type { PasswordGateway, PasswordReply, Renewal } from '#src/application/identity/password-gateway.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import { passwordViolations } from '#src/domain/identity/password.ts'
import { ok } from '#src/domain/result.ts'

const word = (done: boolean) => ok<PasswordReply>(done ? 'done' : 'refused')
const keepsRules = (password: string, repeat: string) => passwordViolations(password, repeat).length === 0

/** Passwords as their service keeps them (§7.1, D15, D40), for the browser with this cookie. */
export function createMemoryPasswords({
  accounts,
  humanCheck,
  cookie,
}: Omit<MemoryAuthDeps, 'clock'>): PasswordGateway {
  function renew({ userId, username, email, password }: Renewal) {
    const { session } = cookie
    const client = accounts.isOpen(session) ? accounts.withId(session.clientId) : null
    if (!client) return rejectWith(401)
    const isOwn = client.id === userId && client.username === username && client.email === email
    if (!isOwn || !client.keyExpired) return rejectWith(403)
    if (!keepsRules(password, password)) return rejectWith(400)
    accounts.change(client.id, { password, keyExpired: false })
    return word(true)
  }

  return {
    requestRecovery: (email, proof, signal) =>
      replyWith(signal, () => {
        if (!isEmail(email) || !humanCheck.accepts(proof)) return rejectWith(400)
        const client = accounts.withEmail(email)
        if (client && client.closed !== 'disabled') accounts.addLink(client.id)
        return word(true)
      }),

    verifyTokens: (tokens, signal) => replyWith(signal, () => word(accounts.ownerOf(tokens) !== null)),

    reset: (tokens, password, repeat, signal) =>
      replyWith(signal, () => {
        if (!keepsRules(password, repeat)) return rejectWith(400)
        const id = accounts.ownerOf(tokens)
        if (id === null) return word(false)
        accounts.spend(tokens)
        accounts.change(id, { password, keyExpired: false })
        accounts.end(accounts.openOf(id))
        return word(true)
      }),

    renew: (renewal, signal) => replyWith(signal, () => renew(renewal)),
  }
}
