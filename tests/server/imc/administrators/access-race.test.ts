import { describe, expect, test } from 'vitest'
import { changeAccess } from '#server/imc/access/access-service.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { AT, createActor, openAndina } from '#tests/support/imc.ts'

const ONE = 'usr-andina-admin'
const OTHER = 'usr-andina-nuevo'
/** Two calls do not always overlap. */
const ROUNDS = 12

const hashes = { hash: async () => 'hash', matches: async () => false }

describe.each(ENGINES)('%s', (engine) => {
  test.each([
    ['two administrators deactivate each other', ONE, OTHER],
    ['an administrator deactivates another, and the operator the first', ONE, null],
  ])('%s at once: one administrator stays active (D111)', async (_, first, second) => {
    const database = await openAndina(engine)
    const { stamp } = createActor()
    const deactivate = (callerId: string | null, userId: string) =>
      changeAccess(
        { database, hashes, publicUrl: () => 'https://portal.example' },
        {
          entityId: ANDINA,
          userId,
          change: 'deactivate',
          caller: callerId === null ? null : { id: callerId, name: callerId },
          at: AT,
          sessionAt: AT,
          toEntry: (action, target) => ({
            ...stamp,
            realm: 'imc',
            subjectId: callerId,
            subjectName: callerId,
            entityId: ANDINA,
            action,
            target,
          }),
        },
      )
    const administrators = () => database.db.updateTable('imc_users').where('id', 'in', [ONE, OTHER])
    for (let round = 0; round < ROUNDS; round += 1) {
      await administrators().set({ active: 1 }).execute()
      const results = await Promise.all([deactivate(first, OTHER), deactivate(second, ONE)])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const refusal = results.find(({ ok }) => !ok)
      expect(refusal).toMatchObject({
        error: expect.toSatisfy(({ kind, reason }) => kind === 'caller-inactive' || reason === 'last-administrator'),
      })
      const { numUpdatedRows } = await administrators().where('active', '=', 1).set({ exempt: 0 }).executeTakeFirst()
      expect(numUpdatedRows).toBe(1n)
    }
  })
})
