import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { listPackageGroups } from '#server/imc/packages/package-store.ts'
import { createRequestService } from '#server/imc/requests/request-service.ts'
import { findRequest, recordStep } from '#server/imc/requests/request-store.ts'
import { settleRequest } from '#server/imc/requests/settlement-store.ts'
import { findListedScreen, listScreens } from '#server/imc/screens/screen-store.ts'
import { findUser } from '#server/imc/users/user-store.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { AT, createActor, openAndina, toKey } from '#tests/support/imc.ts'

const CNINO = 'usr-andina-cnino'
const IECHAVARRIA = 'usr-andina-iechavarria'
const OPERADOR = 'usr-andina-operador'

const settlement = { at: AT + 1, person: 'Operaciones', origin: null, reason: 'Falta la firma.' }

const settle = (database: Database, id: string, status: 'approved' | 'refused') =>
  database.transaction((tx) => settleRequest(tx, id, status, settlement))

/** Marks the documents of a request as complete. */
const completeDocuments = (database: Database, requestId: string) =>
  database.transaction((tx) =>
    recordStep(tx, ANDINA, {
      requestId,
      from: ['created', 'documents'],
      status: 'in-progress',
      at: AT,
      person: null,
      detail: null,
    }),
  )

/** Expects that the counters of each subscription match its screens. */
async function expectCorrectCounters({ db }: Database) {
  const { rows } = await sql`
    select number from imc_subscriptions as s where
      screens <> (select count(*) from imc_screens where number = s.number) or
      available <> (select count(*) from imc_screens where number = s.number and status = 'available') or
      in_transit <> (select count(*) from imc_screens where number = s.number and status = 'transit')`.execute(db)
  expect(rows).toEqual([])
}

const link = { screen: toKey('P-07'), profileId: 'prf-operador', userId: CNINO, observations: 'Vacaciones.' }

describe.each(ENGINES)('%s', (engine) => {
  test('a link request puts its screen and user in transit until the approval', async () => {
    const database = await openAndina(engine)
    const { db } = database
    const sent = await createRequestService(database).link(createActor(), link)
    expect(sent).toEqual({ ok: true, value: { id: 'sol-00421', reference: 'S-2026-00421' } })
    const row = { status: 'transit', userId: CNINO, requestId: 'sol-00421' }
    expect(await findListedScreen(db, ANDINA, toKey('P-07'))).toMatchObject(row)
    expect(await findUser(db, ANDINA, CNINO)).toMatchObject({ status: 'transit', subscription: '004512' })
    expect(await findRequest(db, ANDINA, 'sol-00421')).toMatchObject({ status: 'created', notes: 'Vacaciones.' })
    await expectCorrectCounters(database)

    // A link request without its documents cannot be approved.
    expect(await settle(database, 'sol-00421', 'approved')).toEqual({ ok: false, error: 'not-open' })
    expect(await completeDocuments(database, 'sol-00421')).toBe(true)
    expect(await settle(database, 'sol-00421', 'approved')).toMatchObject({ ok: true })
    expect(await settle(database, 'sol-00421', 'refused')).toEqual({ ok: false, error: 'not-open' })
    expect(await findListedScreen(db, ANDINA, toKey('P-07'))).toMatchObject({
      status: 'assigned',
      userId: CNINO,
      requestId: null,
    })
    expect(await findUser(db, ANDINA, CNINO)).toMatchObject({ status: 'assigned' })
    await expectCorrectCounters(database)
  })

  test('a refused link request makes the screen and the user available again', async () => {
    const database = await openAndina(engine)
    await createRequestService(database).link(createActor(), { ...link, profileId: 'prf-consulta' })
    expect(await settle(database, 'sol-00421', 'refused')).toMatchObject({ ok: true, value: { kind: 'link' } })
    const free = { status: 'available', userId: null, profileId: 'prf-operador' }
    expect(await findListedScreen(database.db, ANDINA, toKey('P-07'))).toMatchObject(free)
    expect(await findUser(database.db, ANDINA, CNINO)).toMatchObject({ status: 'available' })
    expect(await findRequest(database.db, ANDINA, 'sol-00421')).toMatchObject({ reason: 'Falta la firma.' })
    await expectCorrectCounters(database)
  })

  test('an approved link request changes the profile of the screen to the chosen profile', async () => {
    const database = await openAndina(engine)
    await createRequestService(database).link(createActor(), { ...link, profileId: 'prf-consulta' })
    await completeDocuments(database, 'sol-00421')
    await settle(database, 'sol-00421', 'approved')
    expect(await findListedScreen(database.db, ANDINA, toKey('P-07'))).toMatchObject({ profileId: 'prf-consulta' })
  })

  test.each([
    ['approved', 'available', null, 'available'],
    ['refused', 'assigned', OPERADOR, 'assigned'],
  ] as const)(
    'after a release request is %s, the status of the screen is %s',
    async (settled, status, userId, userStatus) => {
      const database = await openAndina(engine)
      const sent = await createRequestService(database).release(createActor(), toKey('P-05'))
      expect(sent).toMatchObject({ ok: true })
      // A release requires no documents, so it is in progress immediately.
      expect((await findRequest(database.db, ANDINA, 'sol-00421'))?.steps.map((step) => step.status)).toEqual([
        ...['created', 'in-progress'],
      ])
      await settle(database, 'sol-00421', settled)
      expect(await findListedScreen(database.db, ANDINA, toKey('P-05'))).toMatchObject({ status, userId })
      expect(await findUser(database.db, ANDINA, OPERADOR)).toMatchObject({ status: userStatus })
      await expectCorrectCounters(database)
    },
  )

  test.each([
    ['approved', 'P-08', [null, OPERADOR]],
    ['refused', 'P-05', [OPERADOR, null]],
  ] as const)('after a change from P-05 to P-08 is %s, the user has only %s', async (settled, _screen, holders) => {
    const database = await openAndina(engine)
    const change = { target: toKey('P-08'), source: toKey('P-05'), userId: OPERADOR, observations: '' }
    expect(await createRequestService(database).change(createActor(), change)).toMatchObject({ ok: true })
    const inTransit = (await listScreens(database.db, ANDINA, '004512')).filter(({ status }) => status === 'transit')
    expect(inTransit.map(({ screen, userId }) => [screen, userId])).toEqual([
      ['P-05', OPERADOR],
      ['P-08', OPERADOR],
      ['P-09', 'usr-andina-fquinones'],
    ])
    await completeDocuments(database, 'sol-00421')
    await settle(database, 'sol-00421', settled)
    const screens = await listScreens(database.db, ANDINA, '004512')
    expect([screens[4]?.userId, screens[7]?.userId]).toEqual(holders)
    expect(await findUser(database.db, ANDINA, OPERADOR)).toMatchObject({ status: 'assigned' })
    await expectCorrectCounters(database)
  })

  test.each([
    ['approved', 'new', CNINO, ['assigned', 'available']],
    ['refused', 'previous', OPERADOR, ['available', 'assigned']],
  ] as const)('after a change of user is %s, the %s user has the screen', async (settled, _who, holder, statuses) => {
    const database = await openAndina(engine)
    const change = { target: toKey('P-05'), source: toKey('P-05'), userId: CNINO, observations: '' }
    expect(await createRequestService(database).change(createActor(), change)).toMatchObject({ ok: true })
    const request = await findRequest(database.db, ANDINA, 'sol-00421')
    const source = { number: '004512', screen: 'P-05' }
    expect(request).toMatchObject({ kind: 'user-change', source, sourceUser: 'Andrés Camilo Peñuela' })
    await completeDocuments(database, 'sol-00421')
    await settle(database, 'sol-00421', settled)
    expect(await findListedScreen(database.db, ANDINA, toKey('P-05'))).toMatchObject({ userId: holder })
    const users = [await findUser(database.db, ANDINA, CNINO), await findUser(database.db, ANDINA, OPERADOR)]
    expect(users.map((user) => user?.status)).toEqual(statuses)
    await expectCorrectCounters(database)
  })

  test('an approved purchase adds its subscriptions with free screens', async () => {
    const database = await openAndina(engine)
    const order = { packageId: 'paq-usd-pro', price: 1_842_500, quantity: 3 }
    expect(await createRequestService(database).order(createActor(), order)).toMatchObject({ ok: true })
    await settle(database, 'sol-00421', 'approved')
    const [group] = await listPackageGroups(database.db, ANDINA)
    expect(group).toMatchObject({ screens: 50, available: 38, monthlyCost: 5 * 1_842_500 })
    expect(await listScreens(database.db, ANDINA, '004563')).toHaveLength(10)
    await expectCorrectCounters(database)
  })

  test('an invalid request returns the kind of its error and changes nothing', async () => {
    const database = await openAndina(engine)
    const service = createRequestService(database)
    const actor = createActor()
    const change = { target: toKey('P-08'), source: toKey('P-05'), userId: OPERADOR, observations: '' }
    const refusals = [
      ['screen-in-transit', await service.link(actor, { ...link, screen: toKey('P-09') })],
      ['screen-taken', await service.link(actor, { ...link, screen: toKey('P-05') })],
      ['unknown', await service.link(actor, { ...link, screen: toKey('P-99') })],
      ['unknown', await service.link(actor, { ...link, screen: toKey('P-07', '999999') })],
      ['unknown', await service.link(actor, { ...link, screen: { ...toKey('P-07'), packageId: 'paq-usd-con' } })],
      [
        'screen-changed',
        await service.link(actor, { ...link, screen: { ...toKey('P-07'), profileId: 'prf-consulta' } }),
      ],
      ['user-taken', await service.link(actor, { ...link, userId: OPERADOR })],
      ['user-inactive', await service.link(actor, { ...link, userId: 'usr-andina-emunoz' })],
      ['unknown', await service.link(actor, { ...link, userId: 'usr-unknown' })],
      ['profile-not-offered', await service.link(actor, { ...link, profileId: 'prf-analista' })],
      ['observations', await service.link(actor, { ...link, observations: 'a'.repeat(501) })],
      ['screen-free', await service.release(actor, toKey('P-07'))],
      ['not-holder', await service.change(actor, { ...change, userId: CNINO })],
      ['same-user', await service.change(actor, { ...change, target: toKey('P-05') })],
      ['no-source', await service.change(actor, { ...change, source: null, userId: CNINO })],
      ['price-changed', await service.order(actor, { packageId: 'paq-usd-pro', price: 1_842_499, quantity: 1 })],
      ['unknown', await service.order(actor, { packageId: 'paq-nothing', price: 1, quantity: 1 })],
    ] as const
    for (const [kind, refusal] of refusals)
      expect([kind, refusal]).toMatchObject([kind, { ok: false, error: { kind } }])
    expect(await findRequest(database.db, ANDINA, 'sol-00421')).toBeNull()
    await expectCorrectCounters(database)
  })

  test('a change request without a source uses the only screen of the user as its source', async () => {
    const database = await openAndina(engine)
    const change = { target: toKey('P-08'), source: null, userId: OPERADOR, observations: '' }
    await createRequestService(database).change(createActor(), change)
    expect(await findRequest(database.db, ANDINA, 'sol-00421')).toMatchObject({
      kind: 'screen-change',
      source: { number: '004512', screen: 'P-05' },
    })
  })

  test('only one of simultaneous requests for a screen or a user succeeds', async () => {
    const database = await openAndina(engine)
    const service = createRequestService(database)
    const requests = ['P-07', 'P-08', 'P-10'].flatMap((screen) =>
      [CNINO, IECHAVARRIA].map((userId) => service.link(createActor(), { ...link, screen: toKey(screen), userId })),
    )
    const sent = await Promise.all(requests)
    // Two users can get two links at most, each to a different screen.
    expect(sent.filter(({ ok }) => ok)).toHaveLength(2)
    await expectCorrectCounters(database)
  })

  test('of two corrections of a rejected request at once, one is created and the other names it (D90)', async () => {
    const database = await openAndina(engine)
    const service = createRequestService(database)
    const correction = { observations: 'Ahora firmada.', userId: null, quantity: null, price: null, keptIds: [] }
    const sent = await Promise.all([1, 2].map(() => service.correct(createActor(), 'sol-00418', correction)))
    expect(sent.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { id: 'sol-00421', reference: 'S-2026-00421' } }])
    expect(sent.find(({ ok }) => !ok)).toEqual({
      ok: false,
      error: { kind: 'corrected', reference: 'S-2026-00421', by: 'Paula Ibáñez Cárdenas' },
    })
    expect(await findRequest(database.db, ANDINA, 'sol-00421')).toMatchObject({
      ...{ kind: 'link', status: 'created', notes: 'Ahora firmada.', correctsId: 'sol-00418' },
    })
    const entries = await database.db.selectFrom('records_audit').selectAll().execute()
    expect(entries).toMatchObject([{ action: 'request-corrected', target: 'sol-00421' }])
    expect(JSON.parse(entries[0]?.after ?? '{}')).toMatchObject({ corrects: 'S-2026-00418', screen: 'P-07' })
    await expectCorrectCounters(database)
  })

  test('a correction is checked like a new request, and refused for another entity or without a change (D90)', async () => {
    const database = await openAndina(engine)
    const service = createRequestService(database)
    const correction = { observations: 'Ahora firmada.', userId: null, quantity: null, price: null, keptIds: [] }
    const actor = createActor()
    const foreign = { ...actor, user: { ...actor.user, entityId: 'ent-pacifico' } }
    expect(await service.correct(foreign, 'sol-00418', correction)).toMatchObject({ error: { kind: 'foreign' } })
    const tooLong = { ...correction, observations: 'x'.repeat(501) }
    expect(await service.correct(actor, 'sol-00418', tooLong)).toMatchObject({ error: { kind: 'observations' } })
    await service.link(actor, { ...link, userId: IECHAVARRIA })
    expect(await service.correct(actor, 'sol-00418', correction)).toMatchObject({
      error: { kind: 'screen-in-transit' },
    })
    const { rows } = await sql`select count(*) as count from imc_requests where sequence > 420`.execute(database.db)
    expect(rows).toEqual([{ count: 1 }])
  })

  test('a repeated idempotency key returns the first reply for the same body and refuses another body', async () => {
    const database = await openAndina(engine)
    const service = createRequestService(database)
    const send = (body: string) => service.link(createActor('key-1', body), link)
    const replies = await Promise.all([send('a'), send('a'), send('a')])
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(await send('b')).toEqual({ ok: false, error: { kind: 'key-reused' } })
    const { rows } = await sql`select count(*) as count from imc_requests where sequence > 420`.execute(database.db)
    expect(rows).toEqual([{ count: 1 }])
  })

  test('a link request adds an audit entry with its actor, entity and request', async () => {
    const database = await openAndina(engine)
    await createRequestService(database).link(createActor(), link)
    const entries = await database.db.selectFrom('records_audit').selectAll().execute()
    expect(entries).toMatchObject([
      { action: 'screen-linked', subject_id: 'usr-andina-admin', entity_id: ANDINA, target: 'sol-00421' },
    ])
  })
})
