import { createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { createBackup } from '#server/backup/create-backup.ts'
import { verifyArchive } from '#server/backup/verify-archive.ts'
import { type DatabaseLocation, openDatabase } from '#server/database/connection.ts'
import { createDocuments, type Documents } from '#server/documents/documents.ts'
import { createLocalFiles } from '#server/documents/local-files.ts'
import { ok } from '#src/domain/result.ts'
import { HOUR_MS } from '#src/domain/time/bogota.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { migratedLocation, temporaryFolder } from '#tests/support/databases.ts'
import { addEntityRows } from '#tests/support/imc-rows.ts'
import { samplePdf } from '#tests/support/sample-files.ts'

let time = 1_000_000

/** Opens the documents of one more server on a database and a shared folder. */
async function openServer(location: DatabaseLocation, folder: string) {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  afterFile(opened.value.close)
  const documents = createDocuments({
    ...{ database: opened.value, files: createLocalFiles(join(folder, 'stored')), isShared: true, now: () => time },
    ...{ incomingFolder: join(folder, 'incoming'), logger: pino({ level: 'silent' }) },
  })
  await documents.removeLeftoversAtStart()
  return { documents, database: opened.value }
}

const upload = (documents: Documents) =>
  documents.upload(
    {
      ...{ name: 'contrato.pdf', content: Readable.from([samplePdf()]), extensions: ['pdf'], uploadedBy: 'ent-admin' },
      owner: { kind: 'contract', entityId: 'ent', userId: 'ent-admin' },
    },
    async (_tx, { id }) => ok(id),
  )

async function listFiles(folder: string) {
  const entries = await readdir(join(folder, 'stored'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('a backup has the file of a document that another server replaces meanwhile', async () => {
  const location = await migratedLocation('postgres')
  const folder = await temporaryFolder()
  const [first, second] = [await openServer(location, folder), await openServer(location, folder)]
  await addEntityRows(first.database.db, 'ent')
  const uploaded = await upload(first.documents)
  const replacedId = uploaded.ok ? uploaded.value : ''

  const documents = {
    ...first.documents,
    async open(document: { readonly id: string }) {
      expect((await upload(second.documents)).ok).toBe(true)
      return first.documents.open(document)
    },
  }
  const file = join(folder, 'copia.tar.gz')
  await pipeline(createBackup({ location, documents, now: () => time }), createWriteStream(file))
  expect(await verifyArchive(file)).toMatchObject({ ok: true, value: { damaged: [], documents: 1 } })

  expect(await listFiles(folder)).toContain(replacedId)
  time += HOUR_MS
  await second.documents.removeOldLeftovers()
  expect(await listFiles(folder)).not.toContain(replacedId)
  expect(await listFiles(folder)).toHaveLength(1)
})
