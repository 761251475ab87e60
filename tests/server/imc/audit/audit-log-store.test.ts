import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { type AuditPageQuery, findAuditPage } from '#server/imc/audit/audit-log-store.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { AT } from '#tests/support/imc.ts'

const ENTRY_COUNT = 4_500
const ENTRIES_PER_INSERT = 500

const createQuery = (overrides: Partial<AuditPageQuery>): AuditPageQuery => ({
  kind: 'all',
  person: '',
  action: null,
  from: null,
  until: null,
  after: null,
  limit: 40,
  ...overrides,
})

/** Opens a database with an audit log, whose two oldest entries are by `Zoila`. */
async function openAudit(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const rows = Array.from({ length: ENTRY_COUNT }, (_, i) => ({
    id: String(i).padStart(8, '0'),
    at: AT + i,
    realm: 'imc',
    subject_id: 'usr-1',
    subject_name: i < 2 ? 'Zoila Núñez' : 'Paula Ibáñez',
    entity_id: 'ent-andina',
    action: 'signed-in',
  }))
  for (let start = 0; start < ENTRY_COUNT; start += ENTRIES_PER_INSERT) {
    const part = rows.slice(start, start + ENTRIES_PER_INSERT)
    await database.db.insertInto('records_audit').values(part).execute()
  }
  return database
}

describe.each(ENGINES)('%s', (engine) => {
  test('a search by name reads a limited number of entries and returns a cursor to the rest', async () => {
    const { db } = await openAudit(engine)
    const first = await findAuditPage(db, 'ent-andina', createQuery({ person: 'NUNEZ' }))
    // A page reads at most ten batches of 400 entries.
    expect(first).toEqual({ rows: [], next: ['00000500'] })
    const second = await findAuditPage(
      db,
      'ent-andina',
      createQuery({ person: 'nunez', after: first.next?.[0] ?? null }),
    )
    expect(second.rows.map(({ id }) => id)).toEqual(['00000001', '00000000'])
    expect(second.next).toBeNull()
  })

  test('the pages of the changes skip logins, and their cursors skip no change (D104)', async () => {
    const { db } = await openAudit(engine)
    const ids = Array.from({ length: 90 }, (_, i) => `${String(i * 50).padStart(8, '0')}-1`)
    const row = { at: AT, realm: 'imc', subject_name: 'Paula Ibáñez', entity_id: 'ent-andina', action: 'user-edited' }
    await db
      .insertInto('records_audit')
      .values(ids.map((id) => ({ id, ...row })))
      .execute()
    const readIds: string[] = []
    let after: string | null = null
    for (let page = 0; page === 0 || after !== null; page += 1) {
      const { rows, next } = await findAuditPage(db, 'ent-andina', createQuery({ kind: 'changes', after }))
      expect(rows).toHaveLength(page < 2 ? 40 : 10)
      readIds.push(...rows.map(({ id }) => id))
      after = next?.[0] ?? null
    }
    expect(readIds).toEqual(ids.toReversed())
    const byName = await findAuditPage(db, 'ent-andina', createQuery({ kind: 'changes', person: 'paula' }))
    expect(byName.rows.map(({ id }) => id)).toEqual(readIds.slice(0, 40))
    const signIns = await findAuditPage(db, 'ent-andina', createQuery({ kind: 'sign-ins' }))
    expect(new Set(signIns.rows.map(({ action }) => action))).toEqual(new Set(['signed-in']))
  })

  test('a query without a name returns full pages up to the oldest entry', async () => {
    const { db } = await openAudit(engine)
    const first = await findAuditPage(db, 'ent-andina', createQuery({}))
    expect([first.rows.length, first.rows[0]?.id, first.next]).toEqual([40, '00004499', ['00004460']])
    const last = await findAuditPage(db, 'ent-andina', createQuery({ after: '00000040' }))
    expect([last.rows.length, last.next]).toEqual([40, null])
  })
})

test('SQLite reads a page of the audit log from an index without sorting', async () => {
  const { db } = await temporaryDatabase('sqlite')
  const plan = await sql<{ detail: string }>`explain query plan
    select id from records_audit where entity_id = 'ent-andina' and id < '9' order by id desc limit 41`.execute(db)
  const details = plan.rows.map(({ detail }) => detail).join()
  expect(details).toContain('records_audit_page')
  expect(details).not.toContain('TEMP B-TREE')
})
