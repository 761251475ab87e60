import { expect, test } from 'vitest'

import type { ServerModule } from '#server/app.ts'
import { IMC_BASE, MARKET_BASE } from '#server/http/paths.ts'
import { newSecret } from '#server/secrets.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { createBrowser, json, startIdentity } from '#tests/support/identity.ts'
import { openTestMarket, testTime } from '#tests/support/market.ts'
import { call } from '#tests/support/raw-http.ts'

const LIMITS = { RARE_READS_PER_MINUTE: '2', STREAMS_PER_ADDRESS: '1' }
const STREAM = `${MARKET_BASE}${MARKET_PATHS.stream}?mercado=71`
const ACCOUNT_REFUSAL = 'Demasiadas solicitudes desde su cuenta. Intente de nuevo en 30 segundos.'
const NETWORK_REFUSAL = 'Demasiadas solicitudes desde su red. Intente de nuevo en 30 segundos.'

/** A server with a market, whose callers all have one network address. */
async function start() {
  const time = testTime(Date.UTC(2026, 10, 20, 15))
  const env = { MARKET_CLOCK: '2026-11-20T10:00', ...LIMITS }
  const market = await openTestMarket({ database: await temporaryDatabase('sqlite'), time, env })
  const modules: readonly ServerModule[] = [
    {
      register(scope) {
        scope.addHook('preClose', market.close)
        market.register(scope, () => 'live')
      },
    },
  ]
  return startIdentity({ imc: true, env: { ENTITY_READS_PER_MINUTE: '2' }, modules })
}

async function signIn(url: string, username: string) {
  const browser = createBrowser(url)
  expect((await browser.logIn(username)).status).toBe(200)
  return browser
}

/** A read that few callers send: each day range is another one. */
let ranges = 0
const toRareRead = () => {
  ranges += 1
  return `${MARKET_BASE}${MARKET_PATHS.trmHistory}?desde=2020-01-0${(ranges % 9) + 1}&hasta=2026-01-${10 + ranges}`
}

test('clients behind one address have limits of their own, and forged cookies have none (D44)', async () => {
  const { url } = await start()
  const [first, second] = [await signIn(url, 'demo'), await signIn(url, 'demodos')]
  for (const read of [1, 2]) expect([read, (await first.get(toRareRead())).status]).toEqual([read, 200])
  const refusal = await first.get(toRareRead())
  expect([refusal.status, json(refusal).message]).toEqual([429, ACCOUNT_REFUSAL])
  expect((await second.get(toRareRead())).status).toBe(200)

  // Visitors of the address share a limit, and a cookie that no server issued leaves them in it.
  const visit = (cookie: string) => call(url, toRareRead(), { headers: { cookie } })
  const forged = () => `md_cliente=${newSecret()}.${newSecret().slice(0, 22)}`
  expect([(await visit('')).status, (await visit(forged())).status]).toEqual([200, 200])
  const visitorRefusal = await visit(forged())
  expect([visitorRefusal.status, json(visitorRefusal).message]).toEqual([429, NETWORK_REFUSAL])
  expect((await second.get(toRareRead())).status).toBe(200)
})

test('clients behind one address have streams of their own', async () => {
  const { url } = await start()
  const [first, second] = [await signIn(url, 'demo'), await signIn(url, 'demodos')]
  const open = async (cookie: string) => (await openStream(url + STREAM, { cookie })).status
  expect([await open(first.cookies()), await open(first.cookies())]).toEqual([200, 429])
  expect([await open(second.cookies()), await open('')]).toEqual([200, 200])
  expect(await open('')).toBe(429)
})

test('users of an entity behind one address have limits of their own', async () => {
  const { url } = await start()
  const signInTo = async (user: string) => {
    const browser = createBrowser(url)
    const credentials = { entidad: 'ANDINA', usr_name: user, usr_pwd: DEMO_PASSWORD }
    expect((await browser.post(IMC_BASE + IMC_USER_PATHS.login, credentials)).status).toBe(200)
    return async () => (await browser.get(`${IMC_BASE}${imcPaths.entityUsers('ent-andina')}?limite=40`)).status
  }
  const [first, second] = [await signInTo('admin'), await signInTo('operador')]
  expect([await first(), await first(), await first()]).toEqual([200, 200, 429])
  expect(await second()).toBe(200)
})
