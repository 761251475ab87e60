import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { MARKET_BASE } from '#server/http/paths.ts'
import { REGISTRATION_PATH } from '#server/identity/identity-module.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { createBrowser, solveServerCheck, startIdentity, type TestIdentity } from '#tests/support/identity.ts'
import { call } from '#tests/support/raw-http.ts'
import { REGISTRATION_BODY } from '#tests/support/registration.ts'

const SECRET = 'Secreta#Clave2026'

/** Unexpected values of a field. */
const UNEXPECTED_VALUES: readonly unknown[] = [
  '',
  ' ',
  'x'.repeat(50),
  'x'.repeat(51),
  'x'.repeat(1_000),
  'x'.repeat(1_001),
  'x'.repeat(60_000),
  '\u{1F600}'.repeat(50),
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  'a\u0301'.repeat(400),
  'demo\u0000',
  'demo\n\r',
  '\u202Eomed',
  '\uD800',
  "demo'--",
  "' or '1'='1",
  'demo"; drop table identity_clients; --',
  '<script>alert(1)</script>',
  '%00%ff',
  '__proto__',
  null,
  true,
  0,
  -1,
  1e300,
  [],
  ['demo'],
  {},
  { toString: 'x' },
]

const CALLS = {
  [`${MARKET_BASE}/users/login`]: { usr: 'demo', pwd: SECRET },
  [`${MARKET_BASE}/user/terminos`]: { id: 'cli-demovencida' },
  '/api/password/restPassword.php': { email: 'nadie@mercadodolar.example' },
  '/api/password/verifyTokens.php': { token: 'uno', token2: 'dos' },
  '/api/password/ChangePassword.php': { token: 'uno', token2: 'dos', value: SECRET, revalue: SECRET },
  '/api/password/RenewPassword.php': {
    user_id: 'cli-demovencida',
    user_pwd: SECRET,
    user_name: 'demovencida',
    user_email: 'demovencida@mercadodolar.example',
  },
  [REGISTRATION_PATH]: REGISTRATION_BODY,
} as const

const FORMS = Object.keys(CALLS).filter((path) => path.endsWith('.php'))

const isValidReply = ({ status, text }: { readonly status: number; readonly text: string }) => {
  if (status === 200) return true
  return status >= 400 && status < 500 && typeof JSON.parse(text).message === 'string'
}

const NO_PAUSES = { failuresPerPause: 1_000_000, firstPause: 1 }
const POLICIES = {
  loginPair: NO_PAUSES,
  loginAccount: NO_PAUSES,
  loginDevice: NO_PAUSES,
  recoveryEmail: NO_PAUSES,
  recoveryAddress: NO_PAUSES,
  factorAccount: NO_PAUSES,
  registrationAddress: NO_PAUSES,
}

const findLeaks = ({ lines }: TestIdentity, secrets: readonly string[]) =>
  secrets.filter((secret) => lines.some((line) => line.includes(secret)))

const EVERY_CALL = ENGINES.flatMap((engine) => Object.entries(CALLS).map(([path, valid]) => ({ engine, path, valid })))

test.each(EVERY_CALL)(
  '$engine: $path returns a valid reply for any field value and logs no secret',
  async ({ engine, path, valid }) => {
    const server = await startIdentity({ engine, policies: POLICIES })
    const browser = createBrowser(server.url)
    await browser.logIn('demovencida')
    const { cookie } = browser
    for (const field of Object.keys(valid)) {
      const replies = await Promise.all(
        UNEXPECTED_VALUES.map((value) => {
          const other = createBrowser(server.url)
          other.copySession({ cookie })
          return other.post(path, { ...valid, [field]: value })
        }),
      )
      expect(replies.filter((reply) => !isValidReply(reply))).toEqual([])
    }
    expect(server.lines.filter((line) => line.includes('"level":50'))).toEqual([])
    expect(findLeaks(server, [SECRET, 'Demo#Dolar2026', cookie ?? '?', "or '1'='1"])).toEqual([])
  },
)

test('a login with a solved challenge returns a valid reply for any field value', async () => {
  const server = await startIdentity({ policies: POLICIES })
  for (const value of UNEXPECTED_VALUES) {
    for (const body of [
      { usr: 'demo', pwd: value },
      { usr: value, pwd: SECRET },
    ]) {
      const headers = { 'X-Human-Check': await solveServerCheck(server.url) }
      const reply = await createBrowser(server.url).post(`${MARKET_BASE}/users/login`, body, headers)
      expect([value, isValidReply(reply)]).toEqual([value, true])
    }
  }
  expect(findLeaks(server, [SECRET])).toEqual([])
})

test.each(FORMS)('%s returns a valid reply for any form body', async (path) => {
  const server = await startIdentity({ policies: POLICIES })
  const bodies: readonly (readonly [string, string])[] = [
    ['application/x-www-form-urlencoded', ''],
    ['application/x-www-form-urlencoded', 'token=%00&token2=%ff%fe&value=%&revalue=%zz'],
    ['application/x-www-form-urlencoded', 'email=a@b.co&email=c@d.co&token=1&token=2&token2=3&value=4&revalue=5'],
    ['application/x-www-form-urlencoded', '__proto__[x]=1&constructor=2&token[]=1'],
    ['application/x-www-form-urlencoded', '&&&===&&&'],
    ['application/x-www-form-urlencoded', 'a=1&'.repeat(16_000)],
    ['multipart/form-data', 'sin frontera'],
    ['multipart/form-data; boundary=', 'x'],
    ['multipart/form-data; boundary=corte', ''],
    ['multipart/form-data; boundary=corte', 'basura'],
    ['multipart/form-data; boundary=corte', '--corte\r\nContent-Disposition: form-data; name="token"\r\n\r\nuno'],
    [
      'multipart/form-data; boundary=corte',
      '--corte\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nuno\r\n--corte--\r\n',
    ],
    [
      'multipart/form-data; boundary=corte',
      `--corte\r\nContent-Disposition: form-data; name="token"\r\n\r\n${'x'.repeat(60_000)}\r\n--corte--\r\n`,
    ],
    [
      'multipart/form-data; boundary=corte',
      `${'--corte\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(50)}--corte--\r\n`,
    ],
    [
      'multipart/form-data; boundary=corte',
      '--corte\r\nContent-Disposition: form-data; name="token"; filename="a.exe"\r\nContent-Type: application/octet-stream\r\n\r\nMZ\r\n--corte--\r\n',
    ],
    [
      'multipart/form-data; boundary=corte',
      '--corte\r\nContent-Disposition: form-data; name="token"\r\nContent-Type: application/json\r\n\r\n{"a":\r\n--corte--\r\n',
    ],
    ['text/plain', 'token=1'],
    ['application/json', '{'],
  ]
  for (const [type, body] of bodies) {
    const reply = await call(server.url, path, { method: 'POST', headers: { 'content-type': type }, body })
    expect([type, body.slice(0, 80), reply.status, isValidReply(reply)]).toEqual([
      type,
      body.slice(0, 80),
      reply.status,
      true,
    ])
  }
})

const MEGABYTE = 'x'.repeat(1_048_576)

/** Calls that require a session. The server refuses visitors before it reads the body. */
const SESSION_CALLS = [`${MARKET_BASE}/user/terminos`, '/api/password/RenewPassword.php']

const LARGE_CALLS = [...Object.keys(CALLS), `${MARKET_BASE}/users/logout`].map(
  (path) => [path, SESSION_CALLS.includes(path) ? 401 : 413] as const,
)

test.each(LARGE_CALLS)('without a session, %s refuses a body of one megabyte with %i', async (path, status) => {
  const { url } = await startIdentity()
  const send = async (type: string, body: string) =>
    (await call(url, path, { method: 'POST', headers: { 'content-type': type }, body })).status
  expect(await send('application/json', JSON.stringify({ usr: MEGABYTE }))).toBe(status)
  if (!path.endsWith('.php')) return
  expect(await send('application/x-www-form-urlencoded', `token=${MEGABYTE}`)).toBe(status)
  const part = `--corte\r\nContent-Disposition: form-data; name="token"\r\n\r\n${MEGABYTE}\r\n--corte--\r\n`
  expect(await send('multipart/form-data; boundary=corte', part)).toBe(status)
})

test('the server refuses a body of one megabyte from a client with 413', async () => {
  const { url } = await startIdentity()
  const browser = createBrowser(url)
  await browser.logIn('demoterminos')
  expect((await browser.post(`${MARKET_BASE}/user/terminos`, { id: MEGABYTE })).status).toBe(413)
  expect((await browser.submit('/api/password/RenewPassword.php', { user_id: MEGABYTE })).status).toBe(413)
})

test('the server refuses a multipart form without a Content-Length', async () => {
  const { url } = await startIdentity()
  const reply = await call(url, '/api/password/verifyTokens.php', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=corte', 'transfer-encoding': 'chunked' },
    body: '--corte\r\nContent-Disposition: form-data; name="token"\r\n\r\nuno\r\n--corte--\r\n',
  })
  expect(reply.status).toBe(413)
})

test.each([
  'x',
  '',
  '"',
  '%',
  '%00',
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(4_000),
  `${'A'.repeat(42)}!`,
  "' or '1'='1",
])('an invalid session cookie %j is treated as anonymous', async (cookie) => {
  const { url } = await startIdentity()
  const reply = await call(url, `${MARKET_BASE}/users/session`, { headers: { cookie: `md_cliente=${cookie}` } })
  expect(reply.status).toBe(401)
  const logout = await call(url, `${MARKET_BASE}/users/logout`, {
    method: 'POST',
    headers: { cookie: `md_cliente=${cookie}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(logout.status).toBe(200)
})

test('a page of another site cannot log a client in or out', async () => {
  const { url } = await startIdentity()
  const browser = createBrowser(url)
  await browser.logIn('demo')
  const foreign = { origin: 'https://malo.example', 'sec-fetch-site': 'cross-site' }
  expect((await browser.post(`${MARKET_BASE}/users/logout`, {}, foreign)).status).toBe(403)
  expect((await browser.logIn('demodos', undefined, foreign)).status).toBe(403)
  expect((await browser.session()).status).toBe(200)
})

test('the log has an entry for each audit event, but no password, cookie, token or e-mail', async () => {
  const failing = {
    register: (app: FastifyInstance) => {
      app.get('/api/falla', { config: { access: 'public' } }, () => {
        throw new Error('falla')
      })
    },
  }
  const server = await startIdentity({ modules: [failing] })
  const { url } = server
  const [browser, other] = [createBrowser(url), createBrowser(url)]
  await browser.logIn('demo', SECRET)
  await browser.logIn('demo')
  const cookies = [browser.cookie]
  await other.takeOver('demo')
  cookies.push(other.cookie)
  await other.get('/api/falla')
  await other.logOut()
  await other.logIn('democaducada')
  await other.logIn('demoterminos')
  await other.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demoterminos' })
  await other.logIn('demovencida')
  cookies.push(other.cookie)
  const renewal = {
    user_id: 'cli-demovencida',
    user_pwd: SECRET,
    user_name: 'demovencida',
    user_email: 'demovencida@mercadodolar.example',
  }
  await other.submit('/api/password/RenewPassword.php', renewal)
  cookies.push(other.cookie)
  const headers = { 'X-Human-Check': await solveServerCheck(url) }
  await other.submit('/api/password/restPassword.php', { email: 'demo@mercadodolar.example' }, headers)
  await server.identity.deliver()
  await other.submit('/api/password/ChangePassword.php?token=enlace', {
    token: 'enlace',
    token2: 'enlace',
    value: SECRET,
    revalue: SECRET,
  })

  const entries = server.lines.map((line) => JSON.parse(line)).filter(({ audit }) => audit !== undefined)
  expect(entries.map(({ audit, client = null, reason = null }) => [audit, client, reason])).toEqual([
    ['login refused', null, 'invalid'],
    ['login', 'cli-demo', null],
    ['takeover', 'cli-demo', null],
    ['logout', 'cli-demo', null],
    ['login refused', 'cli-democaducada', 'expired'],
    ['login', 'cli-demoterminos', null],
    ['terms accepted', 'cli-demoterminos', null],
    ['login', 'cli-demovencida', null],
    ['password renewed', 'cli-demovencida', null],
    ['recovery requested', null, null],
  ])
  expect(entries.every(({ reqId, address }) => reqId !== undefined && address === '127.0.0.1')).toBe(true)
  const secrets = [SECRET, 'Demo#Dolar2026', 'enlace', '@mercadodolar', headers['X-Human-Check']]
  expect(findLeaks(server, [...secrets, ...cookies.map((cookie) => cookie ?? '?')])).toEqual([])
})
