import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { guardWrites } from '#server/database/locked-database.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

test.each(ENGINES)('%s: a server that lost its lock can read but not write', async (engine) => {
  let isHeld = true
  const { db, transaction } = guardWrites(await temporaryDatabase(engine), () => isHeld)
  const write = (value: number) => db.updateTable('payment_counters').set({ value }).execute()
  const read = async () => (await db.selectFrom('payment_counters').select('value').executeTakeFirstOrThrow()).value
  await write(1)
  isHeld = false
  await expect(write(2)).rejects.toThrow('the lock of this server is lost')
  await expect(sql`update payment_counters set value = 3`.execute(db)).rejects.toThrow('the lock')
  await expect(transaction(async () => {})).rejects.toThrow('the lock')
  expect((await sql<{ value: number }>`select value from payment_counters`.execute(db)).rows).toEqual([{ value: 1 }])
  isHeld = true
  const failing = transaction(async (tx) => {
    await tx.updateTable('payment_counters').set({ value: 4 }).execute()
    isHeld = false
    await tx.updateTable('payment_counters').set({ value: 5 }).execute()
  })
  await expect(failing).rejects.toThrow('the lock')
  isHeld = true
  expect(await read()).toBe(1)
  await write(6)
  expect(await read()).toBe(6)
})
