import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { createAcknowledged } from '#bench/faults/acknowledged.ts'
import { checkStored, countDefects } from '#bench/faults/check-stored.ts'
import { openDatabase } from '#server/database/connection.ts'
import { migratedFolder } from '#tests/support/databases.ts'
import { addEntityRows } from '#tests/support/imc-rows.ts'

const CONTENT = '%PDF-1.4'
const SHA256 = createHash('sha256').update(CONTENT).digest('hex')

const DEAL = {
  ...{ market: 'spot', date: '2026-11-20', term: 0, sector: 1, origin: 'traded', time: 1, price: 1, amount: 1 },
  ...{ recorded_at: 1, annulled_at: null, annulled_sequence: null, annulled_recorded_at: null },
}

const createContract = (id: string, user: string) => ({
  ...{ id, file_id: null, entity_id: 'ent', user_id: user, request_id: null, requirement_id: null },
  ...{ file_name: 'a.pdf', kind: 'pdf', bytes: 8, sha256: SHA256, uploaded_at: 1, uploaded_by: 'ent-admin' },
})

test('an empty server has lost all that was acknowledged', async () => {
  const acknowledged = {
    ...createAcknowledged(),
    ...{ deals: ['d'], imported: ['f'], users: [{ id: 'u', email: 'a@carga.example', contract: SHA256 }] },
    ...{ purchases: [{ reference: 'MD-1', email: 'a@compra.example' }], logins: ['hash'], refused: ['r'] },
  }
  const report = await checkStored({ dataDir: await migratedFolder() }, 'no folder', acknowledged)
  expect(report.lost).toEqual(['d', 'f', 'a@carga.example', 'MD-1', `u ${SHA256}`, 'session hash'])
  expect(countDefects(report)).toBe(6)
})

test('finds refused deals that are stored, files without a row and damaged documents', async () => {
  const dataDir = await migratedFolder()
  const opened = await openDatabase({ dataDir })
  if (!opened.ok) throw new Error(opened.error.kind)
  const { db, close } = opened.value
  await db
    .insertInto('market_deals')
    .values([
      { ...DEAL, id: 'refused', sequence: 1 },
      { ...DEAL, id: 'other market', market: 'nextday', sequence: 1 },
    ])
    .execute()
  await addEntityRows(db, 'ent')
  await db
    .insertInto('documents')
    .values([createContract('sound', 'ent-admin'), createContract('missing', 'ent-user')])
    .execute()
  await db.insertInto('document_leftovers').values({ document_id: 'leftover', since: 1 }).execute()
  await close()
  const folder = join(dataDir, 'documentos')
  await mkdir(join(folder, 'so'), { recursive: true })
  for (const name of ['sound', 'leftover', 'orphan']) await writeFile(join(folder, 'so', name), CONTENT)

  const acknowledged = { ...createAcknowledged(), refused: ['refused', 'not stored', `ent-admin ${SHA256}`] }
  expect(await checkStored({ dataDir }, folder, acknowledged)).toEqual({
    ...{ lost: [], doubled: [], damaged: ['missing'] },
    ...{ refusedButStored: ['refused', `ent-admin ${SHA256}`], filesWithoutRow: ['orphan'] },
  })
})
