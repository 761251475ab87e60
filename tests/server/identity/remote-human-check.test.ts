import { expect, test } from 'vitest'
import { MARKET_BASE } from '#server/http/paths.ts'
import { REMOTE_CHECKS, type RemoteCheck } from '#server/identity/remote-human-check.ts'
import { createBrowser, json, startIdentity } from '#tests/support/identity.ts'

const SECRET = 'clave-del-servicio'

/** A service that says yes to one solution and remembers what it was asked. */
function createService(answer: (solution: string | null) => Response | Promise<Response>) {
  const asked: { readonly address: string; readonly secret: string | null; readonly solution: string | null }[] = []
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const fields = new URLSearchParams(String(init?.body))
    asked.push({ address: String(address), secret: fields.get('secret'), solution: fields.get('response') })
    return answer(fields.get('response'))
  }
  return { asked, fetch }
}

const honest = () => createService((solution) => Response.json({ success: solution === 'resuelta' }))

const startWith = (service: ReturnType<typeof createService>, provider: RemoteCheck = 'turnstile') =>
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

test.each(['hcaptcha', 'turnstile', 'recaptcha'] as const)('%s is asked what a solution is worth', async (provider) => {
  const service = honest()
  const { url, lines } = await startWith(service, provider)
  expect(json(await logIn(url, 'resuelta')).status).toBe('success')
  expect((await logIn(url, 'inventada')).status).toBe(400)
  expect(service.asked).toEqual([
    { address: REMOTE_CHECKS[provider], secret: SECRET, solution: 'resuelta' },
    { address: REMOTE_CHECKS[provider], secret: SECRET, solution: 'inventada' },
  ])
  expect(lines.join('')).not.toContain(SECRET)
})

test('a solution is good once, and one that cannot be any is not asked about', async () => {
  const service = honest()
  const { url } = await startWith(service)
  expect((await logIn(url, 'resuelta')).status).toBe(200)
  expect((await logIn(url, 'resuelta')).status).toBe(400)
  expect((await logIn(url, '')).status).toBe(400)
  expect((await logIn(url, 'x'.repeat(8_193))).status).toBe(400)
  expect(service.asked).toHaveLength(1)
})

test.each<readonly [string, () => Response | Promise<Response>]>([
  ['does not answer', () => Promise.reject(new TypeError('fetch failed'))],
  ['answers something else', () => new Response('<html>')],
  ['answers without a verdict', () => Response.json({ ok: true })],
])('a service that %s lets nobody in, and the log says so', async (_what, answer) => {
  const { url, lines } = await startWith(createService(answer))
  expect((await logIn(url, 'resuelta')).status).toBe(400)
  expect(lines.join('')).toContain('the human check cannot be verified')
})
