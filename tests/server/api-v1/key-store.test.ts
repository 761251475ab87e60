import { describe, expect, test } from 'vitest'
import { addKey, countCall, findKey, listKeys, revokeKey, rotateKey } from '#server/api-v1/keys/key-store.ts'
import { DAY_MS, toInstant } from '#src/domain/time/bogota.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

const AT = toInstant('2026-11-20', '23:59')

describe.each(ENGINES)('the keys of clients on %s', (engine) => {
  async function open() {
    const database = await temporaryDatabase(engine)
    const client = {
      ...{ id: 'cli-1', username: 'a', username_key: 'a', name: 'A', email: 'a@a.example', email_key: 'a@a.example' },
      ...{ password_hash: '', key_expired: 0, disabled: 0, expires_at: AT + 2 * DAY_MS, terms_accepted_at: null },
      ...{ created_at: AT, invited: 0, notified_end: null },
    }
    await database.db.insertInto('identity_clients').values(client).execute()
    const add = () => database.transaction((tx) => addKey(tx, { clientId: 'cli-1', name: 'ERP', at: AT }))
    return { database, add }
  }

  test('of keys added at once, no more than the maximum is stored', async () => {
    const { database, add } = await open()
    const added = await Promise.all(Array.from({ length: 7 }, add))
    expect(added.filter((key) => key !== null)).toHaveLength(5)
    expect(await listKeys(database, 'cli-1', '2026-11-20')).toHaveLength(5)
  })

  test('calls at once count up to the quota of their day', async () => {
    const { database, add } = await open()
    const id = (await add())?.id ?? ''
    const count = (at: number) => countCall(database, id, { at, quota: 5 })
    const counts = await Promise.all(Array.from({ length: 12 }, () => count(AT)))
    expect(counts.filter((calls) => calls !== null).toSorted()).toEqual([1, 2, 3, 4, 5])
    expect(await count(AT + 120_000)).toBe(1)
    expect((await listKeys(database, 'cli-1', '2026-11-21'))[0]?.calls).toBe(1)
    expect(await database.db.selectFrom('api_key_uses').select('day').execute()).toEqual([{ day: '2026-11-21' }])
  })

  test('a rotated, a revoked key and that of an expired account are not found', async () => {
    const { database, add } = await open()
    const { id = '', key = '' } = (await add()) ?? {}
    const owned = { clientId: 'cli-1', id }
    expect(await findKey(database, key, AT)).toBe(id)
    expect(await findKey(database, key, AT + 2 * DAY_MS)).toBeNull()
    expect(await rotateKey(database.db, { clientId: 'otro', id }, AT)).toBeNull()
    const rotated = (await rotateKey(database.db, owned, AT)) ?? ''
    expect([await findKey(database, key, AT), await findKey(database, rotated, AT)]).toEqual([null, id])
    expect([await revokeKey(database.db, owned), await revokeKey(database.db, owned)]).toEqual([true, false])
    expect(await findKey(database, rotated, AT)).toBeNull()
  })
})
