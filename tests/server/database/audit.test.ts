import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

const AT = Date.UTC(2026, 10, 21, 14, 43, 15)

const ENTRY = {
  at: AT,
  realm: 'imc',
  subjectId: 'usr-andina-admin',
  subjectName: 'Paula Ibáñez Cárdenas',
  entityId: 'ent-andina',
  action: 'user-edited',
  target: 'usr-andina-operador',
  before: { cargo: 'Operador de mesa' },
  after: { cargo: 'Jefe de mesa' },
  origin: { requestId: 'f00d', address: '127.0.0.1' },
} as const satisfies AuditEntry

const databases = await Promise.all(ENGINES.map((engine) => temporaryDatabase(engine)))

const readAll = ({ db }: Database) => db.selectFrom('records_audit').selectAll().orderBy('id').execute()

test.each(databases)('$engine: an audit entry is stored only when its transaction commits', async (database) => {
  await database.transaction((tx) => recordAudit(tx, ENTRY))
  const failing = database.transaction(async (tx) => {
    await recordAudit(tx, { ...ENTRY, action: 'user-deactivated' })
    throw new Error('this transaction fails')
  })
  await expect(failing).rejects.toThrow('this transaction fails')
  expect(await readAll(database)).toEqual([
    {
      id: expect.any(String),
      at: AT,
      realm: 'imc',
      subject_id: 'usr-andina-admin',
      subject_name: 'Paula Ibáñez Cárdenas',
      entity_id: 'ent-andina',
      action: 'user-edited',
      target: 'usr-andina-operador',
      before: '{"cargo":"Operador de mesa"}',
      after: '{"cargo":"Jefe de mesa"}',
      request_id: 'f00d',
      address: '127.0.0.1',
    },
  ])
})

test.each(databases)(
  '$engine: audit entries of one instant are read in the order of their inserts',
  async (database) => {
    const actions = Array.from({ length: 20 }, (_, index) => `step-${index}`)
    await database.transaction(async (tx) => {
      await recordAudit(tx, ...actions.slice(0, 10).map((action) => ({ ...ENTRY, entityId: null, at: AT + 1, action })))
      for (const action of actions.slice(10)) await recordAudit(tx, { ...ENTRY, entityId: null, at: AT + 1, action })
    })
    const rows = await readAll(database)
    expect(rows.filter(({ at }) => at === AT + 1).map(({ action }) => action)).toEqual(actions)
  },
)

/** Statements that would change the log, each with the engines that support it. */
const CHANGES = [
  ['an update', sql`update records_audit set action = 'forged'`, ENGINES],
  ['an update to the same values', sql`update records_audit set action = action`, ENGINES],
  [
    'an update with the removal of the address',
    sql`update records_audit set action = 'forged', address = null`,
    ENGINES,
  ],
  ['a delete', sql`delete from records_audit`, ENGINES],
  [
    'an upsert',
    sql`insert into records_audit (id, at, realm, action)
      select id, at, realm, 'forged' from records_audit where true
      on conflict (id) do update set action = 'forged'`,
    ENGINES,
  ],
  ['a replace', sql`insert or replace into records_audit select * from records_audit where true`, ['sqlite']],
  ['a truncate', sql`truncate records_audit`, ['postgres']],
] as const

const REFUSALS = databases.flatMap((database) =>
  CHANGES.filter(([, , engines]) => engines.some((engine) => engine === database.engine)).map(
    ([what, statement]) => [database.engine, what, statement, database] as const,
  ),
)

test.each(REFUSALS)('%s refuses %s on the audit log', async (_engine, _what, statement, database) => {
  await recordAudit(database.db, ENTRY)
  const before = await readAll(database)
  expect(before.length).toBeGreaterThan(0)
  await expect(statement.execute(database.db)).rejects.toThrow('records_audit: rows are never')
  expect(await readAll(database)).toEqual(before)
})

test.each(databases)('$engine: an address of the audit log is removed, and never changed (D116)', async (database) => {
  const change = sql`update records_audit set address = '10.0.0.1'`.execute(database.db)
  await expect(change).rejects.toThrow('records_audit')
  const before = await readAll(database)
  await database.db.updateTable('records_audit').set({ address: null }).execute()
  expect(await readAll(database)).toEqual(before.map((line) => ({ ...line, address: null })))
})

test.each(databases)('$engine: the audit log refuses an entry of an unknown realm', async ({ db }) => {
  const forged = sql`insert into records_audit (id, at, realm, action) values ('x', 1, 'god', 'login')`
  await expect(forged.execute(db)).rejects.toThrow(/constraint/i)
})
