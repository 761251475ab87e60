import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { IMC_BASE, MARKET_BASE } from '#server/http/paths.ts'
import { createCookieTags } from '#server/http/session-cookie.ts'
import { newSecret } from '#server/secrets.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import {
  createBrowser,
  createTestStreams,
  startIdentity,
  TEST_COOKIE_KEY,
  TEST_STREAM,
} from '#tests/support/identity.ts'
import { call } from '#tests/support/raw-http.ts'

/** Counts the queries of a database outside transactions. */
function countQueries({ db, ...database }: Database) {
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { database: { ...database, db: db.withPlugin(counter) }, queries: () => queries }
}

const toForged = () => `${newSecret()}.${newSecret().slice(0, 22)}`

/** A cookie of another server, or of the other realm. */
const issueElsewhere = (key: string, name: string) => createCookieTags(key, name).issue()

describe.each(ENGINES)('%s', (engine) => {
  test.each([
    ['md_cliente', `${MARKET_BASE}/users/session`, 401],
    ['md_cliente', TEST_STREAM, 200],
    ['md_imc', `${IMC_BASE}/usuarios/session`, 401],
  ])('a forged %s at %s costs no query', async (name, path, status) => {
    const { database, queries } = countQueries(await temporaryDatabase(engine))
    const streams = createTestStreams()
    const { url } = await startIdentity({ database, imc: true, streams, modules: [streams] })
    const atStart = queries()
    const otherName = name === 'md_imc' ? 'md_cliente' : 'md_imc'
    for (const value of [
      newSecret(),
      toForged(),
      `${toForged()}A`,
      issueElsewhere(newSecret(), name),
      issueElsewhere(TEST_COOKIE_KEY, otherName),
    ])
      expect((await call(url, path, { headers: { cookie: `${name}=${value}` } })).status).toBe(status)
    expect(queries()).toBe(atStart)
  })

  test('a session opened by one server is valid at another with the same key', async () => {
    const first = await startIdentity({ engine })
    const second = await startIdentity({ engine, database: first.database, time: first.time })
    const browser = createBrowser(first.url)
    await browser.logIn('demo')
    const other = createBrowser(second.url)
    other.copySession(browser)
    expect((await other.session()).status).toBe(200)
  })
})

test('no change of one character of a cookie is accepted', () => {
  const tags = createCookieTags('key', 'md_cliente')
  const cookie = tags.issue()
  expect(tags.isIssued(cookie)).toBe(true)
  for (let index = 0; index < cookie.length; index += 1) {
    const other = cookie[index] === 'A' ? 'B' : 'A'
    expect(tags.isIssued(cookie.slice(0, index) + other + cookie.slice(index + 1))).toBe(false)
  }
})
