import type { StoreClientSession } from '#src/application/identity/store-client-session.ts'
import { SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { CallFailure, StorageFailure } from '#src/domain/call.ts'
import type { LoginInput } from '#src/domain/identity/login-machine.ts'

/** Why a login attempt has no outcome, or why the browser did not store its session. */
export type LoginFailure = CallFailure | StorageFailure

/** The functions that the login machine calls. */
export type LogIn = LoginInput<LoginFailure>

export interface LogInDeps
  extends Pick<IdentityPorts, 'auth' | 'rememberedUsername'>,
    Pick<Ports, 'session' | 'clock' | 'page' | 'log'> {
  readonly storeClientSession: StoreClientSession
}

/**
 * After a session is stored, `storeSession` also stores the user name; without `remember` it
 * deletes the stored user name (D7). `discardSession` ends the session here and at the service.
 */
export function createLogIn({
  auth,
  rememberedUsername,
  session,
  clock,
  page,
  log,
  storeClientSession,
}: LogInDeps): LogIn {
  /** Ends a session with pending terms, which this browser has not stored. */
  const endPendingSession = async () => {
    const result = await auth.signOut()
    if (!result.ok) log.error(SIGN_OUT_FAILED, result.error)
  }

  return {
    signIn: auth.signIn,
    acceptTerms: auth.acceptTerms,

    async storeSession(newSession, remember) {
      const result = storeClientSession(newSession)
      if (result.ok) rememberedUsername.write(remember ? newSession.username : null)
      return result
    },

    discardSession() {
      session.wipe()
      endPendingSession().catch((error: unknown) => log.error(SIGN_OUT_FAILED, error))
    },

    reload: page.reload,
    now: clock.now,
  }
}
