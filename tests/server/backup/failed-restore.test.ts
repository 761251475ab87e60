import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'

import { describePart, writeArchive } from '#server/backup/archive.ts'
import { restoreFailureMessage } from '#server/backup/messages.ts'
import { restoreBackup } from '#server/backup/restore-archive.ts'
import type { StorageConfig } from '#server/config/storage-settings.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import { ENGINES, temporaryFolder, temporaryLocation } from '#tests/support/databases.ts'
import { startS3Server } from '#tests/support/s3-server.ts'

const DOCUMENTS = { 'documents/aa-1': 'uno', 'documents/bb-2': 'dos' }
/** The insert of this row fails, after the documents are saved. */
const UNKNOWN_COLUMN = { 'tables/identity_keys/000001.jsonl': '{"otra":"x"}\n' }
/** The migrator inserts the same row after the restore, and fails: the name is not unique. */
const LAST_MIGRATION = {
  'tables/migraciones/000001.jsonl': `{"name":"${Object.keys(MIGRATIONS).toSorted().at(-1)}","timestamp":"x"}\n`,
}

/** Writes an archive of these parts into a file. */
async function packArchive(contents: Readonly<Record<string, string>>): Promise<string> {
  const parts = Object.entries(contents).map(([path, text]) => ({ path, content: Buffer.from(text) }))
  const manifest = {
    ...{ format: 1, createdAt: '2026-11-20T00:00:00Z', migrations: Object.keys(MIGRATIONS).toSorted(), tables: [] },
    ...{ documents: 2, damaged: [], parts: parts.map(({ path, content }) => describePart(path, content)) },
  }
  const archive = writeArchive(async (add) => {
    for (const { path, content } of parts) await add(path, content)
    await add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  })
  const file = join(await temporaryFolder(), 'copia.tar.gz')
  await writeFile(file, await buffer(archive))
  return file
}

/** Restores an archive. Returns the error message; null without an error. */
async function restore(file: string, config: StorageConfig): Promise<string | null> {
  const restored = await restoreBackup(file, config, { holdReason: null, now: 0 })
  return restored.ok ? null : restoreFailureMessage(restored.error)
}

async function readDocuments(dataDir: string) {
  const entries = await readdir(join(dataDir, 'documentos'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
}

test.each(ENGINES)(
  'a failed restore into %s removes only its own documents; a restore that fails at its end removes no document',
  async (engine) => {
    const location = await temporaryLocation(engine)
    const dataDir = 'dataDir' in location ? location.dataDir : await temporaryFolder()
    const config = { dataDir, databaseUrl: 'databaseUrl' in location ? location.databaseUrl : null, documents: null }
    // A killed restore has saved this document.
    await mkdir(join(dataDir, 'documentos', 'aa'), { recursive: true })
    await writeFile(join(dataDir, 'documentos', 'aa', 'aa-1'), 'uno')

    const message = await restore(await packArchive({ ...DOCUMENTS, ...UNKNOWN_COLUMN }), config)
    expect(message).toMatch(/^La restauración falló: .*otra.* No se restauró nada\. Documentos .* quedan en la carpeta/)
    expect(message).toContain(`${join(dataDir, 'documentos')}: 1.`)
    expect(await readDocuments(dataDir)).toEqual(['uno'])

    const lateFailure = await restore(await packArchive({ ...DOCUMENTS, ...LAST_MIGRATION }), config)
    expect(lateFailure).toMatch(/^La restauración falló al terminar: .*documentos: 2\. Ejecute la orden otra vez\./)
    expect(await restore(await packArchive(DOCUMENTS), config)).toBeNull()
    expect((await readDocuments(dataDir)).toSorted()).toEqual(['dos', 'uno'])
  },
)

test('a failed restore removes only its own documents from a bucket, and reports those that remain', async () => {
  const s3 = await startS3Server()
  const file = await packArchive({ 'documents/aa-1': 'uno' })
  expect(
    await restore(file, { dataDir: await temporaryFolder(), databaseUrl: null, documents: s3.location }),
  ).toBeNull()
  const target = { dataDir: await temporaryFolder(), databaseUrl: null, documents: s3.location }
  const badFile = await packArchive({ ...DOCUMENTS, ...UNKNOWN_COLUMN })
  expect(await restore(badFile, target)).toContain('quedan en el bucket de DOCUMENTS_URL: 1.')
  expect([...s3.objects.keys()]).toEqual(['imc/aa-1'])

  s3.forbid('DELETE')
  expect(await restore(badFile, target)).toContain('quedan en el bucket de DOCUMENTS_URL: 2.')
  expect(await restore(await packArchive(DOCUMENTS), target)).toBeNull()
})
