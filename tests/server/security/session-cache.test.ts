import { describe, expect, test } from 'vitest'
import { type DatabaseLocation, openDatabase } from '#server/database/connection.ts'
import { createSessionCache, SESSION_CACHE_MS } from '#server/security/session-cache.ts'
import { ENGINES, migratedLocation } from '#tests/support/databases.ts'
import { createDeferred } from '#tests/support/deferred.ts'

function setUp() {
  let now = 0
  let reads = 0
  const cache = createSessionCache(
    async (id) => {
      reads += 1
      return `${id} ${reads}`
    },
    () => now,
  )
  return {
    cache,
    reads: () => reads,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('a cache of sessions', () => {
  test('reads a session once a second', async () => {
    const { cache, pass, reads } = setUp()
    expect(await Promise.all([cache.find('a'), cache.find('a')])).toEqual(['a 1', 'a 1'])
    pass(SESSION_CACHE_MS - 1)
    expect(await cache.find('a')).toBe('a 1')
    pass(1)
    expect(await cache.find('a')).toBe('a 2')
    expect(reads()).toBe(2)
  })

  test('reads again after a write, also while a read runs', async () => {
    const { promise, resolve } = createDeferred<string>()
    const results = [promise, Promise.resolve('ended')]
    const cache = createSessionCache(() => results.shift() ?? Promise.reject(new Error('a third read')))
    const before = cache.find('a')
    cache.clear()
    expect(await cache.find('a')).toBe('ended')
    resolve('open')
    expect(await before).toBe('open')
    expect(await cache.find('a')).toBe('ended')
  })

  test('does not keep a failure', async () => {
    const results = [Promise.reject(new Error('lost')), Promise.resolve('open')]
    const cache = createSessionCache(() => results.shift() ?? Promise.reject(new Error('a third read')))
    await expect(cache.find('a')).rejects.toThrow('lost')
    expect(await cache.find('a')).toBe('open')
  })

  test('keeps a limited number of sessions', async () => {
    const { cache, reads } = setUp()
    for (let id = 0; id < 10_001; id += 1) await cache.find(`${id}`)
    await cache.find('0')
    expect(reads()).toBe(10_002)
    await cache.find('10000')
    expect(reads()).toBe(10_002)
  })
})

async function open(location: DatabaseLocation) {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  return opened.value
}

describe.each(ENGINES)('writes of %s', (engine) => {
  test('are reported to those who read the table, after the commit', async () => {
    const database = await open(await migratedLocation(engine))
    const written: string[] = []
    database.onWritten(['identity_keys', 'identity_tries'], () => written.push('keys'))
    database.onWritten(['identity_sessions'], () => written.push('sessions'))
    const row = { id: 'a', value: 'b' }
    await database.db.insertInto('identity_keys').values(row).execute()
    expect(written).toEqual(['keys'])
    await database.db.selectFrom('identity_keys').selectAll().execute()
    await database.transaction(async (tx) => {
      await tx.updateTable('identity_keys as key').set({ value: 'c' }).where('id', '=', 'a').execute()
      await tx.deleteFrom('identity_keys').execute()
      expect(written).toEqual(['keys'])
    })
    expect(written).toEqual(['keys', 'keys'])
    const refused = database.transaction(async (tx) => {
      await tx.insertInto('identity_keys').values(row).execute()
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(written).toEqual(['keys', 'keys', 'keys'])
    await database.transaction((tx) => tx.selectFrom('identity_keys').selectAll().execute())
    expect(written).toEqual(['keys', 'keys', 'keys'])
    await database.close()
  })
})
