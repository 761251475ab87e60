import { describe, expect, test } from 'vitest'
import type { Engine } from '#server/database/connection.ts'
import { IMC_BASE, MARKET_BASE } from '#server/http/paths.ts'
import { CLIENT_PASSKEY_PATHS, IMC_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { CLIENT_FACTOR_PATHS, IMC_FACTOR_PATHS } from '#src/adapters/http/contract/identity/second-factor.ts'
import { OPERATOR_BASE } from '#src/adapters/http/contract/operator/operator.ts'
import { MAX_PASSKEYS, PASSKEY_CHALLENGE_MS } from '#src/domain/identity/passkey.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity, type TestBrowser } from '#tests/support/identity.ts'
import { toOneTimeCode } from '#tests/support/one-time-codes.ts'
import { createAuthenticator } from '#tests/support/software-authenticator.ts'

const ORIGIN = 'https://dolar.example'
const OPERATOR_KEY = 'una clave del operador de 32 caracteres'

type Authenticator = ReturnType<typeof createAuthenticator>

async function start(engine: Engine = 'sqlite', publicUrl = ORIGIN) {
  const database = await temporaryDatabase(engine)
  const server = await startIdentity({ imc: true, database, env: { OPERATOR_KEY, PUBLIC_URL: publicUrl } })
  const post = (browser: TestBrowser, path: string, body: unknown) => browser.post(IMC_BASE + path, body)
  const logIn = async (browser: TestBrowser) =>
    json(await post(browser, '/usuarios/login', { entidad: 'ANDINA', usr_name: 'admin', usr_pwd: DEMO_PASSWORD }))
  const begin = (browser: TestBrowser) => post(browser, IMC_PASSKEY_PATHS.begin, { clave: DEMO_PASSWORD })
  const readOptions = async (browser: TestBrowser) => json(await begin(browser)).opciones as string

  async function add(browser: TestBrowser, device: Authenticator, nombre = 'Portátil') {
    const respuesta = device.register(await readOptions(browser))
    return post(browser, IMC_PASSKEY_PATHS.add, { nombre, respuesta })
  }
  const list = async (browser: TestBrowser) =>
    json(await browser.get(IMC_BASE + IMC_PASSKEY_PATHS.list)).llaves as { id: string; nombre: string }[]

  /** Types the password in a new browser, and returns the ticket and the options of the challenge. */
  async function takeChallenge() {
    const other = createBrowser(server.url)
    const { boleto, formas } = await logIn(other)
    const reply = json(await post(other, IMC_PASSKEY_PATHS.loginChallenge, { boleto }))
    return { other, boleto: boleto as string, formas, options: reply.opciones as string }
  }
  const answer = async (browser: TestBrowser, boleto: string, codigo: string) =>
    json(await post(browser, IMC_FACTOR_PATHS.login, { boleto, forma: 'passkey', codigo }))
  const remove = (browser: TestBrowser, id: string | undefined) =>
    post(browser, IMC_PASSKEY_PATHS.remove, { id, clave: DEMO_PASSWORD })

  const browser = createBrowser(server.url)
  await logIn(browser)
  const device = createAuthenticator({ origin: ORIGIN })
  return { ...server, post, begin, readOptions, add, list, takeChallenge, answer, remove, browser, device }
}

describe.each(ENGINES)('passkeys on %s', (engine) => {
  test('a user registers a passkey and signs in with it (D96)', async () => {
    const { add, list, browser, device, takeChallenge, answer, time } = await start(engine)
    const { codigos } = json(await add(browser, device))
    expect(codigos).toHaveLength(10)
    expect(json(await browser.get(IMC_BASE + IMC_FACTOR_PATHS.status)).formas).toEqual(['passkey', 'recovery'])
    const { other, boleto, formas, options } = await takeChallenge()
    expect(formas).toEqual(['passkey', 'recovery'])
    time.pass(1_000)
    expect((await answer(other, boleto, device.signIn(options))).data).toHaveLength(1)
    expect(await list(other)).toEqual([
      expect.objectContaining({ nombre: 'Portátil', ultimo_uso: expect.stringMatching(/^2100/) }),
    ])
  })

  test('a challenge is answered once, and only for a while (D96)', async () => {
    const { add, browser, device, takeChallenge, answer, time } = await start(engine)
    await add(browser, device)
    const { other, boleto, options } = await takeChallenge()
    await answer(other, boleto, device.signIn(options))
    const second = await takeChallenge()
    expect((await answer(second.other, second.boleto, device.signIn(options))).status).toBe('FACTOR_INVALID')

    const late = await takeChallenge()
    time.pass(PASSKEY_CHALLENGE_MS)
    const fresh = await takeChallenge()
    expect((await answer(fresh.other, fresh.boleto, device.signIn(late.options))).status).toBe('FACTOR_INVALID')
  })

  test('a copied passkey, whose counter does not grow, is refused (D96)', async () => {
    const { add, browser, device, takeChallenge, answer } = await start(engine)
    await add(browser, device)
    const first = await takeChallenge()
    device.setCounter(10)
    expect((await answer(first.other, first.boleto, device.signIn(first.options))).data).toHaveLength(1)
    const second = await takeChallenge()
    device.setCounter(5)
    expect(await answer(second.other, second.boleto, device.signIn(second.options))).toEqual({
      status: 'FACTOR_INVALID',
      intentos: expect.any(Number),
    })
  })

  test('two parallel answers to one challenge open one session (D96)', async () => {
    const { add, browser, device, takeChallenge, answer } = await start(engine)
    await add(browser, device)
    const [one, two] = [await takeChallenge(), await takeChallenge()]
    const code = device.signIn(one.options)
    const replies = await Promise.all([answer(one.other, one.boleto, code), answer(two.other, two.boleto, code)])
    expect(replies.filter(({ data }) => data !== undefined)).toHaveLength(1)
  })
})

test('another device, another site and a device that does not check its user are refused', async () => {
  const { add, browser, device, takeChallenge, answer } = await start()
  await add(browser, device)
  const other = createAuthenticator({ origin: ORIGIN })
  for (const sign of [
    (options: string) => other.signIn(options),
    (options: string) => device.signIn(options, 'https://dolar.example.otro.example'),
    () => 'no es JSON',
    () => '{}',
  ]) {
    const { other: page, boleto, options } = await takeChallenge()
    expect((await answer(page, boleto, sign(options))).status).toBe('FACTOR_INVALID')
  }
})

test('a registration from another site, without user check, or sent twice is refused', async () => {
  const { readOptions, post, browser, device, list } = await start()
  const unverified = createAuthenticator({ origin: ORIGIN, verifiesUser: false })
  const send = async (respuesta: string) =>
    (await post(browser, IMC_PASSKEY_PATHS.add, { nombre: 'Llave', respuesta })).status
  expect(await send(device.register(await readOptions(browser), 'https://otro.example'))).toBe(400)
  expect(await send(unverified.register(await readOptions(browser)))).toBe(400)
  const respuesta = device.register(await readOptions(browser))
  expect(await send(respuesta)).toBe(200)
  expect(await send(respuesta)).toBe(400)
  expect(await list(browser)).toHaveLength(1)
})

test('a passkey needs the password to be added and to be removed; its name can be changed', async () => {
  const { add, list, post, remove, browser, device } = await start()
  expect((await post(browser, IMC_PASSKEY_PATHS.begin, { clave: 'otra' })).status).toBe(400)
  await add(browser, device)
  await add(browser, createAuthenticator({ origin: ORIGIN }), 'Teléfono')
  const [first, second] = await list(browser)
  expect((await post(browser, IMC_PASSKEY_PATHS.rename, { id: first?.id, nombre: 'Oficina' })).status).toBe(200)
  expect((await post(browser, IMC_PASSKEY_PATHS.remove, { id: second?.id, clave: 'otra' })).status).toBe(400)
  expect((await remove(browser, second?.id)).status).toBe(200)
  expect((await list(browser)).map(({ nombre }) => nombre)).toEqual(['Oficina'])
  const audit = json(await browser.get(`${IMC_BASE}/entidades/ent-andina/auditoria`)).data as { accion: string }[]
  expect(audit.map(({ accion }) => accion).filter((accion) => accion.startsWith('Llave'))).toEqual([
    'Llave de acceso quitada',
    'Llave de acceso agregada',
    'Llave de acceso agregada',
  ])
})

test('the last factor is not removed; the sentence says whether the entity requires one', async () => {
  const { add, list, remove, browser, device, url } = await start()
  await add(browser, device)
  const [key] = await list(browser)
  const refusal = await remove(browser, key?.id)
  expect([refusal.status, json(refusal).message]).toEqual([409, expect.stringContaining('Es su única forma')])
  const operator = createBrowser(url)
  await operator.post(
    `${OPERATOR_BASE}/entidades/ANDINA/segundo-factor`,
    { exigido: true },
    { 'x-operator-key': OPERATOR_KEY },
  )
  const required = await remove(browser, key?.id)
  expect([required.status, json(required).message]).toEqual([403, expect.stringContaining('Su entidad exige')])
  expect(await list(browser)).toHaveLength(1)
})

test('an account can have one-time codes next to a passkey', async () => {
  const { add, browser, device, post, takeChallenge, time } = await start()
  await add(browser, device)
  const { secreto } = json(await post(browser, IMC_FACTOR_PATHS.begin, { clave: DEMO_PASSWORD }))
  await post(browser, IMC_FACTOR_PATHS.confirm, { codigo: toOneTimeCode(secreto, time.now()) })
  expect((await takeChallenge()).formas).toEqual(['totp', 'passkey', 'recovery'])
})

test('an account has at most ten passkeys (D96)', async () => {
  const { add, begin, browser } = await start()
  for (let i = 0; i < MAX_PASSKEYS; i += 1) await add(browser, createAuthenticator({ origin: ORIGIN }), `Llave ${i}`)
  expect((await begin(browser)).status).toBe(409)
})

test('the passkeys of another person are unknown', async () => {
  const { add, list, remove, post, browser, device, url } = await start()
  await add(browser, device)
  const [key] = await list(browser)
  const operator = createBrowser(url)
  await post(operator, '/usuarios/login', { entidad: 'ANDINA', usr_name: 'operador', usr_pwd: DEMO_PASSWORD })
  expect((await remove(operator, key?.id)).status).toBe(404)
  expect((await post(operator, IMC_PASSKEY_PATHS.rename, { id: key?.id, nombre: 'Mía' })).status).toBe(404)
  expect(await list(operator)).toEqual([])
})

test.each(['http://10.0.0.7:3000', 'http://dolar.example', 'https://10.0.0.7'])(
  'a portal at %s offers no passkeys, and says so (D96)',
  async (publicUrl) => {
    const { begin, browser } = await start('sqlite', publicUrl)
    expect(json(await browser.get(IMC_BASE + IMC_PASSKEY_PATHS.list)).disponible).toBe(false)
    const reply = await begin(browser)
    expect([reply.status, json(reply).message]).toEqual([409, expect.stringContaining('no admite llaves')])
  },
)

test('a client registers a passkey and signs in with it (D96)', async () => {
  const { url } = await start()
  const browser = createBrowser(url)
  await browser.logIn('demo')
  const device = createAuthenticator({ origin: ORIGIN })
  const post = async (page: TestBrowser, path: string, body: unknown) => json(await page.post(MARKET_BASE + path, body))
  const { opciones } = await post(browser, CLIENT_PASSKEY_PATHS.begin, { clave: DEMO_PASSWORD })
  const added = await post(browser, CLIENT_PASSKEY_PATHS.add, { nombre: 'Casa', respuesta: device.register(opciones) })
  expect(added.codigos).toHaveLength(10)
  await browser.logOut()
  const other = createBrowser(url)
  const { boleto } = json(await other.logIn('demo'))
  const challenge = await post(other, CLIENT_PASSKEY_PATHS.loginChallenge, { boleto })
  const reply = await post(other, CLIENT_FACTOR_PATHS.login, {
    ...{ boleto, forma: 'passkey', codigo: device.signIn(challenge.opciones) },
  })
  expect(reply.status).toBe('success')
  expect((await other.session()).status).toBe(200)
})

test('an expired ticket gets no challenge', async () => {
  const { post, browser } = await start()
  expect(json(await post(browser, IMC_PASSKEY_PATHS.loginChallenge, { boleto: 'ninguno' }))).toEqual({
    status: 'FACTOR_EXPIRED',
  })
})
