import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { BACKUP_TABLES } from '#server/backup/create-backup.ts'
import { toRetentionConfig } from '#server/config/retention-settings.ts'
import type { Database } from '#server/database/connection.ts'
import { ROWS_PER_STEP } from '#server/database/run-in-steps.ts'
import { openRetention } from '#server/retention/retention.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { IDLE_SCHEDULER, startIdentity } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'
import { createConfirmation, createOrder, postConfirmation, sign } from '#tests/support/payments.ts'

const START = Date.UTC(2026, 10, 30, 15)
const UNPAID = 'nunca-pago@ejemplo.example'
const REJECTED = 'tarjeta-rechazada@ejemplo.example'
const PAID = 'si-pago@ejemplo.example'
const REFUSED = 'registro-rechazado@ejemplo.example'
const PENDING = 'registro-pendiente@ejemplo.example'

/** Lists the tables with a text of the database. */
async function findText({ db }: Database, text: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const table of Object.keys(BACKUP_TABLES)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db)
    if (JSON.stringify(rows).includes(text)) found.push(table)
  }
  return found
}

const registration = (email: string, status: 'pending' | 'refused') => ({
  ...{ id: `R-${email}`, received_at: START, sent_at: START, first_name: 'Ana', last_name: 'Ruiz' },
  ...{ document_type: 'CC', document_number: '1020304050', email, company: 'Norte', country: 'Colombia' },
  ...{ city: 'Bogotá', person_type: 'natural', product: 'demo', phone: '3001234567', status },
  ...{ settled_at: status === 'refused' ? START : null, client_id: null, reason: null },
})

async function start(engine: (typeof ENGINES)[number], days: { readonly addresses?: number | null } = {}) {
  const time = testTime(START)
  const server = await startIdentity({ engine, payments: true, time })
  const { database } = server
  const retention = openRetention({
    config: {
      retention: toRetentionConfig({
        ...{ KEEP_UNPAID_ORDERS: 90 * DAY_MS, KEEP_REFUSED_REGISTRATIONS: 90 * DAY_MS },
        KEEP_AUDIT_ADDRESSES: days.addresses === undefined ? 180 * DAY_MS : days.addresses,
        KEEP_ALERT_FIRINGS: 365 * DAY_MS,
      }),
    },
    database,
    now: time.now,
    logger: pino({ level: 'silent' }),
    scheduler: IDLE_SCHEDULER,
  })
  return { server, database, time, retention }
}

describe.each(ENGINES)('%s', (engine) => {
  test('after 90 days nothing is left of an unpaid order and a refused registration; paid ones stay (D116)', async () => {
    const { server, database, time, retention } = await start(engine)
    const order = (email: string) => createOrder(server, { plan: 'anual', email })
    await order(UNPAID)
    const approved = createConfirmation(await order(PAID))
    const rejected = createConfirmation(await order(REJECTED), { x_cod_response: '2' })
    for (const form of [approved, rejected]) await postConfirmation(server.url, sign(form))
    await database.db
      .insertInto('identity_registrations')
      .values([registration(REFUSED, 'refused'), registration(PENDING, 'pending')])
      .execute()
    // The mails of the orders have been sent and deleted.
    await database.db.deleteFrom('records_outbox').execute()

    time.pass(90 * DAY_MS)
    await retention.run()
    for (const text of [UNPAID, REJECTED, REFUSED]) expect(await findText(database, text)).not.toEqual([])
    time.pass(1)
    await retention.run()
    for (const text of [UNPAID, REJECTED, REFUSED]) expect(await findText(database, text)).toEqual([])
    // The audit names the transaction, which is no personal data.
    expect(await findText(database, rejected['x_ref_payco'] ?? '')).toEqual(['records_audit'])
    expect(await findText(database, PAID)).toContain('payment_orders')
    expect(await findText(database, PENDING)).toContain('identity_registrations')
    expect(await findText(database, approved['x_ref_payco'] ?? '')).toContain('payment_transactions')
  })

  test('addresses leave the audit after their days, in steps; the lines stay (D116)', async () => {
    const { database, time, retention } = await start(engine)
    const { db } = database
    const line = (id: string, at: number) => ({
      ...{ id, at, realm: 'client', subject_id: null, subject_name: null, entity_id: null, action: 'retention-test' },
      ...{ target: null, before: null, after: null, request_id: 'r', address: '203.0.113.9' },
    })
    const old = Array.from({ length: ROWS_PER_STEP + 1 }, (_, i) => line(`old-${engine}-${i}`, START))
    await db.insertInto('records_audit').values(old).execute()
    await db
      .insertInto('records_audit')
      .values(line(`new-${engine}`, START + 2))
      .execute()
    time.pass(180 * DAY_MS + 1)
    await retention.run()
    const lines = await db
      .selectFrom('records_audit')
      .select(['id', 'address'])
      .where('action', '=', 'retention-test')
      .execute()
    expect(lines).toHaveLength(old.length + 1)
    expect(lines.filter(({ address }) => address !== null)).toEqual([{ id: `new-${engine}`, address: '203.0.113.9' }])
  })

  test('the history of alerts is deleted after a year, in steps; what waits for quiet hours stays (D116)', async () => {
    const { database, time, retention } = await start(engine)
    const { db } = database
    const firing = (id: number, recordedAt: number, heldUntil: number | null = null) => ({
      ...{ id, alert_id: 'a', client_id: 'c', rule: '{}', kind: 'fired', deal_id: null, price: 400_000, at: 0 },
      ...{ recorded_at: recordedAt, held_until: heldUntil },
    })
    const old = Array.from({ length: ROWS_PER_STEP + 1 }, (_, index) => firing(index + 1, START))
    const [held, recent] = [ROWS_PER_STEP + 2, ROWS_PER_STEP + 3]
    await db.insertInto('alerts_firings').values(old).execute()
    await db
      .insertInto('alerts_firings')
      .values([firing(held, START, START + 1), firing(recent, START + 1)])
      .execute()
    const listIds = async () =>
      (await db.selectFrom('alerts_firings').select('id').orderBy('id').execute()).map(({ id }) => id)
    time.pass(365 * DAY_MS)
    await retention.run()
    expect(await listIds()).toHaveLength(old.length + 2)
    time.pass(1)
    await retention.run()
    expect(await listIds()).toEqual([held, recent])
  })

  test('off stores addresses for ever', async () => {
    const { database, time, retention } = await start(engine, { addresses: null })
    const count = async () =>
      (await database.db.selectFrom('records_audit').select('id').where('address', 'is not', null).execute()).length
    const before = await count()
    time.pass(4_000 * DAY_MS)
    await retention.run()
    expect(await count()).toBe(before)
  })
})
