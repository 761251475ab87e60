import { ContainerModule } from 'inversify'

import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createHttpPorts, type HttpNeeds, type HttpPorts } from '#src/adapters/http/ports.ts'
import type { CreateSessionClient } from '#src/adapters/http/session-client.ts'
import { PORTS } from '#src/composition/ports.ts'
import { provide, provideFields, type Tokens, token } from '#src/composition/provide.ts'

/** What the calls need of the platform: a browser or a terminal. */
export const HTTP: Tokens<Pick<HttpNeeds, 'fetch' | 'parseHtml' | 'shareStream'>> = {
  fetch: token('fetch'),
  parseHtml: token('parseHtml'),
  shareStream: token('shareStream'),
}

/** Creates the HTTP clients whose requests are those of the client session. */
export const CREATE_SESSION_CLIENT = token<CreateSessionClient>('createSessionClient')

const HTTP_PORTS = token<HttpPorts>('httpPorts')

/** Binds the calls of the market and of the client session to HTTP. */
export function http(configuration: Configuration) {
  const { marketClock, sessionRefusals, auth, market, holidays, news, quotes, settings, marketStream } = PORTS
  const tokens = { marketClock, sessionRefusals, auth, market, holidays, news, quotes, settings, marketStream }

  return new ContainerModule(({ bind }) => {
    provide(bind, HTTP_PORTS, (needs: HttpNeeds) => createHttpPorts(configuration, needs), {
      ...HTTP,
      clock: PORTS.clock,
      session: PORTS.session,
    })
    provideFields(bind, { ...tokens, createSessionClient: CREATE_SESSION_CLIENT }, HTTP_PORTS)
  })
}
