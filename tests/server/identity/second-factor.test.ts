import { describe, expect, test } from 'vitest'
import type { Engine } from '#server/database/connection.ts'
import { IMC_BASE, MARKET_BASE } from '#server/http/paths.ts'
import { createFactorKeys } from '#server/security/factor-keys.ts'
import { CLIENT_FACTOR_PATHS, IMC_FACTOR_PATHS } from '#src/adapters/http/contract/identity/second-factor.ts'
import { OPERATOR_BASE } from '#src/adapters/http/contract/operator/operator.ts'
import { FACTOR_TICKET_MS } from '#src/domain/identity/second-factor.ts'
import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity, type TestBrowser } from '#tests/support/identity.ts'
import { toOneTimeCode } from '#tests/support/one-time-codes.ts'

const OPERATOR_KEY = 'una clave del operador de 32 caracteres'
const STEP_MS = 30 * SECOND_MS

const start = async (engine: Engine = 'sqlite') => {
  const database = await temporaryDatabase(engine)
  const server = await startIdentity({ imc: true, database, env: { OPERATOR_KEY } })
  const { time } = server
  const imcPost = (browser: TestBrowser, path: string, body: unknown) => browser.post(IMC_BASE + path, body)
  const clientPost = (browser: TestBrowser, path: string, body: unknown) => browser.post(MARKET_BASE + path, body)
  const logInImc = async (browser: TestBrowser, usr_name = 'admin') =>
    json(await imcPost(browser, '/usuarios/login', { entidad: 'ANDINA', usr_name, usr_pwd: DEMO_PASSWORD }))
  const operate = (path: string, body: unknown) =>
    createBrowser(server.url).post(OPERATOR_BASE + path, body, { 'x-operator-key': OPERATOR_KEY })

  /** Sets the factor of a signed-in browser up, and returns its secret and its recovery codes. */
  async function setUp(browser: TestBrowser, realm: 'imc' | 'client' = 'imc') {
    const [post, paths] = realm === 'imc' ? [imcPost, IMC_FACTOR_PATHS] : [clientPost, CLIENT_FACTOR_PATHS]
    const { secreto } = json(await post(browser, paths.begin, { clave: DEMO_PASSWORD }))
    const confirmed = await post(browser, paths.confirm, { codigo: toOneTimeCode(secreto, time.now()) })
    const { codigos } = json(confirmed)
    time.pass(STEP_MS)
    return { secret: secreto as string, codes: codigos as string[] }
  }

  /** Signs in with the password and returns the ticket. */
  const takeTicket = async (browser: TestBrowser, usr_name = 'admin') =>
    (await logInImc(browser, usr_name)).boleto as string

  const answer = async (browser: TestBrowser, boleto: string, codigo: string, forma = 'totp') => {
    const reply = await imcPost(browser, IMC_FACTOR_PATHS.login, { boleto, forma, codigo })
    return { httpStatus: reply.status, ...json(reply) }
  }
  const newBrowser = () => createBrowser(server.url)
  const isSignedIn = async (browser: TestBrowser) => (await browser.get(`${IMC_BASE}/usuarios/session`)).status === 200
  const code = (secret: string) => toOneTimeCode(secret, time.now())

  const browser = newBrowser()
  await logInImc(browser)
  return {
    ...server,
    ...{ operate, setUp, takeTicket, answer, newBrowser, isSignedIn, code, logInImc, browser, clientPost, imcPost },
  }
}

describe.each(ENGINES)('the second factor on %s', (engine) => {
  test('a user signs in with password and code, and a code is accepted once (D93)', async () => {
    const { setUp, browser, takeTicket, answer, newBrowser, isSignedIn, code } = await start(engine)
    const { secret, codes } = await setUp(browser)
    expect(codes).toHaveLength(10)
    const other = newBrowser()
    const ticket = await takeTicket(other)
    expect(await isSignedIn(other)).toBe(false)
    const used = code(secret)
    expect((await answer(other, ticket, `${used.slice(0, 3)} ${used.slice(3)}`)).data).toHaveLength(1)
    expect(await isSignedIn(other)).toBe(true)

    const third = newBrowser()
    expect((await answer(third, ticket, used)).status).toBe('FACTOR_EXPIRED')
    expect((await answer(third, await takeTicket(third), used)).status).toBe('FACTOR_INVALID')
    expect(await isSignedIn(third)).toBe(false)
  })

  test('of two parallel uses of one code exactly one signs in (D93)', async () => {
    const { setUp, browser, takeTicket, answer, newBrowser, code } = await start(engine)
    const { secret } = await setUp(browser)
    const browsers = [newBrowser(), newBrowser(), newBrowser()]
    const tickets = await Promise.all(browsers.map((each) => takeTicket(each)))
    const used = code(secret)
    const answers = await Promise.all(browsers.map((each, i) => answer(each, tickets[i] ?? '', used)))
    expect(answers.filter(({ data }) => data !== undefined)).toHaveLength(1)
  })

  test('a recovery code is accepted once, also from two browsers at once (D93)', async () => {
    const { setUp, browser, takeTicket, answer, newBrowser } = await start(engine)
    const { codes } = await setUp(browser)
    const [first = ''] = codes
    const browsers = [newBrowser(), newBrowser()]
    const tickets = await Promise.all(browsers.map((each) => takeTicket(each)))
    const answers = await Promise.all(
      browsers.map((each, i) => answer(each, tickets[i] ?? '', first.toLowerCase(), 'recovery')),
    )
    expect(answers.filter(({ data }) => data !== undefined)).toHaveLength(1)
    const status = json(await browser.get(IMC_BASE + IMC_FACTOR_PATHS.status))
    expect(status.codigos).toBe(9)
  })
})

describe('threats', () => {
  test('a ticket expires, and is void after a new password (D93)', async () => {
    const { setUp, browser, takeTicket, answer, newBrowser, code, time, database } = await start()
    const { secret } = await setUp(browser)
    const other = newBrowser()
    const ticket = await takeTicket(other)
    time.pass(FACTOR_TICKET_MS)
    expect((await answer(other, ticket, code(secret))).status).toBe('FACTOR_EXPIRED')

    const next = await takeTicket(other)
    await database.db
      .updateTable('imc_users')
      .set({ password_hash: 'another hash' })
      .where('id', '=', 'usr-andina-admin')
      .execute()
    expect((await answer(other, next, code(secret))).status).toBe('FACTOR_EXPIRED')
  })

  test('the codes of one account do not open another one, nor does a ticket the other realm (D93)', async () => {
    const { setUp, browser, takeTicket, answer, newBrowser, code, clientPost, logInImc } = await start()
    const { secret } = await setUp(browser)
    const client = newBrowser()
    await client.logIn('demo')
    const { secret: clientSecret } = await setUp(client, 'client')
    const colleague = newBrowser()
    await logInImc(colleague, 'operador')
    const { secret: colleagueSecret } = await setUp(colleague)

    const other = newBrowser()
    const ticket = await takeTicket(other)
    expect((await answer(other, ticket, code(clientSecret))).status).toBe('FACTOR_INVALID')
    expect((await answer(other, ticket, code(colleagueSecret))).status).toBe('FACTOR_INVALID')
    const body = { boleto: ticket, forma: 'totp', codigo: code(secret) }
    expect(json(await clientPost(other, CLIENT_FACTOR_PATHS.login, body))).toEqual({ status: 'FACTOR_EXPIRED' })
  })

  test('wrong codes over many tickets pause the account, not its password (D93)', async () => {
    const { setUp, browser, takeTicket, answer, newBrowser, code, time } = await start()
    const { secret } = await setUp(browser)
    const wrong = String((Number(code(secret)) + 1) % 1_000_000).padStart(6, '0')
    const lefts: unknown[] = []
    for (let i = 0; i < 5; i += 1) {
      const each = newBrowser()
      lefts.push((await answer(each, await takeTicket(each), wrong)).intentos)
    }
    expect(lefts).toEqual([4, 3, 2, 1, 0])
    const other = newBrowser()
    const ticket = await takeTicket(other)
    expect((await answer(other, ticket, code(secret))).httpStatus).toBe(429)
    time.pass(MINUTE_MS)
    expect((await answer(other, ticket, code(secret))).data).toHaveLength(1)
  })

  test('secrets and recovery codes are not readable in the database (D93)', async () => {
    const { setUp, browser, database } = await start()
    const { secret, codes } = await setUp(browser)
    const rows = JSON.stringify([
      await database.db.selectFrom('security_factors').selectAll().execute(),
      await database.db.selectFrom('security_recovery_codes').selectAll().execute(),
      await database.db.selectFrom('records_audit').selectAll().execute(),
      await database.db.selectFrom('records_outbox').selectAll().execute(),
    ])
    expect(rows).not.toContain(secret)
    for (const each of codes) expect(rows).not.toContain(each.replaceAll('-', ''))
    const keys = createFactorKeys('another secret of the server, 32 characters')
    const [{ secret: stored } = { secret: '' }] = await database.db.selectFrom('security_factors').selectAll().execute()
    expect(() => keys.decrypt(stored, 'imc usr-andina-admin')).toThrow('SERVER_SECRET')
  })

  test('an entity that requires the factor restricts old sessions to its set-up (D93)', async () => {
    const { browser, operate, setUp, isSignedIn } = await start()
    const list = () => browser.get(`${IMC_BASE}/entidades/ent-andina/usuarios`)
    expect((await list()).status).toBe(200)
    expect((await operate('/entidades/andina/segundo-factor', { exigido: true })).status).toBe(200)
    const refused = await list()
    expect([refused.status, json(refused).message]).toEqual([
      403,
      'Active la verificación en dos pasos para continuar.',
    ])
    expect(json(await browser.get(`${IMC_BASE}/usuarios/session`)).data[0].activar_factor).toBe(true)
    await setUp(browser)
    expect((await list()).status).toBe(200)
    expect(json(await browser.get(IMC_BASE + IMC_FACTOR_PATHS.status)).exigido).toBe(true)
    const off = await browser.post(IMC_BASE + IMC_FACTOR_PATHS.turnOff, {
      clave: DEMO_PASSWORD,
      forma: 'totp',
      codigo: '123456',
    })
    expect(off.status).toBe(403)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('turning the factor on ends the other sessions of the user (D93)', async () => {
    const { browser, logInImc, newBrowser, setUp, isSignedIn } = await start()
    const other = newBrowser()
    await logInImc(other)
    await setUp(browser)
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false])
  })

  test('the factor changes only with the password and a code, and each change is mailed (D93)', async () => {
    const { browser, setUp, code, time, imcPost, database } = await start()
    expect((await imcPost(browser, IMC_FACTOR_PATHS.begin, { clave: 'otra clave' })).status).toBe(400)
    const { secret, codes } = await setUp(browser)
    const change = (clave: string, codigo: string, forma = 'totp') =>
      imcPost(browser, IMC_FACTOR_PATHS.codes, { clave, forma, codigo })
    expect((await change('otra clave', code(secret))).status).toBe(400)
    expect((await change(DEMO_PASSWORD, '000000')).status).toBe(400)
    const renewed = json(await change(DEMO_PASSWORD, code(secret))).codigos as string[]
    expect(renewed).toHaveLength(10)
    time.pass(STEP_MS)
    const off = (codigo: string) =>
      imcPost(browser, IMC_FACTOR_PATHS.turnOff, { clave: DEMO_PASSWORD, forma: 'recovery', codigo })
    expect((await off(codes[1] ?? '')).status).toBe(400)
    expect((await off(renewed[1] ?? '')).status).toBe(200)
    expect(json(await browser.get(IMC_BASE + IMC_FACTOR_PATHS.status)).desde).toBeNull()
    const actions = await database.db
      .selectFrom('records_audit')
      .select('action')
      .where('action', 'like', 'factor-%')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'factor-activated',
      'factor-codes-renewed',
      'factor-deactivated',
    ])
    const mails = await database.db.selectFrom('records_outbox').select('content').execute()
    expect(mails).toHaveLength(3)
  })

  test('the operator resets a lost factor: sessions end, and the password alone signs in again (D93)', async () => {
    const { browser, setUp, operate, isSignedIn, logInImc, newBrowser } = await start()
    await setUp(browser)
    expect((await operate('/entidades/ANDINA/usuarios/ADMIN/restablecer-factor', {})).status).toBe(200)
    expect((await operate('/entidades/ANDINA/usuarios/admin/restablecer-factor', {})).status).toBe(404)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await logInImc(newBrowser())).data).toHaveLength(1)
  })
})

describe('clients', () => {
  test('a client signs in with a code; another open session is named before the code is asked (D93)', async () => {
    const { newBrowser, setUp, code, clientPost, operate } = await start()
    const client = newBrowser()
    await client.logIn('demo')
    const { secret } = await setUp(client, 'client')
    const other = newBrowser()
    expect(json(await other.logIn('demo')).status).toBe('SESSION_ACTIVE')
    await clientPost(client, '/users/logout', {})
    const { status, boleto, formas } = json(await other.logIn('demo'))
    expect([status, formas]).toEqual(['FACTOR', ['totp', 'recovery']])
    const body = { boleto, forma: 'totp', codigo: code(secret) }
    expect(json(await clientPost(other, CLIENT_FACTOR_PATHS.login, body)).status).toBe('success')
    expect(json(await other.session()).user.id).toBe('cli-demo')

    expect((await operate('/clientes/demo/restablecer-factor', {})).status).toBe(200)
    expect((await other.session()).status).toBe(401)
    expect(json(await newBrowser().logIn('demo')).status).toBe('success')
  })
})
