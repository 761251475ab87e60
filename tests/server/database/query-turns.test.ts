import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createQueryTurns, MAX_RUN_MS } from '#server/database/query-turns.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'

test('queries that run for long one after the other let other work run (D124)', async () => {
  const { db } = await temporaryDatabase('sqlite')
  let now = 0
  // Without the turns of the database itself, which follow the real clock.
  const timed = db.withoutPlugins().withPlugin(createQueryTurns(() => now))
  const order: string[] = []
  setImmediate(() => order.push('other'))
  for (const query of ['first', 'second', 'third', 'fourth']) {
    await sql`select 1`.execute(timed)
    order.push(query)
    // The second query ends in time, the third one too late.
    now += MAX_RUN_MS
  }
  expect(order).toEqual(['first', 'second', 'other', 'third', 'fourth'])
})

test('transactions that wait for one another do not run as one (D124)', async () => {
  const { transaction } = await temporaryDatabase('sqlite')
  const order: string[] = []
  let isOver = false
  const countTurns = () => {
    order.push('turn')
    if (!isOver) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      transaction(async (tx) => {
        // Longer than `MAX_RUN_MS`, also on a fast machine.
        await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 800000) select sum(i) from n`.execute(
          tx,
        )
        await sql`select 1`.execute(tx)
        order.push(`transaction ${index}`)
      }),
    ),
  )
  isOver = true
  const transactions = order.map((entry, i) => [entry, order[i + 1]]).filter(([entry]) => entry?.startsWith('tr'))
  expect(transactions.slice(0, -1).every(([, next]) => next === 'turn')).toBe(true)
})
