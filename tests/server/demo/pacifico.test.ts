import { describe, expect, test } from 'vitest'

import { addDemoEntities } from '#server/demo/entities.ts'
import { listScreens } from '#server/imc/screens/screen-store.ts'
import { createPacifico, PACIFICO } from '#src/simulator/entities/pacifico.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

const options = { demoData: true, required: false, hashPassword: async () => 'hash' }

test('createPacifico always creates the same entity', () => {
  expect(createPacifico()).toEqual(createPacifico())
  expect(
    createPacifico()
      .users.slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(['usr-pacifico-admin', 'usr-pacifico-operador'])
})

test('createPacifico creates 25 packages, 500 users, 2,000 screens and a year of requests', () => {
  const { users, subscriptions, requests } = createPacifico()
  const screens = subscriptions.flatMap(({ screens: list }) => list)
  const count = (status: string) => screens.filter((screen) => screen.status === status).length
  expect(new Set(subscriptions.map(({ packageId }) => packageId)).size).toBe(25)
  expect([users.length, screens.length]).toEqual([500, 2_000])
  expect([count('assigned'), count('transit'), count('available')]).toEqual([408, 32, 1_560])
  const days = requests.map(({ steps }) => steps[0].at)
  expect(requests.length).toBe(400)
  expect(Math.max(...days) - Math.min(...days)).toBeGreaterThan(350 * 86_400_000)
  expect(new Set(requests.map(({ kind }) => kind))).toEqual(new Set(['purchase', 'link', 'release', 'screen-change']))
})

test('createPacifico creates unique ids and user names, and at most one screen per user', () => {
  const { users, subscriptions } = createPacifico()
  const screens = subscriptions.flatMap(({ screens: list }) => list)
  const holders = screens.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  for (const list of [
    users.map(({ id }) => id),
    users.map(({ username }) => username),
    screens.map(({ id }) => id),
    holders,
  ]) {
    expect(new Set(list).size).toBe(list.length)
  }
  const assigned = users.filter(({ status }) => status === 'assigned').map(({ id }) => id)
  expect(assigned.every((id) => holders.includes(id))).toBe(true)
  expect(users.filter(({ active, status }) => !active && status !== 'available')).toEqual([])
})

describe.each(ENGINES)('on %s', (engine) => {
  test('addDemoEntities adds the users and screens of Pacífico once', async () => {
    const database = await temporaryDatabase(engine)
    expect(await addDemoEntities(database, options)).toBe(true)
    expect(await addDemoEntities(database, options)).toBe(true)
    const { db } = database
    const { users } = await db
      .selectFrom('imc_users')
      .where('entity_id', '=', PACIFICO)
      .select(({ fn }) => fn.countAll<number>().as('users'))
      .executeTakeFirstOrThrow()
    expect(Number(users)).toBe(500)
    const [subscription] = await db
      .selectFrom('imc_subscriptions')
      .select(['number', 'screens', 'available', 'in_transit'])
      .where('entity_id', '=', PACIFICO)
      .orderBy('number')
      .limit(1)
      .execute()
    expect(subscription).toEqual({ number: '001001', screens: 10, available: 7, in_transit: 0 })
    expect(await listScreens(db, PACIFICO, '001001')).toHaveLength(10)
  })
})
