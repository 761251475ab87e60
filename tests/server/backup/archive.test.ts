import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'

import { parseLines, toLines, writeArchive } from '#server/backup/archive.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { restoreFailureMessage } from '#server/backup/messages.ts'
import { restoreBackup } from '#server/backup/restore-archive.ts'
import { openDatabase } from '#server/database/connection.ts'
import { ENGINES, temporaryFolder, temporaryLocation } from '#tests/support/databases.ts'

let archive: Buffer

beforeAll(async () => {
  const dataDir = await temporaryFolder()
  const database = await openDatabase({ dataDir })
  if (!database.ok) throw new Error(database.error.kind)
  await database.value.db.insertInto('identity_keys').values({ id: 'key', value: 'secret' }).execute()
  const documents = { open: async () => null, holdRemovals: () => ({ release: () => {} }) }
  archive = await buffer(createBackup({ location: { dataDir }, documents, now: () => 0 }))
  await database.value.close()
})

/**
 * Restores an archive. Returns the error message and the names of the files in the data directory.
 */
async function restoreContent(content: Uint8Array) {
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()]
  const file = join(folder, 'copia')
  await writeFile(file, content)
  const restored = await restoreBackup(file, { dataDir, databaseUrl: null, documents: null }, OPTIONS)
  const message = restored.ok ? null : restoreFailureMessage(restored.error).replace(file, 'ARCHIVO')
  return { message, files: await readdir(dataDir) }
}

const OPTIONS = { holdReason: 'retenido', now: 0 }

const replaceText = (tar: Buffer, from: string, to: string) => {
  const position = tar.indexOf(from)
  expect(position).toBeGreaterThan(0)
  const copy = Buffer.from(tar)
  copy.write(to, position)
  return copy
}

const packManifest = (manifest: unknown) =>
  buffer(writeArchive((add) => add('manifest.json', Buffer.from(JSON.stringify(manifest)))))

const OUTSIDE_PART = { path: 'tables/../../x.jsonl', bytes: 0, sha256: '0'.repeat(64) }
const MANIFEST = { format: 1, createdAt: '', migrations: ['0001-market'], tables: [], documents: 0, damaged: [] }
const DAMAGED = 'El archivo ARCHIVO no es una copia completa: está cortado o alterado. No se restauró nada.'
const NEWER = 'Actualice el programa. No se restauró nada.'

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  ['a file cut in half', () => archive.subarray(0, archive.length / 2), DAMAGED],
  ['a file without its last byte', () => archive.subarray(0, -1), DAMAGED],
  ['an empty file', () => Buffer.alloc(0), DAMAGED],
  ['a file that is no archive', () => Buffer.from('no es una copia'), DAMAGED],
  ['an archive with a changed row', () => gzipSync(replaceText(gunzipSync(archive), 'secret', 'sEcret')), DAMAGED],
  ['an archive cut before its manifest', () => gzipSync(gunzipSync(archive).subarray(0, 1024)), DAMAGED],
  [
    'an archive with a part outside the data directory',
    () => packManifest({ ...MANIFEST, parts: [OUTSIDE_PART] }),
    DAMAGED,
  ],
  [
    'an archive of a newer format',
    () => packManifest({ format: 2 }),
    `El archivo ARCHIVO es de una versión más nueva de este programa. ${NEWER}`,
  ],
  [
    'an archive of a newer version',
    () => packManifest({ ...MANIFEST, migrations: ['0001-market', '9999-later'], parts: [] }),
    `La copia es de una versión más nueva de este programa (9999-later). ${NEWER}`,
  ],
])('the restore refuses %s and writes no file', async (_what, createContent, message) => {
  expect(await restoreContent(await createContent())).toEqual({ message, files: [] })
})

test('the restore refuses a missing file', async () => {
  const dataDir = await temporaryFolder()
  const restored = await restoreBackup('/no/hay', { dataDir, databaseUrl: null, documents: null }, OPTIONS)
  expect(restored).toMatchObject({ ok: false, error: { kind: 'unreadable' } })
})

test.each(ENGINES)('on %s the next start migrates the restored archive of an earlier version', async (engine) => {
  const location = await temporaryLocation(engine)
  const dataDir = 'dataDir' in location ? location.dataDir : await temporaryFolder()
  const databaseUrl = 'databaseUrl' in location ? location.databaseUrl : null
  const file = join(await temporaryFolder(), 'copia')
  await writeFile(file, await packManifest({ ...MANIFEST, parts: [] }))
  expect(await restoreBackup(file, { dataDir, databaseUrl, documents: null }, OPTIONS)).toMatchObject({ ok: true })
  const opened = await openDatabase(location)
  expect(opened.ok && (await opened.value.db.selectFrom('records_audit').selectAll().execute())).toEqual([])
  if (opened.ok) await opened.value.close()
})

test('parseLines(toLines(rows)) returns rows with equal bytes, numbers, nulls and texts', () => {
  const rows = [
    { a: new Uint8Array([0, 255]), b: 1.5, c: null, d: 'ñ\n\u2028"' },
    { a: null, b: -1, c: 'x', d: '' },
  ]
  const [first, second] = parseLines(toLines(rows))
  expect({ ...first, a: new Uint8Array(first?.['a'] as Uint8Array) }).toEqual(rows[0])
  expect(second).toEqual(rows[1])
})
