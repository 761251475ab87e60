import { describe, expect, test } from 'vitest'
import { demoAccountsMessage } from '#server/demo/messages.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { passwordViolations } from '#src/domain/identity/password.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity, type TestIdentity } from '#tests/support/identity.ts'
import { PRODUCTION_NEEDS } from '#tests/support/server.ts'

const loadClientIds = async ({ database }: TestIdentity) => {
  const rows = await database.db.selectFrom('identity_clients').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

const DEMO_IDS = [
  'cli-demo',
  'cli-democaducada',
  'cli-demodos',
  'cli-demoinactiva',
  'cli-demoterminos',
  'cli-demovencida',
]

const NON_DEMO_CLIENT = {
  id: 'cli-propio',
  username: 'propio',
  username_key: 'propio',
  name: 'Cliente Propio',
  email: 'propio@empresa.example',
  email_key: 'propio@empresa.example',
  password_hash: '$argon2id$',
  key_expired: 0,
  disabled: 0,
  created_at: 0,
  invited: 0,
}

describe.each(ENGINES)('%s', (engine) => {
  test('the start adds the demo clients with fixed ids', async () => {
    const first = await startIdentity({ engine })
    expect(await loadClientIds(first)).toEqual(DEMO_IDS)
    expect(first.demo.hasClients).toBe(true)
  })

  test('a restart does not undo the changes of demo clients', async () => {
    const first = await startIdentity({ engine })
    const browser = createBrowser(first.url)
    await browser.logIn('demoterminos')
    await browser.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demoterminos' })
    const second = await startIdentity({ engine, database: first.database, time: first.time })
    const reply = json(await createBrowser(second.url).takeOver('demoterminos'))
    expect(reply.user.fecha_confirmacion).toBe('2100-01-04T10:00:00-05:00')
    expect(await loadClientIds(second)).toEqual(DEMO_IDS)
  })

  test('simultaneous starts of servers add the demo clients once', async () => {
    const { database, time } = await startIdentity({ engine })
    await database.db.deleteFrom('identity_clients').execute()
    const servers = await Promise.all([1, 2, 3].map(() => startIdentity({ engine, database, time })))
    expect(await Promise.all(servers.map(loadClientIds))).toEqual([DEMO_IDS, DEMO_IDS, DEMO_IDS])
  })

  test('the start adds demo clients to a database with other clients only with DEMO_DATA=on', async () => {
    const { database } = await startIdentity({ engine, env: { DEMO_DATA: 'off' } })
    await database.db.insertInto('identity_clients').values(NON_DEMO_CLIENT).execute()
    const withDefault = await startIdentity({ engine, database })
    expect(await loadClientIds(withDefault)).toEqual(['cli-propio'])
    expect(withDefault.demo.hasClients).toBe(false)
    const withDemoData = await startIdentity({ engine, database, env: { DEMO_DATA: 'on' } })
    expect(await loadClientIds(withDemoData)).toEqual([...DEMO_IDS, 'cli-propio'].toSorted())
  })
})

test.each([{ NODE_ENV: 'production' }, { MARKET_CLOCK: 'real' }, { DEMO_DATA: 'off' }])(
  'the start adds no demo clients with %j',
  async (env) => {
    const server = await startIdentity({ env: { ...PRODUCTION_NEEDS, ...env } })
    expect(await loadClientIds(server)).toEqual([])
    expect(server.demo.hasClients).toBe(false)
    expect(json(await createBrowser(server.url).logIn('demo'))).toEqual({ status: 'INVALID' })
  },
)

test('the demo password has no violations, and the start message lists every demo account', () => {
  expect(passwordViolations(DEMO_PASSWORD, DEMO_PASSWORD)).toEqual([])
  const message = demoAccountsMessage(DEMO_PASSWORD)
  expect(message).toContain(DEMO_PASSWORD)
  for (const { username } of DEMO_ACCOUNTS) expect(message).toMatch(new RegExp(`^  ${username} +\\S`, 'm'))
})
