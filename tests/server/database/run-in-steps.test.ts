import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { deleteOldKeys, IDEMPOTENCY_LIFETIME_MS } from '#server/database/idempotency.ts'
import { ROWS_PER_STEP, runInSteps } from '#server/database/run-in-steps.ts'
import { toChunks } from '#server/database/values.ts'
import { createAttemptStore } from '#server/security/attempt-store.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

test('steps are bounded, end with the first that finds fewer rows, and let other work run', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 5 * ROWS_PER_STEP }), async (rows) => {
      let left = rows
      const steps: number[] = []
      const total = await runInSteps(async (limit) => {
        const count = Math.min(limit, left)
        left -= count
        steps.push(count)
        return BigInt(count)
      })
      expect([total, left]).toEqual([rows, 0])
      expect(steps).toHaveLength(Math.floor(rows / ROWS_PER_STEP) + 1)
      expect(Math.max(...steps)).toBeLessThanOrEqual(ROWS_PER_STEP)
    }),
  )
  const order: string[] = []
  setImmediate(() => order.push('other'))
  await runInSteps(async () => {
    order.push('step')
    return order.length < 3 ? ROWS_PER_STEP : 0
  })
  expect(order).toEqual(['step', 'other', 'step'])
})

test('a closed module begins no other step', async () => {
  expect(
    await runInSteps(
      async (limit) => limit,
      () => true,
    ),
  ).toBe(0)
})

const COUNT = 2 * ROWS_PER_STEP + 7
const NOW = 10 * IDEMPOTENCY_LIFETIME_MS

describe.each(ENGINES)('%s', (engine) => {
  test('old keys and old counts of attempts are deleted in steps, and only they', async () => {
    const { db, ...database } = await temporaryDatabase(engine)
    const keys = Array.from({ length: COUNT + 1 }, (_, index) => ({
      ...{ subject: `s${index % 3}`, key: `k${index}`, route: 'POST /', body_hash: 'h' },
      created_at: index === COUNT ? NOW : 1,
    }))
    for (const rows of toChunks(keys)) await db.insertInto('records_idempotency').values(rows).execute()
    const deleted: number[] = []
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        deleted.push(Number(result.numAffectedRows ?? 0))
        return result
      },
    })
    await deleteOldKeys(counted, NOW)
    expect(deleted).toEqual([ROWS_PER_STEP, ROWS_PER_STEP, 7])
    expect(await db.selectFrom('records_idempotency').select('key').execute()).toEqual([{ key: `k${COUNT}` }])

    const tries = Array.from({ length: COUNT + 2 }, (_, index) => ({
      ...{ key: `t${index}`, failures: 1, last_at: index === COUNT ? 100 : 1 },
      locked_until: index === COUNT + 1 ? 100 : 0,
    }))
    for (const rows of toChunks(tries)) await db.insertInto('identity_tries').values(rows).execute()
    await createAttemptStore({ ...database, db }).deleteBefore(50)
    const left = await db.selectFrom('identity_tries').select('key').orderBy('key').execute()
    expect(left).toEqual([{ key: `t${COUNT}` }, { key: `t${COUNT + 1}` }])
  })
})
