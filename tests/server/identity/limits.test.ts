import { describe, expect, test } from 'vitest'
import { CHALLENGE_PATH } from '#server/identity/identity-module.ts'
import { ATTEMPT_POLICIES } from '#server/security/attempt-limits.ts'
import { HUMAN_CHECK_HEADER } from '#src/adapters/http/contract/paths.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { createBrowser, json, solveServerCheck, startIdentity, statusAndBody } from '#tests/support/identity.ts'
import { call } from '#tests/support/raw-http.ts'

const WRONG_PASSWORD = 'Otra#Clave2026'

const BEHIND_PROXY = { TRUST_PROXY: '1' }
const toAddressHeader = (address: string) => ({ 'x-forwarded-for': address })

/** Sends wrong passwords from one network address and returns the statuses. */
async function guessFrom(url: string, address: string, count: number, usr = 'demo') {
  const statuses: number[] = []
  for (let attempt = 0; attempt < count; attempt += 1)
    statuses.push((await createBrowser(url).logIn(usr, WRONG_PASSWORD, toAddressHeader(address))).status)
  return statuses
}

async function failLogins(url: string, usr: string, count: number) {
  const browser = createBrowser(url)
  const replies = []
  for (let attempt = 0; attempt < count; attempt += 1) replies.push(await browser.logIn(usr, WRONG_PASSWORD))
  return replies.map(({ status }) => status)
}

describe.each(ENGINES)('%s', (engine) => {
  test.each([
    ['a client', 'demo'],
    ['an unknown user name', 'nadie'],
  ])('five failed logins of %s start a pause that refuses every password', async (_who, usr) => {
    const { url, time } = await startIdentity({ engine })
    expect(await failLogins(url, usr, 5)).toEqual([200, 200, 200, 200, 200])
    const refusal = await createBrowser(url).logIn(usr)
    expect(refusal.headers['retry-after']).toBe('60')
    expect(statusAndBody(refusal)).toEqual([429, { message: 'Demasiados intentos. Intente de nuevo en 60 segundos.' }])
    time.pass(59 * SECOND_MS)
    expect(json(await createBrowser(url).logIn(usr)).message).toBe(
      'Demasiados intentos. Intente de nuevo en 1 segundo.',
    )
    time.pass(SECOND_MS)
    expect((await createBrowser(url).logIn(usr)).status).toBe(200)
  })

  test('a pause of one account does not affect another account', async () => {
    const { url } = await startIdentity({ engine })
    await failLogins(url, 'demo', 5)
    expect(json(await createBrowser(url).logIn('demodos')).status).toBe('success')
  })

  test('a restart does not end a pause', async () => {
    const first = await startIdentity({ engine })
    await failLogins(first.url, 'DEMO', 5)
    const second = await startIdentity({ engine, database: first.database, time: first.time })
    expect((await createBrowser(second.url).logIn('demo')).status).toBe(429)
  })

  test('five of twelve simultaneous guesses are checked', async () => {
    const { url } = await startIdentity({ engine })
    const guesses = Array.from({ length: 12 }, () => createBrowser(url).logIn('demo', WRONG_PASSWORD))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  })

  test('guesses from one network start a pause of the account for that network only', async () => {
    const { url } = await startIdentity({ engine, env: BEHIND_PROXY })
    expect(await guessFrom(url, '203.0.113.7', 5)).toEqual([200, 200, 200, 200, 200])
    const refusal = await createBrowser(url).logIn('demo', DEMO_PASSWORD, toAddressHeader('203.0.113.7'))
    expect([refusal.status, refusal.headers['retry-after']]).toEqual([429, '60'])
    expect(json(await createBrowser(url).logIn('demo', DEMO_PASSWORD, toAddressHeader('203.0.113.8'))).status).toBe(
      'success',
    )
    expect((await createBrowser(url).logIn('demo', DEMO_PASSWORD, toAddressHeader('203.0.113.7'))).status).toBe(429)
  })

  test.each([
    ['a client', 'demo'],
    ['an unknown user name', 'nadie'],
  ])('failed logins of %s from many networks start a pause for every network', async (_who, usr) => {
    const policies = { ...ATTEMPT_POLICIES, loginAccount: { failuresPerPause: 4, firstPause: MINUTE_MS } }
    const { url, time } = await startIdentity({ engine, policies, env: BEHIND_PROXY })
    const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
    for (const address of addresses) expect(await guessFrom(url, address, 1, usr)).toEqual([200])
    const refusal = await createBrowser(url).logIn(usr, DEMO_PASSWORD, toAddressHeader('203.0.113.5'))
    expect([refusal.status, refusal.headers['retry-after']]).toEqual([429, '60'])
    time.pass(MINUTE_MS)
    expect((await createBrowser(url).logIn(usr, DEMO_PASSWORD, toAddressHeader('203.0.113.5'))).status).toBe(200)
  })

  test('a successful login does not reset the guesses of other networks', async () => {
    const policies = { ...ATTEMPT_POLICIES, loginAccount: { failuresPerPause: 4, firstPause: MINUTE_MS } }
    const { url } = await startIdentity({ engine, policies, env: BEHIND_PROXY })
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) await guessFrom(url, address, 1)
    expect((await createBrowser(url).logIn('demo', DEMO_PASSWORD, toAddressHeader('203.0.113.9'))).status).toBe(200)
    expect(await guessFrom(url, '203.0.113.4', 2)).toEqual([200, 429])
  })

  test('a right password resets the failure count of its account and network', async () => {
    const { url } = await startIdentity({ engine })
    for (let round = 0; round < 3; round += 1) {
      await failLogins(url, 'demo', 4)
      expect(json(await createBrowser(url).takeOver('demo')).status).toBe('success')
    }
  })

  test('fifty failures of one network pause no other client there; they make the check harder', async () => {
    const { url, time } = await startIdentity({ engine })
    const easy = await solveServerCheck(url)
    for (let index = 0; index < 50; index += 1)
      expect((await createBrowser(url).logIn(`nadie${index}`, WRONG_PASSWORD)).status).toBe(200)
    const late = await createBrowser(url).logIn('demodos', DEMO_PASSWORD, { [HUMAN_CHECK_HEADER]: easy })
    expect(late.status).toBe(400)
    expect(json(await createBrowser(url).logIn('demodos')).status).toBe('success')
    const { parameters } = json(await call(url, CHALLENGE_PATH))
    time.pass(HOUR_MS)
    expect(json(await call(url, CHALLENGE_PATH)).parameters.cost).toBe(parameters.cost / 2)
  })

  test('a known device needs no harder check (D117)', async () => {
    const { url } = await startIdentity({ engine })
    const own = createBrowser(url)
    await own.logIn('demo')
    const easy = await solveServerCheck(url)
    for (let index = 0; index < 50; index += 1) await createBrowser(url).logIn(`nadie${index}`, WRONG_PASSWORD)
    expect(json(await own.logIn('demo', DEMO_PASSWORD, { [HUMAN_CHECK_HEADER]: easy })).status).toBe('success')
  })

  test('a device from which the client signed in is not paused by the attempts of others (D117)', async () => {
    const policies = { ...ATTEMPT_POLICIES, loginAccount: { failuresPerPause: 6, firstPause: MINUTE_MS } }
    const { url } = await startIdentity({ engine, policies, env: BEHIND_PROXY })
    const own = createBrowser(url)
    const carrier = toAddressHeader('203.0.113.7')
    expect(json(await own.logIn('demo', DEMO_PASSWORD, carrier)).status).toBe('success')
    await own.logOut()
    expect(await guessFrom(url, '203.0.113.7', 6)).toEqual([200, 200, 200, 200, 200, 429])
    expect(await guessFrom(url, '203.0.113.8', 2)).toEqual([200, 429])
    expect((await createBrowser(url).logIn('demo', DEMO_PASSWORD, carrier)).status).toBe(429)
    expect(json(await own.logIn('demo', DEMO_PASSWORD, carrier)).status).toBe('success')
    expect((await own.logIn('demodos', WRONG_PASSWORD, carrier)).status).toBe(200)
  })

  test('wrong passwords from a known device pause the account for that device only (D117)', async () => {
    const { url } = await startIdentity({ engine })
    const own = createBrowser(url)
    await own.logIn('demo')
    const replies = []
    for (let attempt = 0; attempt < 6; attempt += 1) replies.push((await own.logIn('demo', WRONG_PASSWORD)).status)
    expect(replies).toEqual([200, 200, 200, 200, 200, 429])
    expect((await createBrowser(url).takeOver('demo')).status).toBe(200)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.8', false],
  ['2001:db8:1:1::1', '2001:db8:1:2::1', true],
  ['2001:db8:1::1', '2001:db8:2::1', false],
])('failures from %s count for %s: %s', async (failing, other, isShared) => {
  const policies = { ...ATTEMPT_POLICIES, loginAccount: { failuresPerPause: 6, firstPause: MINUTE_MS } }
  const { url } = await startIdentity({ policies, env: BEHIND_PROXY })
  expect(await guessFrom(url, failing, 5)).toEqual([200, 200, 200, 200, 200])
  // A subscriber adds five failures at most to those that pause the account everywhere.
  expect(await guessFrom(url, other, 2)).toEqual([200, isShared ? 200 : 429])
})

test('the stored attempts contain no typed user name and no network address as plain text', async () => {
  const { url, database } = await startIdentity()
  await failLogins(url, 'MiClaveSecreta', 1)
  const rows = await database.db.selectFrom('identity_tries').selectAll().execute()
  expect(rows).toHaveLength(4)
  expect(JSON.stringify(rows)).not.toMatch(/secreta|127\.0/i)
})

test('the recovery limit per e-mail address is the same for known and unknown addresses', async () => {
  const { url } = await startIdentity()
  for (const email of ['demo@mercadodolar.example', 'nadie@mercadodolar.example']) {
    const recover = async () => {
      const headers = { 'X-Human-Check': await solveServerCheck(url) }
      return createBrowser(url).submit('/api/password/restPassword.php', { email }, headers)
    }
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await recover()).text).toBe('OK')
    const refusal = await recover()
    expect(refusal.headers['retry-after']).toBe('300')
    expect(statusAndBody(refusal)).toEqual([429, { message: 'Demasiados intentos. Intente de nuevo en 300 segundos.' }])
  }
})
