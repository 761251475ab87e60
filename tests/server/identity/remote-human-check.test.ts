import { expect, test } from 'vitest'
import { MARKET_BASE } from '#server/http/paths.ts'
import { REMOTE_CHECKS, type RemoteCheck } from '#server/identity/human-check.ts'
import { createBrowser, json, startIdentity } from '#tests/support/identity.ts'

const SECRET = 'clave-del-servicio'

/** Creates a verification service that records its requests. */
function createService(reply: (solution: string | null) => Response | Promise<Response>) {
  const requests: { readonly url: string; readonly secret: string | null; readonly solution: string | null }[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const fields = new URLSearchParams(String(init?.body))
    requests.push({ url: String(url), secret: fields.get('secret'), solution: fields.get('response') })
    return reply(fields.get('response'))
  }
  return { requests, fetch }
}

const createValidService = () => createService((solution) => Response.json({ success: solution === 'resuelta' }))

const startWithService = (service: ReturnType<typeof createService>, provider: RemoteCheck = 'turnstile') =>
  startIdentity({
    env: { HUMAN_CHECK_SECRET: SECRET },
    portal: { humanCheck: { provider, challengeUrl: null, siteKey: 'clave-publica' } },
    fetch: service.fetch,
  })

const logIn = (url: string, solution: string) =>
  createBrowser(url).post(
    `${MARKET_BASE}/users/login`,
    { usr: 'demo', pwd: 'Demo#Dolar2026' },
    { 'X-Human-Check': solution, 'X-Session-Takeover': '1' },
  )

test.each(['hcaptcha', 'turnstile', 'recaptcha'] as const)(
  'the server verifies each solution with %s',
  async (provider) => {
    const service = createValidService()
    const { url, lines } = await startWithService(service, provider)
    expect(json(await logIn(url, 'resuelta')).status).toBe('success')
    expect((await logIn(url, 'inventada')).status).toBe(400)
    expect(service.requests).toEqual([
      { url: REMOTE_CHECKS[provider], secret: SECRET, solution: 'resuelta' },
      { url: REMOTE_CHECKS[provider], secret: SECRET, solution: 'inventada' },
    ])
    expect(lines.join('')).not.toContain(SECRET)
  },
)

test('the verification service gets each solution only once, and no empty or too long solution', async () => {
  const service = createValidService()
  const { url } = await startWithService(service)
  expect((await logIn(url, 'resuelta')).status).toBe(200)
  expect((await logIn(url, 'resuelta')).status).toBe(400)
  expect((await logIn(url, '')).status).toBe(400)
  expect((await logIn(url, 'x'.repeat(8_193))).status).toBe(400)
  expect(service.requests).toHaveLength(1)
})

test.each<readonly [string, () => Response | Promise<Response>]>([
  ['does not respond', () => Promise.reject(new TypeError('fetch failed'))],
  ['responds without JSON', () => new Response('<html>')],
  ['responds without a result', () => Response.json({ ok: true })],
])('a login returns 400 and logs an error when the verification service %s', async (_what, reply) => {
  const { url, lines } = await startWithService(createService(reply))
  expect((await logIn(url, 'resuelta')).status).toBe(400)
  expect(lines.join('')).toContain('the human check cannot be verified')
})
