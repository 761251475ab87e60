import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'

import type { RouteAccess } from '#server/http/access.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { ATTEMPT_POLICIES } from '#server/security/attempt-limits.ts'
import { HUMAN_CHECK_HEADER } from '#src/adapters/http/contract/paths.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import {
  createBrowser,
  json,
  solveLoginCheck,
  startIdentity,
  statusAndBody,
  type TestBrowser,
  type TestIdentityOptions,
} from '#tests/support/identity.ts'

const NEW_PASSWORD = 'Nueva#Clave2026'
const SIGN_IN = { message: 'Inicie sesión para continuar.', reason: 'unknown' }
const REFUSED = { message: 'Autenticación fallida. Por favor, verifique sus credenciales.' }

const ADMIN = {
  id: 'usr-andina-admin',
  entidad_id: 'ent-andina',
  nombre: 'Paula Ibáñez Cárdenas',
  entidad_nombre: 'Andina de Divisas S. A.',
  cambiar_pwd: false,
  rolename: 'administrador',
}

/** One GET route and one POST route for each access. The handlers do not check the session. */
const routes = {
  register(app: FastifyInstance) {
    for (const access of ['entityReader', 'entityAdministrator', 'client'] satisfies readonly RouteAccess[]) {
      app.get(`${IMC_BASE}/prueba/${access}`, { config: { access } }, async () => ({ access }))
      app.post(`${IMC_BASE}/prueba/${access}/:entidad`, { config: { access } }, async () => ({ access }))
    }
  },
}

const start = async (options: TestIdentityOptions = {}) => {
  const database = await temporaryDatabase(options.engine ?? 'sqlite')
  return startIdentity({ imc: true, modules: [routes], database, ...options })
}

const sendLogin = (
  browser: TestBrowser,
  { usr_name = 'admin', usr_pwd = DEMO_PASSWORD, entidad = 'ANDINA' },
  headers: Record<string, string> = {},
) => browser.post(`${IMC_BASE}/usuarios/login`, { entidad, usr_name, usr_pwd }, headers)

/** Signs in, and solves the check that a login after several failures needs. */
async function logIn(browser: TestBrowser, usr_name = 'admin', usr_pwd: string = DEMO_PASSWORD, entidad = 'ANDINA') {
  const login = { usr_name, usr_pwd, entidad }
  const reply = await sendLogin(browser, login)
  if (!('verificacion' in json(reply))) return reply
  return sendLogin(browser, login, { [HUMAN_CHECK_HEADER]: await solveLoginCheck(reply) })
}

const loadSession = (browser: TestBrowser) => browser.get(`${IMC_BASE}/usuarios/session`)

const renewPassword = (browser: TestBrowser, user_id = 'usr-andina-nuevo', user_pwd = NEW_PASSWORD) =>
  browser.post(`${IMC_BASE}/usuarios/renewpwd`, { user_id, user_pwd })

async function startSignedIn(options: TestIdentityOptions = {}, usr_name = 'admin') {
  const server = await start(options)
  const browser = createBrowser(server.url)
  expect((await logIn(browser, usr_name)).status).toBe(200)
  return { ...server, browser }
}

/** Starts a server and signs in a user with a temporary password, who must change it. */
async function startPending(engine: TestIdentityOptions['engine']) {
  const server = await startSignedIn({ ...(engine && { engine }) }, 'nuevo')
  const signInWithNewPassword = async () => {
    const browser = createBrowser(server.url)
    expect((await logIn(browser, 'nuevo', NEW_PASSWORD)).status).toBe(200)
    return browser
  }
  return { ...server, signInWithNewPassword }
}

describe.each(ENGINES)('%s', (engine) => {
  test('a login ignores case and opens a session with the user, the role and the entity', async () => {
    const { url } = await start({ engine })
    const browser = createBrowser(url)
    const reply = await logIn(browser, 'Admin', DEMO_PASSWORD, 'andina')
    expect(statusAndBody(reply)).toEqual([200, { data: [ADMIN], message: 'Ingreso correcto.' }])
    expect(reply.headers['set-cookie']?.[0]).toMatch(
      /^md_imc=[\w-]{43}\.[\w-]{22}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(statusAndBody(await loadSession(browser))).toEqual([200, { data: [ADMIN] }])
  })

  test('a logout ends the session and returns the same reply without a session', async () => {
    const { browser } = await startSignedIn({ engine })
    const oldCookie = browser.cookies()
    const closed = [200, { message: 'Sesión cerrada.' }]
    expect(statusAndBody(await browser.post(`${IMC_BASE}/usuarios/logout`, {}))).toEqual(closed)
    expect(statusAndBody(await browser.post(`${IMC_BASE}/usuarios/logout`, {}))).toEqual(closed)
    const headers = { cookie: oldCookie }
    expect(statusAndBody(await browser.sendOnly('GET', `${IMC_BASE}/usuarios/session`, headers))).toEqual([
      401,
      SIGN_IN,
    ])
  })

  test('a login replaces only the session of its browser, and a user can have several sessions', async () => {
    const { url, browser, database } = await startSignedIn({ engine })
    const other = createBrowser(url)
    await logIn(other)
    const replacedCookie = browser.cookies()
    await logIn(browser)
    expect((await loadSession(browser)).status).toBe(200)
    expect((await loadSession(other)).status).toBe(200)
    expect((await browser.sendOnly('GET', `${IMC_BASE}/usuarios/session`, { cookie: replacedCookie })).status).toBe(401)
    const rows = await database.db.selectFrom('imc_sessions').select('end_reason').execute()
    expect(rows.map(({ end_reason }) => end_reason).toSorted()).toEqual(['replaced', null, null].toSorted())
  })

  test('a password change sends a mail without the password if the user has a mail address (D79)', async () => {
    const { browser, database, signInWithNewPassword } = await startPending(engine)
    const user = database.db.updateTable('imc_users').where('id', '=', 'usr-andina-nuevo')
    const findMails = () => database.db.selectFrom('records_outbox').selectAll().execute()
    await user.set({ email: 'nuevo@andina.example' }).execute()
    expect((await renewPassword(browser)).status).toBe(200)
    const [mail, ...others] = await findMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'mail', recipient: 'nuevo@andina.example', status: 'pending' })
    const { subject, text } = JSON.parse(mail?.content ?? '{}')
    expect(subject).toBe('Su contraseña de Mercado Dólar cambió')
    expect(text).toMatch(/^Hola, .+:\n\nLa contraseña de su usuario del área de entidades cambió el \S+, \d+ de /)
    expect(text).not.toMatch(/http|Clave/)

    // Only administrators must have a mail address.
    await user.set({ email: null, role: 'user', must_change_password: 1 }).execute()
    const laterBrowser = await signInWithNewPassword()
    expect((await renewPassword(laterBrowser, 'usr-andina-nuevo', `${NEW_PASSWORD}1`)).status).toBe(200)
    expect(await findMails()).toHaveLength(1)
  })

  test('a user with a temporary password can only change it, which ends the other sessions (D16)', async () => {
    const { url, browser, database } = await startSignedIn({ engine }, 'nuevo')
    const other = createBrowser(url)
    expect(json(await logIn(other, 'nuevo')).data[0]).toMatchObject({ id: 'usr-andina-nuevo', cambiar_pwd: true })
    const pending = [403, { message: 'Cambie su contraseña para continuar.' }]
    expect(statusAndBody(await loadSession(browser))).toEqual(pending)
    expect(statusAndBody(await browser.get(`${IMC_BASE}/prueba/entityReader`))).toEqual(pending)
    expect(statusAndBody(await browser.get(`${IMC_BASE}/prueba/entityAdministrator`))).toEqual(pending)

    const oldCookie = browser.cookies()
    expect(statusAndBody(await renewPassword(browser))).toEqual([
      200,
      {
        data: [expect.objectContaining({ id: 'usr-andina-nuevo', cambiar_pwd: false, rolename: 'administrador' })],
        message: 'Contraseña actualizada.',
      },
    ])
    expect((await loadSession(browser)).status).toBe(200)
    expect((await browser.sendOnly('GET', `${IMC_BASE}/usuarios/session`, { cookie: oldCookie })).status).toBe(401)
    expect(statusAndBody(await loadSession(other))).toEqual([
      401,
      { message: 'Su contraseña cambió. Inicie sesión de nuevo.', reason: 'password-changed' },
    ])
    expect(statusAndBody(await loadSession(other))).toEqual([401, SIGN_IN])
    expect(statusAndBody(await renewPassword(browser))).toEqual([
      403,
      { message: 'Su contraseña no tiene un cambio pendiente.' },
    ])
    expect((await logIn(createBrowser(url), 'nuevo')).status).toBe(401)
    expect((await logIn(createBrowser(url), 'nuevo', NEW_PASSWORD)).status).toBe(200)
    const actions = await database.db.selectFrom('records_audit').select('action').orderBy('id').execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'signed-in',
      'signed-in',
      'password-changed',
      'sign-in-refused',
      'signed-in',
    ])
  })

  test('only one of three simultaneous changes of a temporary password succeeds', async () => {
    const { url, browser } = await startSignedIn({ engine }, 'nuevo')
    const others = [createBrowser(url), createBrowser(url)]
    for (const other of others) await logIn(other, 'nuevo')
    const replies = await Promise.all([browser, ...others].map((each) => renewPassword(each)))
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  })

  test('the audit log contains each login, logout and refused login with its request id', async () => {
    const { browser, database } = await startSignedIn({ engine })
    await browser.post(`${IMC_BASE}/usuarios/logout`, {})
    await logIn(browser, 'admin', 'Otra#Clave2026')
    await logIn(browser, 'nadie')
    const rows = await database.db.selectFrom('records_audit').selectAll().orderBy('id').execute()
    expect(
      rows.map(({ action, realm, subject_id, entity_id, target }) => [action, realm, subject_id, entity_id, target]),
    ).toEqual([
      ['signed-in', 'imc', 'usr-andina-admin', 'ent-andina', 'usr-andina-admin'],
      ['signed-out', 'imc', 'usr-andina-admin', 'ent-andina', 'usr-andina-admin'],
      ['sign-in-refused', 'imc', null, 'ent-andina', 'usr-andina-admin'],
      ['sign-in-refused', 'imc', null, null, null],
    ])
    expect(rows.every(({ request_id, address }) => request_id !== null && address === '127.0.0.1')).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('Clave2026')
  })
})

test.each([
  ['a wrong password', 'admin', 'Otra#Clave2026', 'ANDINA'],
  ['an unknown user', 'nadie', DEMO_PASSWORD, 'ANDINA'],
  ['an unknown entity', 'admin', DEMO_PASSWORD, 'BANCO'],
  ['a user without a password', 'cnino', DEMO_PASSWORD, 'ANDINA'],
])('a login with %s returns 401 with the general message', async (_what, username, password, entity) => {
  const { url } = await start()
  expect(statusAndBody(await logIn(createBrowser(url), username, password, entity))).toEqual([401, REFUSED])
})

// A 401 adds «Usuario no encontrado o inactivo» in the portal; a pending contract is neither (D87).
test.each([
  ['an inactive user', 'imc_users', 'active', 0, 401, 'Su usuario está inactivo.'],
  ['a user with a pending contract', 'imc_users', 'contract_pending', 1, 403, 'Su contrato está pendiente.'],
  ['a user of an inactive entity', 'imc_entities', 'active', 0, 401, 'Su usuario está inactivo.'],
] as const)(
  'the server refuses the login and ends the session of %s',
  async (...[, table, column, value, status, reason]) => {
    const message = `${reason} Comuníquese con el administrador de su entidad.`
    const { url, browser, database } = await startSignedIn()
    const id = table === 'imc_users' ? 'usr-andina-admin' : 'ent-andina'
    await database.db
      .updateTable(table)
      .set({ [column]: value })
      .where('id', '=', id)
      .execute()
    expect(statusAndBody(await logIn(createBrowser(url)))).toEqual([status, { message }])
    expect(statusAndBody(await loadSession(browser))).toEqual([
      401,
      {
        message: 'Su usuario está inactivo. Comuníquese con el administrador de su entidad.',
        reason: 'account-closed',
      },
    ])
    expect(statusAndBody(await loadSession(browser))).toEqual([401, SIGN_IN])
    expect((await logIn(createBrowser(url), 'admin', 'Otra#Clave2026')).text).toBe(JSON.stringify(REFUSED))
  },
)

test('a session ends after 12 hours, and only the next reply contains the reason', async () => {
  const { browser, time } = await startSignedIn()
  time.pass(SESSION_LIFETIME_MS)
  expect((await loadSession(browser)).status).toBe(200)
  time.pass(1)
  expect(statusAndBody(await loadSession(browser))).toEqual([
    401,
    { message: 'Su sesión venció. Inicie sesión de nuevo.', reason: 'expired' },
  ])
  expect(statusAndBody(await loadSession(browser))).toEqual([401, SIGN_IN])
})

test('the client session and the IMC session of a browser end separately', async () => {
  const { url, browser, time } = await startSignedIn()
  await browser.logIn('demo')
  expect((await loadSession(browser)).status).toBe(200)
  expect((await browser.session()).status).toBe(200)
  await createBrowser(url).takeOver('demo')
  expect((await loadSession(browser)).status).toBe(200)
  expect(json(await browser.session())).toMatchObject({ reason: 'takeover' })
  expect((await loadSession(browser)).status).toBe(200)
  time.pass(SESSION_LIFETIME_MS + 1)
  expect(json(await browser.session())).toMatchObject({ reason: 'unknown' })
  expect(json(await loadSession(browser))).toMatchObject({ reason: 'expired' })
})

test('IMC routes refuse a client session, and client routes refuse an IMC session', async () => {
  const { url, browser } = await startSignedIn()
  expect((await browser.get(`${IMC_BASE}/prueba/client`)).status).toBe(401)
  const client = createBrowser(url)
  await client.logIn('demo')
  expect(statusAndBody(await client.get(`${IMC_BASE}/prueba/entityReader`))).toEqual([401, SIGN_IN])
})

test('a user with the role usuario can read but not change (D25)', async () => {
  const { browser } = await startSignedIn({}, 'operador')
  expect((await browser.get(`${IMC_BASE}/prueba/entityReader`)).status).toBe(200)
  expect(statusAndBody(await browser.get(`${IMC_BASE}/prueba/entityAdministrator`))).toEqual([
    403,
    { message: 'Solo los administradores de la entidad pueden hacer esto.' },
  ])
})

test.each([
  ['ent-andina', {}, 200, null],
  ['ent-andina', { entidad_id: 'ent-andina', administrador_id: 'usr-andina-admin' }, 200, null],
  ['ent-pacifico', {}, 403, 'La entidad no corresponde a su sesión.'],
  ['ent-andina', { entidad_id: 'ent-pacifico' }, 403, 'La entidad no corresponde a su sesión.'],
  ['ent-andina', { entidad_id: 7 }, 403, 'La entidad no corresponde a su sesión.'],
  ['ent-andina', { administrador_id: 'usr-andina-nuevo' }, 403, 'Los datos no corresponden a su sesión.'],
  ['ent-andina', { updated_by: 'Paula Ibáñez Cárdenas' }, 200, null],
])(
  'a POST of a user of ent-andina to a route of %s with the body %j returns %i (D24)',
  async (entity, body, status, message) => {
    const { browser } = await startSignedIn()
    const reply = await browser.post(`${IMC_BASE}/prueba/entityAdministrator/${entity}`, body)
    expect(reply.status).toBe(status)
    if (message !== null) expect(json(reply)).toEqual({ message })
  },
)

test.each([
  ['the id of another user', 403, 'usr-andina-admin', NEW_PASSWORD, 'Los datos no corresponden a su sesión.'],
  ['no password', 400, 'usr-andina-nuevo', '', 'Contraseña Vacía'],
  ['the temporary password', 400, 'usr-andina-nuevo', DEMO_PASSWORD, 'Elija una contraseña distinta de la temporal.'],
  ['a short password', 400, 'usr-andina-nuevo', 'Corta#2026', 'Contraseña muy Corta'],
  ['a space', 400, 'usr-andina-nuevo', 'Nueva Clave#2026', 'Caracteres no válidos'],
  ['no special character', 400, 'usr-andina-nuevo', 'NuevaClave2026', 'Falta Caracter Especial'],
  ['no upper-case letter', 400, 'usr-andina-nuevo', 'nueva#clave2026', 'Falta una letra mayúscula'],
])('a password change with %s returns %i', async (_what, status, id, password, message) => {
  const { browser } = await startSignedIn({}, 'nuevo')
  expect(statusAndBody(await renewPassword(browser, id, password))).toEqual([status, { message }])
  expect((await renewPassword(browser)).status).toBe(200)
})

test('a login asks for a check after three failures, never before, and each solution is good for one (D117)', async () => {
  const { url } = await start()
  const fail = (headers = {}) => sendLogin(createBrowser(url), { usr_pwd: 'Otra#Clave2026' }, headers)
  for (let attempt = 0; attempt < 3; attempt += 1) expect((await fail()).status).toBe(401)
  const asked = await sendLogin(createBrowser(url), {})
  expect(statusAndBody(asked)).toEqual([
    200,
    { verificacion: expect.objectContaining({ signature: expect.anything() }) },
  ])
  expect(asked.headers['set-cookie']).toBeUndefined()
  const solution = { [HUMAN_CHECK_HEADER]: await solveLoginCheck(asked) }
  expect((await fail(solution)).status).toBe(401)
  expect(json(await sendLogin(createBrowser(url), {}, solution))).toHaveProperty('verificacion')
  expect(json(await sendLogin(createBrowser(url), { usr_name: 'operador' }))).toHaveProperty('data')
  expect(json(await logIn(createBrowser(url)))).toHaveProperty('data')
})

test('a known device signs in without a check, whatever others failed (D117)', async () => {
  const { url } = await start()
  const own = createBrowser(url)
  await logIn(own)
  for (let attempt = 0; attempt < 5; attempt += 1) await logIn(createBrowser(url), 'admin', 'Otra#Clave2026')
  expect((await logIn(createBrowser(url))).status).toBe(429)
  expect(json(await sendLogin(own, {}))).toHaveProperty('data')
})

test('fifty failures of one network pause no other user there; each login has a harder check (D117)', async () => {
  const { url } = await start()
  const fail = (usr_name: string) => sendLogin(createBrowser(url), { usr_name, usr_pwd: 'Otra#Clave2026' })
  for (let index = 0; index < 50; index += 1) expect((await fail(`nadie${index}`)).status).toBe(401)
  const asked = json(await sendLogin(createBrowser(url), {}))
  expect(asked.verificacion.parameters.cost).toBe(10_000)
  expect(json(await logIn(createBrowser(url)))).toHaveProperty('data')
})

test('five wrong passwords lock the user, even for the right password, but no other user', async () => {
  const { url } = await start()
  for (let attempt = 0; attempt < ATTEMPT_POLICIES.loginPair.failuresPerPause; attempt += 1)
    expect((await logIn(createBrowser(url), 'admin', 'Otra#Clave2026')).status).toBe(401)
  const refusal = await logIn(createBrowser(url))
  expect(statusAndBody(refusal)).toEqual([429, { message: 'Demasiados intentos. Intente de nuevo en 60 segundos.' }])
  expect(refusal.headers['retry-after']).toBe('60')
  expect((await logIn(createBrowser(url), 'operador')).status).toBe(200)
})

test('a user can sign in after the end of the lock', async () => {
  const { url, time } = await start()
  for (let attempt = 0; attempt < ATTEMPT_POLICIES.loginPair.failuresPerPause; attempt += 1)
    await logIn(createBrowser(url), 'admin', 'Otra#Clave2026')
  time.pass(MINUTE_MS)
  expect((await logIn(createBrowser(url))).status).toBe(200)
})

test.each([
  [{ entidad: 'A', usr_name: 'admin', usr_pwd: DEMO_PASSWORD }],
  [{ entidad: 'ANDINA', usr_name: 'ad', usr_pwd: DEMO_PASSWORD }],
  [{ entidad: 'ANDINA', usr_name: 'admin', usr_pwd: 'x' }],
  [{ entidad: ['ANDINA'], usr_name: 'admin', usr_pwd: DEMO_PASSWORD }],
  [{ entidad: 'ANDINA', usr_name: { $ne: '' }, usr_pwd: DEMO_PASSWORD }],
  [{}],
])('a login with the body %j returns 400', async (body) => {
  const { url } = await start()
  const reply = await createBrowser(url).post(`${IMC_BASE}/usuarios/login`, body)
  expect([reply.status, json(reply)]).toEqual([400, { message: expect.stringMatching(/\.$/) }])
})

test('unknown, forged and very long cookies are treated as anonymous', async () => {
  const { url } = await start()
  for (const value of ['x', 'a'.repeat(43), 'b'.repeat(3_000), '%00', '"'])
    expect(
      statusAndBody(
        await createBrowser(url).sendOnly('GET', `${IMC_BASE}/usuarios/session`, { cookie: `md_imc=${value}` }),
      ),
    ).toEqual([401, SIGN_IN])
})
