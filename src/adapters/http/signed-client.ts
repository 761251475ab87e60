import { type AuthForm, authorizationOf } from '#src/adapters/http/authorization.ts'
import { createHttpClient, type HttpClient, type HttpClientOptions } from '#src/adapters/http/client.ts'
import type { WatchedSessionRefusals } from '#src/adapters/http/session-refusals.ts'
import type { SessionStore } from '#src/application/identity/session-store.ts'

export interface SignedClientsNeeds extends Pick<HttpClientOptions, 'fetch'> {
  readonly session: SessionStore
  readonly refusals: WatchedSessionRefusals
  /** How the stored token is sent; null sends none (D56). */
  readonly auth: AuthForm | null
}

/** Makes a client for calls that go out with the client's session. */
export type SignedClients = (options: Pick<HttpClientOptions, 'base' | 'onMarketTime'>) => HttpClient

/** Their calls carry the stored token where servers want it, and their refusals of the session are told. */
export function createSignedClients({ session, refusals, auth, fetch }: SignedClientsNeeds): SignedClients {
  const authorization = () => {
    const trace = session.read()
    return authorizationOf(auth, trace.kind === 'session' ? trace.session.user.token : null)
  }
  return (options) => createHttpClient({ ...options, fetch, authorization, sessionWatch: refusals.watch })
}
