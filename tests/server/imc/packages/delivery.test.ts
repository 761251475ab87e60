import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { packagesPerStep, ROWS_PER_STEP } from '#server/imc/packages/delivery-store.ts'
import { createRequestService } from '#server/imc/requests/request-service.ts'
import { continueApprovals, settleInSteps } from '#server/imc/requests/settlement-service.ts'
import { settleRequest } from '#server/imc/requests/settlement-store.ts'
import { MAX_QUANTITY } from '#src/domain/imc/packages/package-order.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { AT, createActor, openAndina } from '#tests/support/imc.ts'

const PACKAGE = { packageId: 'paq-usd-con', price: 1_214_000 } as const
const SCREENS = 20
const ORIGIN = { requestId: 'req-1', address: '203.0.113.9', operatorKey: 'mesa' } as const

const APPROVAL = { settlement: 'approved', reason: '', person: 'Operaciones', origin: ORIGIN } as const

const approve = (database: Database, requestId: string) =>
  settleInSteps(database, { ...APPROVAL, requestId }, () => AT + 1)

/** Runs only the next step of an approval, as if the process ended after it. */
const runStep = (database: Database, requestId: string) =>
  database.transaction((tx) => settleRequest(tx, requestId, 'approved', { ...APPROVAL, at: AT + 1 }))

async function order(database: Database, quantity: number): Promise<string> {
  const sent = await createRequestService(database).order(createActor(), { ...PACKAGE, quantity })
  if (!sent.ok) throw new Error(sent.error.kind)
  return sent.value.id
}

/** Reads the request and its packages. */
async function readPurchase({ db }: Database, requestId: string) {
  const { status } = await db
    .selectFrom('imc_requests')
    .select('status')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  const packages = await db
    .selectFrom('imc_subscriptions as subscription')
    .leftJoin('imc_screens as screen', 'screen.number', 'subscription.number')
    .where('subscription.request_id', '=', requestId)
    .groupBy('subscription.number')
    .select(({ fn }) => ['subscription.number', fn.count<number>('screen.id').as('screens')])
    .execute()
  return {
    status,
    packages: packages.length,
    isEachWhole: packages.every(({ screens }) => Number(screens) === SCREENS),
  }
}

const readAudit = ({ db }: Database, requestId: string) =>
  db
    .selectFrom('records_audit')
    .select(['subject_id', 'subject_name', 'address'])
    .where('action', '=', 'request-approved')
    .where('target', '=', requestId)
    .execute()

test('a step adds at most a bounded number of rows, and at least one package', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), (screens) => {
      const packages = packagesPerStep(screens)
      expect(packages).toBeGreaterThanOrEqual(1)
      expect(packages * (screens + 1)).toBeLessThanOrEqual(ROWS_PER_STEP)
    }),
  )
})

describe.each(ENGINES)('%s', (engine) => {
  test('the approval of 999 packages adds each once, in transactions of bounded size', async () => {
    const database = await openAndina(engine)
    const id = await order(database, MAX_QUANTITY)
    let screens = 0
    const added: number[] = []
    const counted: Database = {
      ...database,
      async transaction(work) {
        const result = await database.transaction(work)
        const { count } = await database.db
          .selectFrom('imc_screens')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        added.push(Number(count) - screens)
        screens = Number(count)
        return result
      },
    }
    await counted.transaction(async () => {})
    expect(await approve(counted, id)).toMatchObject({ ok: true, value: { isSettled: true } })
    expect(Math.max(...added.slice(1))).toBeLessThanOrEqual(ROWS_PER_STEP)
    expect(await readPurchase(database, id)).toEqual({ status: 'approved', packages: MAX_QUANTITY, isEachWhole: true })
    expect(await readAudit(database, id)).toHaveLength(1)
    expect(await approve(database, id)).toEqual({ ok: false, error: 'not-open' })
  })

  test('a purchase of some packages is approved in one transaction', async () => {
    const database = await openAndina(engine)
    const id = await order(database, 2)
    expect(await runStep(database, id)).toMatchObject({ ok: true, value: { isSettled: true } })
    expect(await readPurchase(database, id)).toEqual({ status: 'approved', packages: 2, isEachWhole: true })
  })

  test('an interrupted approval is not whole, cannot be refused, and continues', async () => {
    const database = await openAndina(engine)
    const id = await order(database, 100)
    expect(await runStep(database, id)).toMatchObject({ ok: true, value: { isSettled: false } })
    const partial = await readPurchase(database, id)
    expect(partial).toEqual({ status: 'in-progress', packages: packagesPerStep(SCREENS), isEachWhole: true })
    const refusal = { ...APPROVAL, requestId: id, settlement: 'refused', reason: 'No.' } as const
    expect(await settleInSteps(database, refusal, () => AT + 1)).toEqual({ ok: false, error: 'not-open' })

    await continueApprovals({ database }, AT + 2)
    expect(await readPurchase(database, id)).toEqual({ status: 'approved', packages: 100, isEachWhole: true })
    // The audit names who approved it, not the process that continued.
    const entry = { subject_id: 'mesa', subject_name: 'Operaciones', address: ORIGIN.address }
    expect(await readAudit(database, id)).toEqual([entry])
    await continueApprovals({ database }, AT + 3)
    expect(await readPurchase(database, id)).toMatchObject({ packages: 100 })
  })

  test('an approval that the server continues meanwhile adds each package once, and its caller has approved', async () => {
    const database = await openAndina(engine)
    const id = await order(database, 200)
    const results = await Promise.all([approve(database, id), approve(database, id)])
    for (const result of results) expect(result).toMatchObject({ ok: true, value: { isSettled: true } })
    expect(await readPurchase(database, id)).toEqual({ status: 'approved', packages: 200, isEachWhole: true })
    expect(await readAudit(database, id)).toHaveLength(1)
  })
})
