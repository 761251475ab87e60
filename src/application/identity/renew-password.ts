import { findStoredSession } from '#src/application/identity/session-store.ts'
import { type SetPasswordFailure, setPassword } from '#src/application/identity/set-password.ts'
import type { StoreClientSession } from '#src/application/identity/store-client-session.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { StorageFailure } from '#src/domain/call.ts'
import { withRenewedPassword } from '#src/domain/identity/session.ts'
import { err, type Result } from '#src/domain/result.ts'

export type RenewPasswordFailure = SetPasswordFailure | StorageFailure | { readonly kind: 'signed-out' }

/**
 * Replaces the expired password of the signed-in client and stores the session with access to the
 * dashboard (D6). Fails with `signed-out` if the session has ended before or after the request.
 */
export type RenewPassword = (
  password: string,
  repeat: string,
  signal?: AbortSignal,
) => Promise<Result<void, RenewPasswordFailure>>

export interface RenewPasswordDeps extends Pick<IdentityPorts, 'passwords'>, Pick<Ports, 'session' | 'clock'> {
  readonly storeClientSession: StoreClientSession
}

export function createRenewPassword({
  passwords,
  session,
  clock,
  storeClientSession,
}: RenewPasswordDeps): RenewPassword {
  return async (password, repeat, signal) => {
    const current = findStoredSession(session, clock.now())
    if (!current) return err({ kind: 'signed-out' })
    const { username, user } = current
    const renewal = { userId: user.id, username, email: user.email, password }
    const result = await setPassword(password, repeat, () => passwords.renew(renewal, signal))
    if (!result.ok) return result
    // Another tab may have signed out or stored a newer session.
    const latest = findStoredSession(session, clock.now())
    return latest?.user.id === user.id ? storeClientSession(withRenewedPassword(latest)) : err({ kind: 'signed-out' })
  }
}
