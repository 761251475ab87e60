import { describe, expect, test } from 'vitest'
import { MARKET_BASE } from '#server/http/paths.ts'
import { readPortalConfig } from '#server/http/portal-config.ts'
import { toClientEntry } from '#server/identity/audit.ts'
import { createRecoveryStore } from '#server/identity/recovery-store.ts'
import { HOUR_MS } from '#src/domain/time/bogota.ts'
import { addPushBrowsers } from '#tests/support/alerts.ts'
import { countCommits } from '#tests/support/count-commits.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import {
  createBrowser,
  json,
  solveServerCheck,
  startIdentity,
  statusAndBody,
  TEST_START,
} from '#tests/support/identity.ts'

const LOGIN = `${MARKET_BASE}/users/login`
const NEW_PASSWORD = 'Nueva#Clave2026'

const RENEWAL = {
  user_id: 'cli-demovencida',
  user_pwd: NEW_PASSWORD,
  user_name: 'demovencida',
  user_email: 'demovencida@mercadodolar.example',
}

const SIGN_IN = { message: 'Inicie sesión para continuar.', reason: 'unknown' }

describe.each(ENGINES)('%s', (engine) => {
  test('a session cookie identifies its client from login to logout', async () => {
    const { url } = await startIdentity({ engine })
    const browser = createBrowser(url)
    const reply = await browser.logIn('demo')
    const user = {
      id: 'cli-demo',
      name: 'Camila Restrepo',
      email: 'demo@mercadodolar.example',
      key_expired: false,
      token: expect.stringMatching(/^tok-[\w-]{43}$/),
      fecha_confirmacion: '2026-03-02T09:15:00-05:00',
    }
    expect(statusAndBody(reply)).toEqual([200, { status: 'success', user }])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^md_cliente=[\w-]{43}\.[\w-]{22}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^md_equipo=[\w-]{22}\.[\w-]{22}; Max-Age=15552000; Path=\/api\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(json(reply).user.token).not.toContain(browser.cookie)
    expect(statusAndBody(await browser.session())).toEqual([200, { user: json(reply).user }])

    const stolen = createBrowser(url)
    stolen.copySession(browser)
    expect(statusAndBody(await browser.logOut())).toEqual([200, { message: 'Sesión cerrada.' }])
    expect(browser.cookie).toBeNull()
    expect(statusAndBody(await browser.session())).toEqual([401, SIGN_IN])
    expect(statusAndBody(await stolen.session())).toEqual([401, SIGN_IN])
  })

  test('a login makes three commits, or four when another session is active', async () => {
    const { database, commits } = countCommits(await temporaryDatabase(engine))
    const { url } = await startIdentity({ engine, database })
    const wrong = await createBrowser(url).logIn('demo', 'Otra#Clave2026')
    const before = commits()
    const right = await createBrowser(url).logIn('demo')
    expect([json(wrong).status, json(right).status]).toEqual(['INVALID', 'success'])
    // Commits: the used challenge, the counted attempts, the session with the refunded attempts.
    expect(commits() - before).toBe(3)
    const beforeRefusal = commits()
    expect(json(await createBrowser(url).logIn('demo')).status).toBe('SESSION_ACTIVE')
    // The fourth commit is the audit entry of the refusal.
    expect(commits() - beforeRefusal).toBe(4)
  })

  test('a logout without a session returns the reply of a logout', async () => {
    const { url } = await startIdentity({ engine })
    expect(statusAndBody(await createBrowser(url).logOut())).toEqual([200, { message: 'Sesión cerrada.' }])
  })

  test('a session cookie is stored as a hash and differs between two logins', async () => {
    const { url, database } = await startIdentity({ engine })
    const browser = createBrowser(url)
    await browser.logIn('demo')
    const first = browser.cookie
    await browser.logIn('demo')
    expect(browser.cookie).not.toBe(first)
    const rows = await database.db.selectFrom('identity_sessions').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(first)
    expect(JSON.stringify(rows)).not.toContain(browser.cookie)
  })

  test.each([
    ['a wrong password', 'INVALID', 'demo', 'Otra#Clave2026'],
    ['an unknown user name', 'INVALID', 'nadie', 'Demo#Dolar2026'],
    ['an expired account', 'EXPIRED', 'democaducada', 'Demo#Dolar2026'],
    ['an expired account and a wrong password', 'INVALID', 'democaducada', 'Otra#Clave2026'],
    ['a disabled account', 'DISABLED', 'demoinactiva', 'Demo#Dolar2026'],
    ['a disabled account and a wrong password', 'INVALID', 'demoinactiva', 'Otra#Clave2026'],
  ])('a login with %s returns %s without a user and sets no cookie', async (_case, status, usr, pwd) => {
    const { url } = await startIdentity({ engine })
    const reply = await createBrowser(url).logIn(usr, pwd)
    expect(statusAndBody(reply)).toEqual([200, { status }])
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  test('a login ignores the case of the user name but not of the password', async () => {
    const { url } = await startIdentity({ engine })
    expect(json(await createBrowser(url).logIn('DEMO')).status).toBe('success')
    expect(json(await createBrowser(url).logIn('demodos', 'demo#dolar2026')).status).toBe('INVALID')
  })

  test('a takeover ends the other session, whose next call returns 401 with the reason', async () => {
    const { url } = await startIdentity({ engine })
    const [office, home] = [createBrowser(url), createBrowser(url)]
    await office.logIn('demo')
    expect(statusAndBody(await home.logIn('demo'))).toEqual([200, { status: 'SESSION_ACTIVE' }])
    expect(home.cookie).toBeNull()
    expect((await office.session()).status).toBe(200)
    expect(json(await home.logIn('demo', undefined, { 'X-Session-Takeover': 'true' })).status).toBe('SESSION_ACTIVE')
    expect(json(await home.takeOver('demo')).status).toBe('success')
    expect(statusAndBody(await office.session())).toEqual([
      401,
      { message: 'Su sesión se abrió en otro equipo.', reason: 'takeover' },
    ])
    expect(statusAndBody(await office.session())).toEqual([401, SIGN_IN])
    expect((await home.session()).status).toBe(200)
  })

  test('a takeover with a wrong password returns INVALID and ends no session', async () => {
    const { url } = await startIdentity({ engine })
    const office = createBrowser(url)
    await office.logIn('demo')
    expect(statusAndBody(await createBrowser(url).takeOver('demo', 'Otra#Clave2026'))).toEqual([
      200,
      { status: 'INVALID' },
    ])
    expect((await office.session()).status).toBe(200)
  })

  test('a login with the cookie of an open session replaces that session', async () => {
    const { url } = await startIdentity({ engine })
    const browser = createBrowser(url)
    const old = createBrowser(url)
    await browser.logIn('demo')
    old.copySession(browser)
    expect(json(await browser.logIn('demo')).status).toBe('success')
    expect((await browser.session()).status).toBe(200)
    expect(statusAndBody(await old.session())).toEqual([401, SIGN_IN])
  })

  test('a login as another client ends the previous session of the browser', async () => {
    const { url } = await startIdentity({ engine })
    const browser = createBrowser(url)
    await browser.logIn('demo')
    expect(json(await browser.logIn('demodos')).user.id).toBe('cli-demodos')
    expect(json(await createBrowser(url).logIn('demo')).status).toBe('success')
  })

  test.each([
    ['12 hours', 200, 12 * HOUR_MS],
    ['12 hours and 1 ms', 401, 12 * HOUR_MS + 1],
  ])('%s after the login, the session call returns %i', async (_age, status, age) => {
    const { url, time } = await startIdentity({ engine })
    const browser = createBrowser(url)
    await browser.logIn('demo')
    time.pass(age)
    const reply = await browser.session()
    expect(reply.status).toBe(status)
    if (status === 401)
      expect(json(reply)).toEqual({
        message: 'Su sesión venció. Inicie sesión de nuevo.',
        reason: 'expired',
      })
  })

  test('an expired session does not block a new login', async () => {
    const { url, time } = await startIdentity({ engine })
    await createBrowser(url).logIn('demo')
    time.pass(12 * HOUR_MS + 1)
    expect(json(await createBrowser(url).logIn('demo')).status).toBe('success')
  })

  test('simultaneous logins or takeovers leave one open session', async () => {
    const { url, database } = await startIdentity({ engine })
    const browsers = Array.from({ length: 4 }, () => createBrowser(url))
    const replies = await Promise.all(browsers.map((browser) => browser.logIn('demo')))
    expect(replies.map((reply) => json(reply).status).toSorted()).toEqual([
      'SESSION_ACTIVE',
      'SESSION_ACTIVE',
      'SESSION_ACTIVE',
      'success',
    ])
    const takeovers = await Promise.all(browsers.map((browser) => browser.takeOver('demo')))
    expect(takeovers.map((reply) => json(reply).status)).toEqual(Array(4).fill('success'))
    const open = await database.db
      .selectFrom('identity_sessions')
      .select('id')
      .where('open_for', 'is not', null)
      .execute()
    expect(open).toHaveLength(1)
    const statuses = await Promise.all(browsers.map(async (browser) => (await browser.session()).status))
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401])
  })

  test('a session is restricted until its terms are accepted', async () => {
    const { url, time } = await startIdentity({ engine })
    const browser = createBrowser(url)
    expect(json(await browser.logIn('demoterminos')).user).toMatchObject({
      id: 'cli-demoterminos',
      fecha_confirmacion: null,
    })
    expect(json(await browser.session()).user.fecha_confirmacion).toBeNull()
    const message = 'Acepte los términos y condiciones para continuar.'
    expect(statusAndBody(await browser.post('/api/application-token/login', {}))).toEqual([403, { message }])
    expect((await browser.submit('/api/password/RenewPassword.php', RENEWAL)).status).toBe(403)

    const otherClient = await browser.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demo' })
    expect(statusAndBody(otherClient)).toEqual([403, { message: 'Los datos no corresponden a su sesión.' }])
    const acceptance = await browser.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demoterminos' })
    const body = { status: 'success', fecha_confirmacion: '2100-01-04T10:00:00-05:00' }
    expect(statusAndBody(acceptance)).toEqual([200, body])
    time.pass(HOUR_MS)
    expect(statusAndBody(await browser.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demoterminos' }))).toEqual([
      200,
      body,
    ])
    expect(json(await browser.session()).user.fecha_confirmacion).toBe(body.fecha_confirmacion)
    expect((await browser.post('/api/application-token/login', {})).status).toBe(200)
  })

  // §2.3: "Terms dialog: shown after login when terms are unconfirmed; accept or reject."
  test('a new version of the terms asks at the next login, and leaves running sessions open (D84)', async () => {
    const since = '2100-01-04T11:00:00-05:00'
    const terms = { version: '2', since, clauses: [{ title: '1. Objeto', text: 'El servicio.' }] }
    const { url, time, database } = await startIdentity({ engine, portal: { terms } })
    const [running, other] = [createBrowser(url), createBrowser(url)]
    expect(json(await running.logIn('demo')).user.fecha_confirmacion).not.toBeNull()
    time.pass(HOUR_MS)
    expect((await running.post('/api/application-token/login', {})).status).toBe(200)

    expect(json(await other.logIn('demo')).user.fecha_confirmacion).toBeNull()
    expect((await other.post('/api/application-token/login', {})).status).toBe(403)
    // A page that was open before the new version shows the old one.
    const accept = (version?: string) => other.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demo', version })
    expect(statusAndBody(await accept('1'))).toEqual([
      409,
      { message: 'Los términos cambiaron. Recargue la página para leer la nueva versión.' },
    ])
    expect(json(await other.session()).user.fecha_confirmacion).toBeNull()
    expect(json(await accept('2')).fecha_confirmacion).toBe(since)
    time.pass(HOUR_MS)
    expect(json(await accept('2')).fecha_confirmacion).toBe(since)
    expect((await other.post('/api/application-token/login', {})).status).toBe(200)
    expect(json(await other.session()).user.fecha_confirmacion).toBe(since)

    const entries = database.db.selectFrom('records_audit').select('after').where('subject_id', '=', 'cli-demo')
    expect(await entries.where('action', '=', 'terms-accepted').execute()).toEqual([{ after: '{"version":"2"}' }])
  })

  test('simultaneous acceptances of the terms return one acceptance time', async () => {
    const { url } = await startIdentity({ engine })
    const browser = createBrowser(url)
    await browser.logIn('demoterminos')
    const accept = () => browser.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demoterminos' })
    const replies = await Promise.all([accept(), accept(), accept()])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('a session with pending terms does not block a new login', async () => {
    const { url } = await startIdentity({ engine })
    await createBrowser(url).logIn('demoterminos')
    expect(json(await createBrowser(url).logIn('demoterminos')).status).toBe('success')
  })

  test('a session with an expired password is restricted until a renewal, which replaces its cookie', async () => {
    const { url, database } = await startIdentity({ engine })
    await addPushBrowsers(database, ['cli-demovencida'])
    const browser = createBrowser(url)
    expect(json(await browser.logIn('demovencida')).user.key_expired).toBe(true)
    expect((await browser.session()).status).toBe(200)
    const message = 'Su contraseña ha expirado. Cámbiela para continuar.'
    expect(statusAndBody(await browser.post('/api/application-token/login', {}))).toEqual([403, { message }])

    const old = createBrowser(url)
    old.copySession(browser)
    const renewed = await browser.submit('/api/password/RenewPassword.php', RENEWAL)
    expect([renewed.status, renewed.text, renewed.headers['content-type']]).toEqual([
      200,
      'OK',
      'text/plain; charset=utf-8',
    ])
    expect(renewed.headers['set-cookie']).toEqual([
      expect.stringMatching(/; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(browser.cookie).not.toBe(old.cookie)
    expect(await database.db.selectFrom('alerts_push').selectAll().execute()).toEqual([])
    expect(json(await browser.session()).user.key_expired).toBe(false)
    expect((await old.session()).status).toBe(401)
    expect(json(await createBrowser(url).takeOver('demovencida')).status).toBe('INVALID')
    expect(json(await createBrowser(url).takeOver('demovencida', NEW_PASSWORD)).user.key_expired).toBe(false)
  })

  test('a renewed cookie expires with its session, 12 hours after the login', async () => {
    const { url, time } = await startIdentity({ engine })
    const browser = createBrowser(url)
    await browser.logIn('demovencida')
    time.pass(11 * HOUR_MS)
    const renewed = await browser.submit('/api/password/RenewPassword.php', RENEWAL)
    expect(renewed.headers['set-cookie']?.[0]).toContain('Max-Age=3600;')
    time.pass(HOUR_MS + 1)
    expect((await browser.session()).status).toBe(401)
  })

  test.each([
    ['user_id', 'cli-demo', 403, 'Los datos no corresponden a su sesión.'],
    ['user_name', 'demo', 403, 'Los datos no corresponden a su sesión.'],
    ['user_email', 'demo@mercadodolar.example', 403, 'Los datos no corresponden a su sesión.'],
    ['user_pwd', 'corta', 400, 'La contraseña no puede ser menor de 12 caracteres'],
    ['user_pwd', '', 400, 'Campo Vacío'],
    ['user_pwd', 'Contraseña#2026', 400, 'Caracteres no válidos'],
    ['user_pwd', 'SinEspeciales2026', 400, 'Falta Caracter Especial'],
    ['user_pwd', 'sin#mayusculas2026', 400, 'Falta una letra mayúscula'],
    ['user_pwd', `A#${'x'.repeat(49)}`, 400, 'La contraseña no puede ser mayor de 50 caracteres'],
  ])('a renewal with %s=%j returns %i', async (field, value, status, message) => {
    const { url } = await startIdentity({ engine })
    const browser = createBrowser(url)
    await browser.logIn('demovencida')
    const reply = await browser.submit('/api/password/RenewPassword.php', { ...RENEWAL, [field]: value })
    expect(statusAndBody(reply)).toEqual([status, { message }])
    expect(json(await browser.session()).user.key_expired).toBe(true)
  })

  test('a renewal returns 401 without a session and 403 before the password expires', async () => {
    const { url } = await startIdentity({ engine })
    const browser = createBrowser(url)
    expect(statusAndBody(await browser.submit('/api/password/RenewPassword.php', RENEWAL))).toEqual([401, SIGN_IN])
    await browser.logIn('demo')
    const form = { ...RENEWAL, user_id: 'cli-demo', user_name: 'demo', user_email: 'demo@mercadodolar.example' }
    const message = 'Su contraseña no ha expirado.'
    expect(statusAndBody(await browser.submit('/api/password/RenewPassword.php', form))).toEqual([403, { message }])
  })

  test.each([
    ['a disabled account', { disabled: 1 }, 'Cuenta de usuario Inactiva'],
    ['an expired account', { expires_at: TEST_START }, 'La cuenta ha expirado'],
  ])('the client of %s cannot renew the password, and the session ends', async (_account, closed, message) => {
    const { url, database } = await startIdentity({ engine })
    const browser = createBrowser(url)
    await browser.logIn('demovencida')
    await database.db.updateTable('identity_clients').set(closed).where('id', '=', 'cli-demovencida').execute()
    expect((await browser.submit('/api/password/RenewPassword.php', RENEWAL)).text).toBe('NO')
    expect(statusAndBody(await browser.session())).toEqual([401, { message, reason: 'account-closed' }])
    expect(statusAndBody(await browser.session())).toEqual([401, SIGN_IN])
  })

  test('a renewal changes no password of a closed account, and none that was already renewed', async () => {
    const { database } = await startIdentity({ engine })
    const store = createRecoveryStore(database)
    const renewal = { clientId: 'cli-demovencida', passwordHash: 'otra', at: TEST_START }
    const entry = toClientEntry({ at: TEST_START, origin: null }, 'password-changed', null)
    const records = { entry, mail: null }
    await database.db.updateTable('identity_clients').set({ disabled: 1 }).where('id', '=', 'cli-demovencida').execute()
    expect(await store.renew(renewal, records)).toBe(false)
    await database.db.updateTable('identity_clients').set({ disabled: 0 }).where('id', '=', 'cli-demovencida').execute()
    expect(await store.renew(renewal, records)).toBe(true)
    expect(await store.renew(renewal, records)).toBe(false)
  })

  test('a session and a challenge remain valid after a restart', async () => {
    const first = await startIdentity({ engine })
    const browser = createBrowser(first.url)
    await browser.logIn('demo')
    const check = await solveServerCheck(first.url)
    const second = await startIdentity({ engine, database: first.database, time: first.time })
    const copy = createBrowser(second.url)
    copy.copySession(browser)
    expect((await copy.session()).status).toBe(200)
    const login = await copy.post(LOGIN, { usr: 'demo', pwd: 'Demo#Dolar2026' }, { 'X-Human-Check': check })
    expect(json(login).status).toBe('success')
  })
})

test('a session cookie is Secure behind TLS', async () => {
  const { url } = await startIdentity({ env: { TRUST_PROXY: '1' } })
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.7' }
  const reply = await createBrowser(url).logIn('demo', undefined, headers)
  expect(reply.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
})

test.each([
  ['https://portal.example', 'http', true],
  ['https://portal.example', 'https', true],
  ['http://localhost:3000', 'https', false],
])(
  'with PUBLIC_URL=%s and a request over %s, the Secure attribute of the cookie is %s',
  async (publicUrl, protocol, secure) => {
    const { url } = await startIdentity({ env: { TRUST_PROXY: '1', PUBLIC_URL: publicUrl } })
    const headers = { 'X-Forwarded-Proto': protocol, 'X-Forwarded-For': '203.0.113.7' }
    const reply = await createBrowser(url).logIn('demo', undefined, headers)
    expect(reply.headers['set-cookie']?.[0]?.includes('; Secure')).toBe(secure)
    expect(reply.headers['strict-transport-security'] !== undefined).toBe(secure)
  },
)

test('an application token belongs to one session and does not contain the account', async () => {
  const account = { APPLICATION_USER: 'portal', APPLICATION_PASSWORD: 'una-clave-de-aplicacion' }
  const { url, lines } = await startIdentity({ env: account })
  const browser = createBrowser(url)
  expect(statusAndBody(await browser.post('/api/application-token/login', {}))).toEqual([401, SIGN_IN])
  await browser.logIn('demo')
  const reply = await browser.post('/api/application-token/login', {})
  expect(statusAndBody(reply)).toEqual([200, { token: expect.stringMatching(/^app-[0-9a-f]{64}$/) }])
  expect((await browser.post('/api/application-token/login', {})).text).toBe(reply.text)
  await browser.logIn('demo')
  expect((await browser.post('/api/application-token/login', {})).text).not.toBe(reply.text)
  expect(lines.join('') + reply.text).not.toMatch(/una-clave|portal/)
})

test('a server without an application account issues no token and configures no token host', async () => {
  const { database } = await startIdentity()
  const { url } = await startIdentity({ database, env: { DEMO_DATA: 'off' } })
  const browser = createBrowser(url)
  await browser.logIn('demo')
  const message = 'El servidor no tiene cuenta de aplicación.'
  expect(statusAndBody(await browser.post('/api/application-token/login', {}))).toEqual([404, { message }])
  expect(await readPortalConfig(null, { demo: false, hasApplicationAccount: false })).toMatchObject({
    ok: true,
    value: { applicationToken: { hosts: [] } },
  })
})

test('a clock offset expires sessions but does not shift acceptance times', async () => {
  const first = await startIdentity()
  const browser = createBrowser(first.url)
  await browser.logIn('demo')
  const shifted = await startIdentity({
    database: first.database,
    time: first.time,
    env: { CLOCK_OFFSET_MS: String(12 * HOUR_MS + 1) },
  })
  const later = createBrowser(shifted.url)
  later.copySession(browser)
  expect((await later.session()).status).toBe(401)
  await later.logIn('demoterminos')
  const acceptance = await later.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demoterminos' })
  expect(json(acceptance).fecha_confirmacion).toBe('2100-01-04T10:00:00-05:00')
})

test('a session that starts in the future is expired and does not block a login (D8)', async () => {
  const server = await startIdentity()
  const browser = createBrowser(server.url)
  await browser.logIn('demo')
  await server.database.db
    .updateTable('identity_sessions')
    .set(({ eb, ref }) => ({ started_at: eb(ref('started_at'), '+', 3_600_000) }))
    .execute()
  expect(statusAndBody(await browser.session())).toEqual([
    401,
    { message: 'Su sesión venció. Inicie sesión de nuevo.', reason: 'expired' },
  ])
  expect(json(await createBrowser(server.url).logIn('demo'))).toMatchObject({ status: 'success' })
})
