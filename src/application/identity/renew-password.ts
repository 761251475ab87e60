import type { StorageFailure } from '#src/application/identity/session-store.ts'
import { type SetPasswordFailure, setPassword } from '#src/application/identity/set-password.ts'
import type { StoreClientSession } from '#src/application/identity/store-client-session.ts'
import type { IdentityPorts } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { withRenewedKey } from '#src/domain/identity/session.ts'
import { err, type Result } from '#src/domain/result.ts'

export type RenewPasswordFailure = SetPasswordFailure | StorageFailure | { readonly kind: 'signed-out' }

/** Replaces the expired password of the client signed in; after that the dashboard opens (D6). */
export type RenewPassword = (
  password: string,
  repeat: string,
  signal?: AbortSignal,
) => Promise<Result<void, RenewPasswordFailure>>

export interface RenewPasswordDeps extends Pick<IdentityPorts, 'passwords'> {
  readonly clientSession: ClientSession
  readonly storeClientSession: StoreClientSession
}

export function createRenewPassword({
  passwords,
  clientSession,
  storeClientSession,
}: RenewPasswordDeps): RenewPassword {
  const current = () => {
    const { status } = clientSession.getSnapshot().context
    return status.kind === 'active' ? status.session : null
  }

  return async (password, repeat, signal) => {
    const session = current()
    if (!session) return err({ kind: 'signed-out' })
    const { username, user } = session
    const renewal = { userId: user.id, username, email: user.email, password }
    const renewed = await setPassword(password, repeat, () => passwords.renew(renewal, signal))
    if (!renewed.ok) return renewed
    // another tab may have signed out meanwhile: what it took away must not come back
    return current()?.user.id === user.id ? storeClientSession(withRenewedKey(session)) : err({ kind: 'signed-out' })
  }
}
