import { describe, expect, test } from 'vitest'
import { createGovernanceOperations } from '#server/imc/governance-operations.ts'
import { findDueRequests, listOperatorRequests } from '#server/imc/requests/operator-store.ts'
import { createRequestService } from '#server/imc/requests/request-service.ts'
import { findRequest } from '#server/imc/requests/request-store.ts'
import { settleRequest } from '#server/imc/requests/settlement-store.ts'
import { findListedScreen } from '#server/imc/screens/screen-store.ts'
import { NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { AT, createActor, openAndina, toKey } from '#tests/support/imc.ts'

const OTHERS = ['usr-andina-nuevo', 'usr-andina-operador'] as const
const ID = 'sol-00421'
const PUBLIC_URL = 'https://portal.example'

/** An entity with four eyes and three administrators, and a release that the first has created. */
async function createWaiting(engine: (typeof ENGINES)[number]) {
  const database = await openAndina(engine)
  const { db } = database
  const email = 'operador@andina.example'
  await db.updateTable('imc_users').set({ role: 'administrator', email }).where('id', '=', OTHERS[1]).execute()
  const operations = createGovernanceOperations(database)
  const stamp = { at: AT, origin: null }
  await operations.changeGovernance('ANDINA', { ...NO_GOVERNANCE, fourEyesRequests: true }, stamp)
  const service = createRequestService(database, () => PUBLIC_URL)
  const sent = await service.release(createActor(), toKey('P-05'))
  expect(sent).toMatchObject({ ok: true, value: { id: ID, isUnconfirmed: true } })
  const toActor = (id: string) => ({ ...createActor(), user: { ...createActor().user, id, name: id } })
  const [one, other] = [toActor(OTHERS[0]), toActor(OTHERS[1])]
  return { database, db, service, operations, stamp, one, other }
}

const read = async ({ db }: Pick<Awaited<ReturnType<typeof createWaiting>>, 'db'>) => findRequest(db, ANDINA, ID)

describe.each(ENGINES)('%s', (engine) => {
  test('of two confirmations at once one wins, and the other reads who (D106)', async () => {
    const { service, db, one, other } = await createWaiting(engine)
    const results = await Promise.all([one, other].map((actor) => service.decide(actor, ID, 'confirmed', '')))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.find(({ ok }) => !ok)).toMatchObject({ error: { kind: 'decided', decision: 'confirmed' } })
    const audited = await db.selectFrom('records_audit').where('action', '=', 'request-confirmed').selectAll().execute()
    expect(audited).toHaveLength(1)
    expect((await read({ db }))?.steps.map(({ status }) => status)).toEqual(['unconfirmed', 'created', 'in-progress'])
  })

  test('of a confirmation and a withdrawal at once one wins (D106)', async () => {
    const { service, db, one } = await createWaiting(engine)
    const results = await Promise.all([
      service.decide(one, ID, 'confirmed', ''),
      service.decide(createActor(), ID, 'withdrawn', ''),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const request = await read({ db })
    const screen = await findListedScreen(db, ANDINA, toKey('P-05'))
    const isConfirmed = results[0]?.ok === true
    expect(request?.status).toBe(isConfirmed ? 'in-progress' : 'refused')
    expect(screen?.status).toBe(isConfirmed ? 'transit' : 'assigned')
  })

  test('the operator neither lists as open nor settles nor approves a waiting request (D106)', async () => {
    const { service, database, db, one } = await createWaiting(engine)
    const list = async (openOnly: boolean) =>
      (await listOperatorRequests(db, { openOnly, entityCode: 'ANDINA' })).find(({ id }) => id === ID)?.status
    expect([await list(true), await list(false)]).toEqual([undefined, 'unconfirmed'])
    const period = { from: 0, until: AT * 2 }
    expect(await findDueRequests(db, period, 100)).not.toContain(ID)
    for (const settlement of ['approved', 'refused'] as const) {
      const record = { at: AT, person: null, origin: null, reason: 'No.' }
      const settled = await database.transaction((tx) => settleRequest(tx, ID, settlement, record))
      expect(settled).toEqual({ ok: false, error: 'not-open' })
    }
    // The delay of the automatic approval starts with the confirmation.
    await service.decide({ ...one, stamp: { ...one.stamp, at: AT + 60_000 } }, ID, 'confirmed', '')
    expect(await findDueRequests(db, { from: 0, until: AT + 59_999 }, 100)).not.toContain(ID)
    expect(await findDueRequests(db, { from: 0, until: AT + 60_000 }, 100)).toContain(ID)
  })

  test('everybody who can confirm gets a mail, never the creator (D106)', async () => {
    const { db } = await createWaiting(engine)
    const rows = await db.selectFrom('records_outbox').selectAll().execute()
    const users = await db
      .selectFrom('imc_users')
      .select('email')
      .where('id', 'in', [...OTHERS])
      .execute()
    expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(users.map(({ email }) => email).toSorted())
    for (const { content } of rows) {
      expect(content).toContain('S-2026-00421 espera su confirmación')
      expect(content).toContain(`${PUBLIC_URL}/imc/MisSolicitudes?solicitud=${ID}`)
    }
  })

  test('a repeated creation with one key creates one request and one mail for each (D28, D106)', async () => {
    const { service, db } = await createWaiting(engine)
    const actor = createActor('k')
    const first = await service.release(actor, toKey('P-06'))
    expect(await service.release(actor, toKey('P-06'))).toEqual(first)
    expect(first).toMatchObject({ ok: true, value: { isUnconfirmed: true } })
    expect(await db.selectFrom('records_outbox').selectAll().execute()).toHaveLength(2 * OTHERS.length)
  })

  test('the operator confirms when nobody else of the entity can (D106)', async () => {
    const { operations, stamp, db } = await createWaiting(engine)
    expect(await operations.confirm('S-2026-00421', stamp)).toMatchObject({
      error: { status: 409, message: expect.stringContaining('Otro administrador') },
    })
    await db
      .updateTable('imc_users')
      .set({ active: 0 })
      .where('id', 'in', [...OTHERS])
      .execute()
    expect(await operations.confirm('S-2026-00421', stamp)).toEqual({ ok: true, value: undefined })
    expect(await operations.confirm('S-2026-00421', stamp)).toEqual({ ok: true, value: undefined })
    expect((await read({ db }))?.steps[1]).toMatchObject({ status: 'created', person: 'Operaciones' })
    expect(await operations.confirm('S-2026-99999', stamp)).toBeNull()
    expect(await operations.confirm('S-2026-00420', stamp)).toMatchObject({ error: { status: 409 } })
  })

  test('a request of another entity is foreign (D24, D106)', async () => {
    const { service, one } = await createWaiting(engine)
    const foreign = { ...one, user: { ...one.user, entityId: 'ent-pacifico' } }
    expect(await service.decide(foreign, ID, 'confirmed', '')).toEqual({ ok: false, error: { kind: 'foreign' } })
  })
})
