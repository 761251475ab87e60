import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHttpClient } from '#src/adapters/http/client.ts'
import { createAltcha } from '#src/adapters/http/identity/altcha.ts'
import { createApplicationTokenApi } from '#src/adapters/http/identity/application-token-api.ts'
import { createAuthApi } from '#src/adapters/http/identity/auth-api.ts'
import { createPasswordApi } from '#src/adapters/http/identity/password-api.ts'
import { createRegistrationApi } from '#src/adapters/http/identity/registration-api.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { solveProofOfWork } from '#src/adapters/system/proof-of-work.ts'
import type { RecoveryTokens } from '#src/application/identity/ports.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { applicationTokenContract } from '#tests/contract/application-token.ts'
import { authGatewayContract } from '#tests/contract/auth-gateway.ts'
import { humanCheckContract } from '#tests/contract/human-check.ts'
import type { BrowserUnderTest, IdentityUnderTest } from '#tests/contract/identity-under-test.ts'
import { passwordGatewayContract } from '#tests/contract/password-gateway.ts'
import { registrationGatewayContract } from '#tests/contract/registration-gateway.ts'
import { startIdentity, type TestIdentity } from '#tests/support/identity.ts'

const SUITES = [
  authGatewayContract,
  passwordGatewayContract,
  registrationGatewayContract,
  applicationTokenContract,
  humanCheckContract,
]

async function createMemoryService(): Promise<IdentityUnderTest> {
  const clock = createMemoryClock(toInstant('2026-11-21', '09:43:15'))
  const { accounts, browser } = createMemoryIdentity({ clock })
  return {
    browser,
    findLink: async (email) => {
      const client = accounts.findByEmail(email)
      return client && accounts.findLink(client.id)
    },
    now: clock.now,
    advance: clock.advance,
  }
}

/** Creates a `fetch` that stores the session cookie, as a browser does. */
function createBrowserFetch(): typeof globalThis.fetch {
  let cookie = ''
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(input, { ...init, headers })
    const setCookie = response.headers.getSetCookie().find((line) => line.startsWith('md_cliente='))
    if (setCookie !== undefined) cookie = setCookie.split(';')[0] ?? ''
    return response
  }
}

/** Dates each response by the server's clock. Node takes the date from the real clock. */
const createDatedFetch =
  (fetch: typeof globalThis.fetch, now: () => number): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const headers = new Headers(response.headers)
    headers.set('date', new Date(now()).toUTCString())
    return new Response(response.body, { status: response.status, headers })
  }

function createBrowserPorts({ url, time }: TestIdentity): BrowserUnderTest {
  const fetch = createBrowserFetch()
  const createClient = (base: string) => createHttpClient({ base, fetch })
  return {
    auth: createAuthApi({ http: createClient(`${url}/api/market`) }),
    passwords: createPasswordApi({ http: createClient(`${url}/api/password`) }),
    registrations: createRegistrationApi({ http: createClient(''), address: `${url}/api/registro` }),
    applicationToken: createApplicationTokenApi({
      hosts: [createClient(`${url}/api/application-token`)],
      requiresCopy: true,
      clock: time,
    }),
    humanCheck: createAltcha({
      fetch: createDatedFetch(fetch, time.now),
      address: `${url}/api/human-check/challenge`,
      solve: solveProofOfWork,
      clock: time,
    }),
  }
}

/** Reads the tokens of the newest message to a mail address from the mail folder. */
async function readTokens(folder: string, email: string): Promise<RecoveryTokens | null> {
  const names = await readdir(folder).catch(() => [])
  const messages = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  const message = messages.findLast((text) => text.includes(email))
  const link = /http\S+/.exec(message ?? '')?.[0]
  if (!link) return null
  const { searchParams } = new URL(link)
  return { token: searchParams.get('token') ?? '', token2: searchParams.get('token2') ?? '' }
}

async function createHttpService(): Promise<IdentityUnderTest> {
  const server = await startIdentity({
    env: { APPLICATION_USER: 'aplicacion', APPLICATION_PASSWORD: 'una-clave-larga-de-prueba' },
  })
  const { identity, config, time } = server
  return {
    browser: () => createBrowserPorts(server),
    async findLink(email) {
      await identity.deliver()
      return readTokens(join(config.dataDir, 'correo'), email)
    },
    now: time.now,
    advance: time.pass,
  }
}

for (const suite of SUITES) {
  suite('memory', createMemoryService)
  suite('HTTP', createHttpService)
}
