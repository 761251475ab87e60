import { describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { BusyError } from '#server/http/busy-error.ts'
import { createClientRealm, type SessionLogin } from '#server/identity/client-realm.ts'
import { type ClientWithHash, createClientStore } from '#server/identity/client-store.ts'
import type { EndedSession } from '#server/identity/session-store.ts'
import { createAttemptLimits } from '#server/security/attempt-limits.ts'
import { createAttemptStore } from '#server/security/attempt-store.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { DEMO_ACCOUNTS } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { TEST_COOKIE_KEY, TEST_FACTOR_KEYS } from '#tests/support/identity.ts'

const START = Date.UTC(2100, 0, 4, 15, 0, 0)

const LOGIN: SessionLogin = { currentSessionId: null, takeover: false, stamp: { at: START, origin: null } }

/** Creates a clock that advances by 1 ms at each call. */
function createAdvancingClock(start: Instant) {
  let instant = start
  return () => {
    instant += 1
    return instant
  }
}

/** Delays the first transaction until the second one has committed, like a lock. */
function swapFirstTransactions(database: Database): Database {
  let commitSecond = () => {}
  const second = new Promise<void>((resolve) => {
    commitSecond = resolve
  })
  let count = 0
  return {
    ...database,
    async transaction(work) {
      count += 1
      if (count === 1) await second
      const result = await database.transaction(work)
      commitSecond()
      return result
    },
  }
}

async function setUpSessions(
  database: Database,
  ended: EndedSession[] = [],
  matches: () => Promise<boolean> = async () => true,
) {
  const account = DEMO_ACCOUNTS.find(({ username }) => username === 'demo')
  if (account === undefined) throw new Error('the demo account is missing')
  const client: ClientWithHash = { ...account, passwordHash: 'hash' }
  const clients = createClientStore(database)
  await clients.add([client], START)
  const now = createAdvancingClock(START)
  const realm = createClientRealm({
    terms: null,
    ...{ database, clients, now, realNow: now, publicUrl: () => 'http://localhost' },
    ...{ factorKeys: TEST_FACTOR_KEYS, cookieKey: TEST_COOKIE_KEY },
    hashes: { hash: async () => 'hash', matches },
    limits: createAttemptLimits(createAttemptStore(database), now),
    onEnded: (endedSessions) => void ended.push(...endedSessions),
  })
  return { client, realm }
}

describe.each(ENGINES)('%s', (engine) => {
  test('a login that waits for another login of the client is refused (D5)', async () => {
    const ended: EndedSession[] = []
    const database = swapFirstTransactions(await temporaryDatabase(engine))
    const { client, realm } = await setUpSessions(database, ended)
    const [waitingLogin, firstLogin] = await Promise.all([
      realm.openSession(client, LOGIN),
      realm.openSession(client, LOGIN),
    ])
    expect(waitingLogin).toEqual({ ok: false, error: 'session-active' })
    if (!firstLogin.ok) throw new Error(firstLogin.error)
    expect((await realm.identify(firstLogin.value.cookie)).kind).toBe('session')
    expect(ended).toEqual([])
  })

  test('a takeover that waits for another login ends the session of that login (D5)', async () => {
    const ended: EndedSession[] = []
    const database = swapFirstTransactions(await temporaryDatabase(engine))
    const { client, realm } = await setUpSessions(database, ended)
    const [waitingLogin, firstLogin] = await Promise.all([
      realm.openSession(client, { ...LOGIN, takeover: true }),
      realm.openSession(client, LOGIN),
    ])
    if (!waitingLogin.ok || !firstLogin.ok) throw new Error('a login was refused')
    expect(waitingLogin.value.hasEndedOther).toBe(true)
    expect(ended.map(({ reason }) => reason)).toEqual(['takeover'])
    expect(await realm.identify(firstLogin.value.cookie)).toEqual({ kind: 'ended', reason: 'takeover' })
    expect((await realm.identify(waitingLogin.value.cookie)).kind).toBe('session')
  })

  test('an attempt whose password was not checked, because too many wait, does not count', async () => {
    let isBusy = true
    const matches = async () => {
      if (isBusy) throw new BusyError()
      return true
    }
    const { realm } = await setUpSessions(await temporaryDatabase(engine), [], matches)
    const logIn = () =>
      realm.logIn({ ...LOGIN, username: 'demo', password: 'x', address: '203.0.113.7', findDevice: () => null })
    for (let attempt = 0; attempt < 6; attempt += 1) await expect(logIn()).rejects.toThrow(BusyError)
    isBusy = false
    expect((await logIn()).ok).toBe(true)
  })

  test('only one of four concurrent logins opens a session', async () => {
    const { client, realm } = await setUpSessions(await temporaryDatabase(engine))
    const results = await Promise.all(Array.from({ length: 4 }, () => realm.openSession(client, LOGIN)))
    const outcomes = results.map((result) => (result.ok ? 'opened' : result.error))
    expect(outcomes.toSorted()).toEqual(['opened', 'session-active', 'session-active', 'session-active'])
  })
})
