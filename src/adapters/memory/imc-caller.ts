import type { MemoryUser } from '#src/adapters/memory/imc-entity.ts'
import type { MemoryImc, MemoryImcSession } from '#src/adapters/memory/imc-service.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { canWrite } from '#src/domain/imc/users/entity-user.ts'
import { err, type Result } from '#src/domain/result.ts'

/** The session cookie of one browser; null without a session. */
export interface MemoryImcCookie {
  session: MemoryImcSession | null
}

export interface MemoryImcDeps {
  readonly imc: MemoryImc
  readonly cookie: MemoryImcCookie
}

type Reply<T> = Result<T, CallFailure>

/** A conflict with a message (D44). */
export const conflict = (message: string): Result<never, CallFailure> => err({ kind: 'rejected', status: 409, message })

/** Finds the signed-in user; null without a session. */
export function findCaller({ imc, cookie }: MemoryImcDeps): MemoryUser | null {
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
