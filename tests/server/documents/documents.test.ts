import { mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'

import type { Database, Engine } from '#server/database/connection.ts'
import type { DocumentFiles } from '#server/documents/document-files.ts'
import type { StoredDocument } from '#server/documents/document-store.ts'
import { createDocuments, type DocumentsDeps, type RecordUpload } from '#server/documents/documents.ts'
import { createLocalFiles } from '#server/documents/local-files.ts'
import { err, ok } from '#src/domain/result.ts'
import { ENGINES, temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { addEntityRows } from '#tests/support/imc-rows.ts'
import { SAMPLE_FILES, samplePdf } from '#tests/support/sample-files.ts'

const EXTENSIONS = ['pdf', 'docx', 'xlsx']
const OWNER = { kind: 'contract', entityId: 'ent', userId: 'ent-admin' } as const

let time = 1_000_000

const accept: RecordUpload<string, never> = async (_tx, document) => ok(document.id)
const refuse: RecordUpload<string, 'closed'> = async () => err('closed')
const crash: RecordUpload<string, never> = () => Promise.reject(new Error('crash'))

const createUpload = (name: string, content: Buffer | Readable = samplePdf()) => ({
  name,
  content: Buffer.isBuffer(content) ? Readable.from([content]) : content,
  extensions: EXTENSIONS,
  owner: OWNER,
  uploadedBy: 'ent-admin',
})

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function openTestDocuments(database: Database, options: Partial<DocumentsDeps> = {}) {
  const folder = await temporaryFolder()
  const incomingFolder = join(folder, 'incoming')
  const storedFolder = await mkdtemp(join(folder, 'stored-'))
  const documents = createDocuments({
    database,
    files: createLocalFiles(storedFolder),
    incomingFolder,
    now: () => time,
    logger: pino({ level: 'silent' }),
    ...options,
  })
  await documents.removeLeftoversAtStart()
  const countLeftovers = async () => {
    const rows = await database.db.selectFrom('document_leftovers').selectAll().execute()
    return rows.length
  }
  return { documents, folder, incomingFolder, countLeftovers }
}

async function openEntityDatabase(engine: Engine) {
  const database = await temporaryDatabase(engine)
  await addEntityRows(database.db, 'ent')
  return database
}

describe.each(ENGINES)('documents on %s', (engine) => {
  test('an upload stores one row and one file', async () => {
    const { documents, folder, countLeftovers } = await openTestDocuments(await openEntityDatabase(engine))
    const content = samplePdf(512_000)
    const uploaded = await documents.upload(createUpload('Contrato Niño.pdf', content), accept)
    const document = (await documents.find(OWNER)) as StoredDocument
    expect(uploaded).toEqual({ ok: true, value: document.id })
    expect(document).toMatchObject({ fileName: 'Contrato Niño.pdf', kind: 'pdf', bytes: 512_000, uploadedAt: time })
    const stream = await documents.open(document)
    expect(stream && (await buffer(stream)).equals(content)).toBe(true)
    expect(await listFiles(folder)).toEqual([document.id])
    expect(await countLeftovers()).toBe(0)
  })

  test('a second upload replaces the first document and removes its file', async () => {
    const { documents, folder, countLeftovers } = await openTestDocuments(await openEntityDatabase(engine))
    await documents.upload(createUpload('uno.pdf'), accept)
    const first = await documents.find(OWNER)
    await documents.upload(createUpload('dos.docx', SAMPLE_FILES['docx']), accept)
    const second = (await documents.find(OWNER)) as StoredDocument
    expect(second.fileName).toBe('dos.docx')
    expect(second.id).not.toBe(first?.id)
    expect(await listFiles(folder)).toEqual([second.id])
    expect(await countLeftovers()).toBe(0)
  })

  test.each([
    ['no extension', createUpload('contrato'), 'extension'],
    ['another extension', createUpload('contrato.png', SAMPLE_FILES['png']), 'extension'],
    ['a double extension', createUpload('contrato.pdf.exe'), 'extension'],
    ['no name', createUpload(''), 'extension'],
    ['only an extension', createUpload('.pdf'), 'extension'],
    ['content of another format', createUpload('contrato.pdf', SAMPLE_FILES['png']), 'content'],
    ['no content', createUpload('contrato.pdf', Buffer.alloc(0)), 'empty'],
    ['one byte too many', createUpload('contrato.pdf', samplePdf(512_001)), 'too-large'],
  ])('upload refuses a file with %s and stores nothing', async (_what, upload, failure) => {
    const { documents, folder, countLeftovers } = await openTestDocuments(await openEntityDatabase(engine))
    expect(await documents.upload(upload, accept)).toEqual({ ok: false, error: failure })
    expect([await listFiles(folder), await countLeftovers(), await documents.find(OWNER)]).toEqual([[], 0, null])
  })

  test('an upload to a full disk stores nothing', async () => {
    const database = await openEntityDatabase(engine)
    const full = join(await temporaryFolder(), 'full')
    // The kernel refuses every write to this device with ENOSPC.
    await symlink('/dev/full', full)
    const { documents, folder, countLeftovers } = await openTestDocuments(database, { incomingPath: () => full })
    expect(await documents.upload(createUpload('contrato.pdf'), accept)).toEqual({ ok: false, error: 'disk-full' })
    expect([await listFiles(folder), await countLeftovers(), await documents.find(OWNER)]).toEqual([[], 0, null])
  })

  test('an upload with a refused or failed transaction changes no document and stores no file', async () => {
    const { documents, folder, countLeftovers } = await openTestDocuments(await openEntityDatabase(engine))
    await documents.upload(createUpload('uno.pdf'), accept)
    const first = (await documents.find(OWNER)) as StoredDocument
    expect(await documents.upload(createUpload('dos.pdf'), refuse)).toEqual({ ok: false, error: 'closed' })
    await expect(documents.upload(createUpload('tres.pdf'), crash)).rejects.toThrow('crash')
    expect(await documents.find(OWNER)).toEqual(first)
    expect(await listFiles(folder)).toEqual([first.id])
    expect(await countLeftovers()).toBe(0)
  })

  test('removeLeftoversAtStart removes the file of an upload whose save and removal failed', async () => {
    const database = await openEntityDatabase(engine)
    const storedKeys = new Set<string>()
    let isBroken = true
    const files: DocumentFiles = {
      save: async (key) => {
        storedKeys.add(key)
        if (isBroken) throw new Error('storage')
      },
      open: async () => null,
      remove: async (key) => {
        if (isBroken) throw new Error('storage')
        storedKeys.delete(key)
      },
    }
    const { documents, countLeftovers } = await openTestDocuments(database, { files })
    await expect(documents.upload(createUpload('uno.pdf'), accept)).rejects.toThrow('storage')
    expect([await documents.find(OWNER), storedKeys.size, await countLeftovers()]).toEqual([null, 1, 1])
    isBroken = false
    await documents.removeLeftoversAtStart()
    expect([storedKeys.size, await countLeftovers()]).toEqual([0, 0])
  })

  test('removeLeftoversAtStart removes partially received files, but no stored document', async () => {
    const database = await openEntityDatabase(engine)
    const { documents, folder, incomingFolder } = await openTestDocuments(database)
    await documents.upload(createUpload('uno.pdf'), accept)
    const document = (await documents.find(OWNER)) as StoredDocument
    await writeFile(join(incomingFolder, 'half'), 'x')
    await documents.removeLeftoversAtStart()
    expect(await listFiles(folder)).toEqual([document.id])
  })

  test('removeOldLeftovers does not remove the file of a running upload or of an old document', async () => {
    const database = await openEntityDatabase(engine)
    const storedFolder = await temporaryFolder()
    const files = createLocalFiles(storedFolder)
    const cleaningFiles: DocumentFiles = {
      ...files,
      save: async (key, file) => {
        await files.save(key, file)
        await documents.removeOldLeftovers()
      },
    }
    const { documents, countLeftovers } = await openTestDocuments(database, { files: cleaningFiles })
    await documents.upload(createUpload('uno.pdf'), accept)
    time += 600_001
    await documents.removeOldLeftovers()
    expect([(await listFiles(storedFolder)).length, await countLeftovers()]).toEqual([1, 0])
  })

  test('a hold delays the removal of a replaced document’s file', async () => {
    const { documents, folder } = await openTestDocuments(await openEntityDatabase(engine))
    await documents.upload(createUpload('uno.pdf'), accept)
    const { release } = documents.holdRemovals()
    await documents.upload(createUpload('dos.pdf'), accept)
    expect((await listFiles(folder)).length).toBe(2)
    release()
    await documents.removeLeftoversAtStart()
    expect((await listFiles(folder)).length).toBe(1)
  })

  test('an upload stores nothing when its file is removed as a leftover before the save ends', async () => {
    const database = await openEntityDatabase(engine)
    const storedFolder = await temporaryFolder()
    const files = createLocalFiles(storedFolder)
    const slowFiles: DocumentFiles = {
      ...files,
      save: async (key, file) => {
        await files.save(key, file)
        time += 600_001
        await documents.removeOldLeftovers()
      },
    }
    const { documents, countLeftovers } = await openTestDocuments(database, { files: slowFiles })
    await expect(documents.upload(createUpload('uno.pdf'), accept)).rejects.toThrow('being removed')
    expect([await documents.find(OWNER), await listFiles(storedFolder), await countLeftovers()]).toEqual([null, [], 0])
  })

  test('simultaneous uploads store one document with one file', async () => {
    const { documents, folder, countLeftovers } = await openTestDocuments(await openEntityDatabase(engine))
    const lock: RecordUpload<string, never> = async (tx, document) => {
      await tx.updateTable('imc_users').set({ contract_pending: 0 }).where('id', '=', OWNER.userId).execute()
      return ok(document.id)
    }
    const names = ['uno.pdf', 'dos.pdf', 'tres.pdf', 'cuatro.pdf']
    const uploads = await Promise.all(names.map((name) => documents.upload(createUpload(name), lock)))
    expect(uploads.every(({ ok: isOk }) => isOk)).toBe(true)
    const document = (await documents.find(OWNER)) as StoredDocument
    expect(await listFiles(folder)).toEqual([document.id])
    expect(await countLeftovers()).toBe(0)
  })

  test('the database refuses a document of a wrong owner or size, and a second document of an owner', async () => {
    const { db } = await openEntityDatabase(engine)
    const row = {
      id: 'x',
      entity_id: 'ent',
      user_id: 'ent-admin',
      request_id: null,
      requirement_id: null,
      file_name: 'a.pdf',
      kind: 'pdf',
      bytes: 1,
      sha256: '0'.repeat(64),
      uploaded_at: 1,
      uploaded_by: 'ent-admin',
    }
    await addEntityRows(db, 'other')
    const invalidRows = [
      { ...row, entity_id: 'other' },
      { ...row, user_id: null },
      { ...row, request_id: 'r', requirement_id: 'q' },
      { ...row, bytes: 0 },
      { ...row, bytes: 512_001 },
      { ...row, uploaded_by: 'other-admin' },
    ]
    for (const values of invalidRows)
      await expect(db.insertInto('documents').values(values).execute()).rejects.toThrow()
    await db.insertInto('documents').values(row).execute()
    await expect(
      db
        .insertInto('documents')
        .values({ ...row, id: 'y' })
        .execute(),
    ).rejects.toThrow()
  })
})
