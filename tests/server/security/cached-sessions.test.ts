import { describe, expect, test } from 'vitest'
import { type Database, type DatabaseLocation, openDatabase } from '#server/database/connection.ts'
import { IMC_BASE, MARKET_BASE } from '#server/http/paths.ts'
import { SESSION_CACHE_MS } from '#server/security/session-cache.ts'
import { IMC_USER_PATHS } from '#src/adapters/http/contract/imc/paths.ts'
import { IDENTITY_PATHS } from '#src/adapters/http/contract/paths.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { ENGINES, migratedLocation } from '#tests/support/databases.ts'
import {
  createBrowser,
  createTestStreams,
  IDLE_SCHEDULER,
  json,
  startIdentity,
  TEST_STREAM,
} from '#tests/support/identity.ts'

async function openProcess(location: DatabaseLocation): Promise<Database> {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  afterFile(opened.value.close)
  return opened.value
}

/** Starts two servers, each with its own connections, on one database and one clock. */
async function startTwo(location: DatabaseLocation) {
  let monotonic = 0
  const monotonicNow = () => monotonic
  const first = await startIdentity({ database: await openProcess(location), monotonicNow, imc: true })
  const options = { database: await openProcess(location), monotonicNow, imc: true, time: first.time }
  const second = await startIdentity(options)
  return {
    first,
    second,
    pass: (ms: number) => {
      monotonic += ms
    },
  }
}

describe.each(ENGINES)('two processes on %s', (engine) => {
  test('a client who logs out at one is logged out there at once, at the other within a second', async () => {
    const { first, second, pass } = await startTwo(await migratedLocation(engine))
    const browser = createBrowser(first.url)
    await browser.logIn('demo')
    const there = createBrowser(second.url)
    there.copySession(browser)
    const here = createBrowser(first.url)
    here.copySession(browser)
    expect([(await here.session()).status, (await there.session()).status]).toEqual([200, 200])
    await browser.logOut()
    expect((await here.session()).status).toBe(401)
    expect((await there.session()).status).toBe(200)
    pass(SESSION_CACHE_MS)
    expect((await there.session()).status).toBe(401)
  })

  test('what a request changes is never allowed by an ended session', async () => {
    const { first, second } = await startTwo(await migratedLocation(engine))
    const browser = createBrowser(first.url)
    await browser.logIn('demo')
    const there = createBrowser(second.url)
    there.copySession(browser)
    expect((await there.session()).status).toBe(200)
    await createBrowser(first.url).takeOver('demo')
    const change = await there.post(`${MARKET_BASE}${IDENTITY_PATHS.terms}`, {})
    expect([change.status, json(change).reason]).toEqual([401, 'takeover'])
  })

  test('a user of an entity is locked at the process of the administrator at once, at the other within a second', async () => {
    const { first, second, pass } = await startTwo(await migratedLocation(engine))
    const check = `${IMC_BASE}${IMC_USER_PATHS.session}`
    const logIn = async (url: string) => {
      const browser = createBrowser(url)
      const body = { entidad: 'ANDINA', usr_name: 'admin', usr_pwd: DEMO_PASSWORD }
      await browser.post(`${IMC_BASE}${IMC_USER_PATHS.login}`, body)
      expect((await browser.get(check)).status).toBe(200)
      return browser
    }
    const [here, there] = [await logIn(first.url), await logIn(second.url)]
    await first.database.db.updateTable('imc_users').set({ active: 0 }).where('username_key', '=', 'admin').execute()
    expect((await here.get(check)).status).toBe(401)
    expect((await there.get(check)).status).toBe(200)
    pass(SESSION_CACHE_MS)
    expect((await there.get(check)).status).toBe(401)
  })

  test('a live stream ends within a second of a takeover at the other process', async () => {
    const location = await migratedLocation(engine)
    const streams = createTestStreams()
    const tasks: { readonly ms: number; readonly run: () => void }[] = []
    const scheduler = {
      every(ms: number, run: () => void) {
        tasks.push({ ms, run })
        return () => undefined
      },
    }
    const first = await startIdentity({ database: await openProcess(location) })
    const second = await startIdentity({
      ...{ database: await openProcess(location), time: first.time, streams, modules: [streams] },
      scheduler,
      writerScheduler: IDLE_SCHEDULER,
    })
    second.identity.start()
    const browser = createBrowser(second.url)
    await browser.logIn('demo')
    await browser.get(TEST_STREAM)
    await createBrowser(first.url).takeOver('demo')
    expect(streams.opened[0]?.closedWith).toBeNull()
    for (const { ms, run } of tasks) if (ms <= 1_000) run()
    await expect.poll(() => streams.opened[0]?.closedWith).toBe('Su sesión se abrió en otro equipo.')
  })
})
