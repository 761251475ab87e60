import type { StorageFailure } from '#src/application/identity/session-store.ts'
import type { StoreClientSession } from '#src/application/identity/store-client-session.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { LoginInput } from '#src/domain/identity/login-machine.ts'

/** Why a try to log in got no outcome, or its session could not be kept. */
export type LoginFailure = GatewayFailure | StorageFailure

/** What the login machine runs on. */
export type LogIn = LoginInput<LoginFailure>

export interface LogInDeps
  extends Pick<IdentityPorts, 'auth' | 'rememberedUsername'>,
    Pick<Ports, 'session' | 'clock' | 'page' | 'log'> {
  readonly storeClientSession: StoreClientSession
}

/** A login that was let in decides as well whether the user name is remembered, and forgets another one (D7). */
export function createLogIn({
  auth,
  rememberedUsername,
  session,
  clock,
  page,
  log,
  storeClientSession,
}: LogInDeps): LogIn {
  /** The pending session lives at the service alone, and nobody waits for its end. */
  const giveUpPending = async () => {
    const ended = await auth.signOut()
    if (!ended.ok) log.error(SIGN_OUT_FAILED, ended.error)
  }

  return {
    signIn: auth.signIn,
    acceptTerms: auth.acceptTerms,

    async storeSession(kept, remember) {
      const stored = storeClientSession(kept)
      if (stored.ok) rememberedUsername.write(remember ? kept.username : null)
      return stored
    },

    forget() {
      session.wipe()
      giveUpPending().catch((error: unknown) => log.error(SIGN_OUT_FAILED, error))
    },

    reload: page.reload,
    now: clock.now,
  }
}
