import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { MARKET_BASE } from '#server/http/paths.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, solveServerCheck, startIdentity } from '#tests/support/identity.ts'

const NEW_PASSWORD = 'Nueva#Clave2026'

const start = async (engine: (typeof ENGINES)[number]) =>
  startIdentity({ engine, database: await temporaryDatabase(engine) })

const RENEWAL = {
  user_id: 'cli-demovencida',
  user_pwd: NEW_PASSWORD,
  user_name: 'demovencida',
  user_email: 'demovencida@mercadodolar.example',
}

describe.each(ENGINES)('%s', (engine) => {
  test('each audited event of a client adds one audit entry with the request id and without secrets', async () => {
    const server = await start(engine)
    const [browser, other] = [createBrowser(server.url), createBrowser(server.url)]
    await browser.logIn('demo', 'Otra#Clave2026')
    await browser.logIn('demo')
    await other.takeOver('demo')
    await other.logOut()
    await other.logOut()
    await other.logIn('demoterminos')
    for (let attempt = 0; attempt < 2; attempt += 1)
      await other.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demoterminos' })
    await other.logIn('demovencida')
    await other.submit('/api/password/RenewPassword.php', RENEWAL)
    const headers = { 'X-Human-Check': await solveServerCheck(server.url) }
    await other.submit('/api/password/restPassword.php', { email: 'demo@mercadodolar.example' }, headers)

    const rows = await server.database.db.selectFrom('records_audit').selectAll().orderBy('id').execute()
    expect(rows.map(({ action, subject_id, target, after }) => [action, subject_id, target, after])).toEqual([
      ['sign-in-refused', null, null, '{"reason":"invalid"}'],
      ['signed-in', 'cli-demo', 'cli-demo', null],
      ['took-over', 'cli-demo', 'cli-demo', null],
      ['signed-out', 'cli-demo', 'cli-demo', null],
      ['signed-in', 'cli-demoterminos', 'cli-demoterminos', null],
      ['terms-accepted', 'cli-demoterminos', 'cli-demoterminos', null],
      ['signed-in', 'cli-demovencida', 'cli-demovencida', null],
      ['password-changed', 'cli-demovencida', 'cli-demovencida', null],
      ['recovery-requested', null, null, null],
    ])
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(rows.length)
    expect(rows.every(({ realm, address, at }) => realm === 'client' && address === '127.0.0.1' && at > 0)).toBe(true)
    expect(JSON.stringify(rows)).not.toMatch(/Clave2026|@mercadodolar|tok-/)
  })

  test('a failed audit entry rolls back its login, logout or acceptance of the terms', async () => {
    const { url, database } = await start(engine)
    const browser = createBrowser(url)
    await browser.logIn('demoterminos')
    await sql`alter table records_audit rename to records_audit_gone`.execute(database.db)
    expect((await createBrowser(url).logIn('demo')).status).toBe(500)
    expect((await browser.post(`${MARKET_BASE}/user/terminos`, { id: 'cli-demoterminos' })).status).toBe(500)
    expect((await browser.logOut()).status).toBe(500)
    const sessions = await database.db.selectFrom('identity_sessions').select(['client_id', 'ended_at']).execute()
    expect(sessions).toEqual([{ client_id: 'cli-demoterminos', ended_at: null }])
    const client = await database.db
      .selectFrom('identity_clients')
      .select('terms_accepted_at')
      .where('id', '=', 'cli-demoterminos')
      .executeTakeFirst()
    expect(client).toEqual({ terms_accepted_at: null })
  })
})
