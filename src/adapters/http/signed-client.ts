import { type AuthForm, formatAuthorization } from '#src/adapters/http/authorization.ts'
import { createHttpClient, type HttpClient, type HttpClientOptions } from '#src/adapters/http/client.ts'
import type { WatchedSessionRefusals } from '#src/adapters/http/session-refusals.ts'
import type { SessionStore } from '#src/application/identity/session-store.ts'

export interface SignedClientsDeps extends Pick<HttpClientOptions, 'fetch'> {
  readonly session: SessionStore
  readonly refusals: WatchedSessionRefusals
  /** How requests send the stored token; null when no request sends it (D56). */
  readonly auth: AuthForm | null
}

/** Creates an HTTP client that sends the client session. */
export type SignedClients = (options: Pick<HttpClientOptions, 'base' | 'onMarketTime'>) => HttpClient

/**
 * The clients send the stored token where the configuration requires it, and report refused
 * sessions.
 */
export function createSignedClients({ session, refusals, auth, fetch }: SignedClientsDeps): SignedClients {
  const authorization = () => {
    const trace = session.read()
    return formatAuthorization(auth, trace.kind === 'session' ? trace.session.user.token : null)
  }
  return (options) => createHttpClient({ ...options, fetch, authorization, sessionWatch: refusals.watch })
}
