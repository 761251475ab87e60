import { describe, expect, test } from 'vitest'

import { IMC_BASE } from '#server/http/paths.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { MAX_OPEN_SESSIONS } from '#src/domain/imc/session/open-sessions.ts'
import { MINUTE_MS, toIso } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import {
  createBrowser,
  json,
  startIdentity,
  statusAndBody,
  type TestBrowser,
  type TestIdentityOptions,
} from '#tests/support/identity.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

interface Row {
  readonly id: string
  readonly usuario_id: string
  readonly equipo: string
  readonly direccion: string
  readonly desde: string
  readonly ultima_actividad: string
  readonly actual: boolean
}

async function start(options: TestIdentityOptions = {}) {
  const database = await temporaryDatabase(options.engine ?? 'sqlite')
  const server = await startIdentity({ imc: true, demoEntities: ['ent-andina', 'ent-pacifico'], ...options, database })
  async function signIn(usr_name: string, { entidad = 'ANDINA', agent = CHROME } = {}) {
    const browser = createBrowser(server.url)
    const body = { entidad, usr_name, usr_pwd: DEMO_PASSWORD }
    expect((await browser.post(`${IMC_BASE}/usuarios/login`, body, { 'user-agent': agent })).status).toBe(200)
    return browser
  }
  return { ...server, database, signIn }
}

const list = async (browser: TestBrowser, entity = 'ent-andina') =>
  (json(await browser.get(`${IMC_BASE}/entidades/${entity}/sesiones`)) as { data: readonly Row[] }).data

const end = (browser: TestBrowser, alcance: string, id?: string) =>
  browser.post(`${IMC_BASE}/usuarios/sesiones/cerrar`, { alcance, ...(id !== undefined && { id }) })

const check = async (browser: TestBrowser) =>
  statusAndBody(await browser.post(`${IMC_BASE}/usuarios/session/vigente`, {}))

describe.each(ENGINES)('%s', (engine) => {
  test('the list has device, address, start and last activity, but no cookie and no stored id (D95)', async () => {
    const { signIn, time, database } = await start({ engine })
    const operator = await signIn('operador', { agent: FIREFOX })
    const startedAt = time.now()
    time.pass(10 * MINUTE_MS)
    await operator.get(`${IMC_BASE}/usuarios/session`)
    const administrator = await signIn('admin')
    const rows = await list(administrator)
    expect(rows.find(({ usuario_id }) => usuario_id === 'usr-andina-operador')).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      usuario_id: 'usr-andina-operador',
      nombre: expect.stringContaining('Peñuela'),
      equipo: 'Firefox en Linux',
      direccion: '127.0.0.1',
      desde: toIso(startedAt),
      ultima_actividad: toIso(time.now()),
      actual: false,
    })
    expect(rows.filter(({ actual }) => actual).map(({ equipo }) => equipo)).toEqual(['Chrome en Windows'])
    const stored = await database.db.selectFrom('imc_sessions').select('id').execute()
    const text = JSON.stringify(rows)
    expect(stored.filter(({ id }) => text.includes(id))).toEqual([])
  })

  test('an ended browser gets the reason once; the audit has one line for the person (D95)', async () => {
    const { signIn } = await start({ engine })
    const browsers = [await signIn('operador'), await signIn('operador', { agent: FIREFOX })] as const
    const administrator = await signIn('admin')
    const reply = await end(administrator, 'persona', 'usr-andina-operador')
    expect(statusAndBody(reply)).toEqual([200, { cerradas: 2, message: 'Se cerraron 2 sesiones.' }])
    for (const browser of browsers) {
      const message = 'Un administrador de su entidad cerró su sesión. Inicie sesión de nuevo.'
      expect(await check(browser)).toEqual([401, { message, reason: 'unknown' }])
    }
    const audit = json(
      await administrator.get(`${IMC_BASE}/entidades/ent-andina/auditoria?accion=Sesi%C3%B3n%20cerrada`),
    ) as { data: readonly unknown[] }
    expect(audit.data).toEqual([
      expect.objectContaining({
        persona_id: 'usr-andina-admin',
        despues: { Sesiones: 2, Equipos: expect.stringMatching(/Firefox en Linux/) },
      }),
    ])
  })

  test('the sessions of another entity are 404, and its list is 403', async () => {
    const { signIn } = await start({ engine })
    const andina = await signIn('admin')
    const pacifico = await signIn('admin', { entidad: 'PACIFICO' })
    const [session] = await list(pacifico, 'ent-pacifico')
    expect((await end(andina, 'sesion', session?.id)).status).toBe(404)
    expect((await end(andina, 'persona', session?.usuario_id)).status).toBe(404)
    expect((await andina.get(`${IMC_BASE}/entidades/ent-pacifico/sesiones`)).status).toBe(403)
    expect((await end(andina, 'otras')).status).toBe(200)
    expect((await check(pacifico))[0]).toBe(200)
  })

  test('a login beyond the limit of open sessions ends the oldest (D95)', async () => {
    const { signIn, time } = await start({ engine })
    const browsers: TestBrowser[] = []
    for (let i = 0; i <= MAX_OPEN_SESSIONS; i += 1) {
      browsers.push(await signIn('operador'))
      time.pass(1_000)
    }
    const states = await Promise.all(browsers.map(check))
    expect(states.map(([status]) => status)).toEqual([401, ...Array(MAX_OPEN_SESSIONS).fill(200)])
  })
})

test('a session that its own user ended elsewhere says so', async () => {
  const { signIn } = await start()
  const old = await signIn('operador')
  const current = await signIn('operador')
  expect(json(await end(current, 'otras'))).toMatchObject({ cerradas: 1 })
  expect(await check(old)).toEqual([
    401,
    { message: 'Usted cerró esta sesión desde otro equipo. Inicie sesión de nuevo.', reason: 'unknown' },
  ])
})

test('a second end of the same session has no effect', async () => {
  const { signIn } = await start()
  await signIn('operador')
  const administrator = await signIn('admin')
  const row = (await list(administrator)).find(({ usuario_id }) => usuario_id === 'usr-andina-operador')
  expect(json(await end(administrator, 'sesion', row?.id))).toMatchObject({ cerradas: 1 })
  expect(json(await end(administrator, 'sesion', row?.id))).toMatchObject({ cerradas: 0 })
})

test('expired sessions and the automatic check of a page are no activity', async () => {
  const { signIn, time } = await start()
  const operator = await signIn('operador')
  const startedAt = time.now()
  time.pass(5 * MINUTE_MS)
  await check(operator)
  const administrator = await signIn('admin')
  expect((await list(administrator)).find(({ actual }) => !actual)?.ultima_actividad).toBe(toIso(startedAt))
  time.pass(SESSION_LIFETIME_MS - 4 * MINUTE_MS)
  expect((await list(administrator)).filter(({ actual }) => !actual)).toEqual([])
})
