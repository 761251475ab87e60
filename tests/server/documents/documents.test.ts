import { mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
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

let clock = 1_000_000

const accept: RecordUpload<string, never> = async (_tx, document) => ok(document.id)
const refuse: RecordUpload<string, 'closed'> = async () => err('closed')
const crash: RecordUpload<string, never> = () => Promise.reject(new Error('crash'))

const contract = (name: string, content: Buffer | Readable = samplePdf()) => ({
  name,
  content: Buffer.isBuffer(content) ? Readable.from([content]) : content,
  extensions: EXTENSIONS,
  owner: OWNER,
  uploadedBy: 'ent-admin',
})

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function open(database: Database, options: Partial<DocumentsDeps> = {}) {
  const folder = await temporaryFolder()
  const incomingFolder = join(folder, 'incoming')
  const stored = await mkdtemp(join(folder, 'stored-'))
  const documents = createDocuments({
    database,
    files: createLocalFiles(stored),
    incomingFolder,
    now: () => clock,
    logger: pino({ level: 'silent' }),
    ...options,
  })
  await documents.removeAllLeftovers()
  const countLeftovers = async () => {
    const rows = await database.db.selectFrom('document_leftovers').selectAll().execute()
    return rows.length
  }
  return { documents, folder, stored, incomingFolder, countLeftovers }
}

async function openDatabase(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  await addEntityRows(database.db, 'ent')
  return database
}

describe.each(ENGINES)('documents on %s', (engine) => {
  test('an upload stores one row and one file', async () => {
    const { documents, folder, countLeftovers } = await open(await openDatabase(engine))
    const content = samplePdf(512_000)
    const uploaded = await documents.upload(contract('Contrato Niño.pdf', content), accept)
    const document = (await documents.find(OWNER)) as StoredDocument
    expect(uploaded).toEqual({ ok: true, value: document.id })
    expect(document).toMatchObject({ fileName: 'Contrato Niño.pdf', kind: 'pdf', bytes: 512_000, uploadedAt: clock })
    const stream = await documents.open(document)
    expect(stream && (await buffer(stream)).equals(content)).toBe(true)
    expect(await filesIn(folder)).toEqual([document.id])
    expect(await countLeftovers()).toBe(0)
  })

  test('a second upload replaces the first and removes its file', async () => {
    const { documents, folder, countLeftovers } = await open(await openDatabase(engine))
    await documents.upload(contract('uno.pdf'), accept)
    const first = await documents.find(OWNER)
    await documents.upload(contract('dos.docx', SAMPLE_FILES['docx']), accept)
    const second = (await documents.find(OWNER)) as StoredDocument
    expect(second.fileName).toBe('dos.docx')
    expect(second.id).not.toBe(first?.id)
    expect(await filesIn(folder)).toEqual([second.id])
    expect(await countLeftovers()).toBe(0)
  })

  test.each([
    ['no extension', contract('contrato'), 'extension'],
    ['another extension', contract('contrato.png', SAMPLE_FILES['png']), 'extension'],
    ['a double extension', contract('contrato.pdf.exe'), 'extension'],
    ['no name', contract(''), 'extension'],
    ['only an extension', contract('.pdf'), 'extension'],
    ['wrong content', contract('contrato.pdf', SAMPLE_FILES['png']), 'content'],
    ['no content', contract('contrato.pdf', Buffer.alloc(0)), 'empty'],
    ['one byte too many', contract('contrato.pdf', samplePdf(512_001)), 'too-large'],
  ])('a file with %s is refused and leaves nothing', async (_what, upload, failure) => {
    const { documents, folder, countLeftovers } = await open(await openDatabase(engine))
    expect(await documents.upload(upload, accept)).toEqual({ ok: false, error: failure })
    expect([await filesIn(folder), await countLeftovers(), await documents.find(OWNER)]).toEqual([[], 0, null])
  })

  test('an upload to a full disk stores nothing', async () => {
    const database = await openDatabase(engine)
    const full = join(await temporaryFolder(), 'full')
    // The kernel refuses every write to this device with ENOSPC.
    await symlink('/dev/full', full)
    const { documents, folder, countLeftovers } = await open(database, { incomingPath: () => full })
    expect(await documents.upload(contract('contrato.pdf'), accept)).toEqual({ ok: false, error: 'disk-full' })
    expect([await filesIn(folder), await countLeftovers(), await documents.find(OWNER)]).toEqual([[], 0, null])
  })

  test('a refused or failed transaction leaves the previous document and no other file', async () => {
    const { documents, folder, countLeftovers } = await open(await openDatabase(engine))
    await documents.upload(contract('uno.pdf'), accept)
    const first = (await documents.find(OWNER)) as StoredDocument
    expect(await documents.upload(contract('dos.pdf'), refuse)).toEqual({ ok: false, error: 'closed' })
    await expect(documents.upload(contract('tres.pdf'), crash)).rejects.toThrow('crash')
    expect(await documents.find(OWNER)).toEqual(first)
    expect(await filesIn(folder)).toEqual([first.id])
    expect(await countLeftovers()).toBe(0)
  })

  test('an upload to a failing storage adds no document, and the next start removes its file', async () => {
    const database = await openDatabase(engine)
    const stored = new Set<string>()
    let broken = true
    const files: DocumentFiles = {
      save: async (key) => {
        stored.add(key)
        if (broken) throw new Error('storage')
      },
      open: async () => null,
      remove: async (key) => {
        if (broken) throw new Error('storage')
        stored.delete(key)
      },
    }
    const { documents, countLeftovers } = await open(database, { files })
    await expect(documents.upload(contract('uno.pdf'), accept)).rejects.toThrow('storage')
    expect([await documents.find(OWNER), stored.size, await countLeftovers()]).toEqual([null, 1, 1])
    broken = false
    await documents.removeAllLeftovers()
    expect([stored.size, await countLeftovers()]).toEqual([0, 0])
  })

  test('the start removes partially received files and no files of documents', async () => {
    const database = await openDatabase(engine)
    const { documents, folder, incomingFolder } = await open(database)
    await documents.upload(contract('uno.pdf'), accept)
    const document = (await documents.find(OWNER)) as StoredDocument
    await writeFile(join(incomingFolder, 'half'), 'x')
    await documents.removeAllLeftovers()
    expect(await filesIn(folder)).toEqual([document.id])
  })

  test('old unused files are removed, but not the file of a running upload', async () => {
    const { documents, folder, countLeftovers } = await open(await openDatabase(engine))
    const during: RecordUpload<string, never> = async (_tx, document) => ok(document.id)
    await documents.removeOldLeftovers()
    await documents.upload(contract('uno.pdf'), during)
    clock += 600_001
    await documents.removeOldLeftovers()
    expect([(await filesIn(folder)).length, await countLeftovers()]).toEqual([1, 0])
  })

  test('a hold delays the removal of a replaced document’s file', async () => {
    const { documents, folder } = await open(await openDatabase(engine))
    await documents.upload(contract('uno.pdf'), accept)
    const { release } = documents.holdRemovals()
    await documents.upload(contract('dos.pdf'), accept)
    expect((await filesIn(folder)).length).toBe(2)
    release()
    await documents.removeAllLeftovers()
    expect((await filesIn(folder)).length).toBe(1)
  })

  test('an upload whose file is removed meanwhile stores nothing', async () => {
    const database = await openDatabase(engine)
    const stored = await temporaryFolder()
    const files = createLocalFiles(stored)
    const overtaking: DocumentFiles = {
      ...files,
      save: async (key, file) => {
        await files.save(key, file)
        clock += 600_001
        await documents.removeOldLeftovers()
      },
    }
    const { documents, countLeftovers } = await open(database, { files: overtaking })
    await expect(documents.upload(contract('uno.pdf'), accept)).rejects.toThrow('being removed')
    expect([await documents.find(OWNER), await filesIn(stored), await countLeftovers()]).toEqual([null, [], 0])
  })

  test('after simultaneous uploads one document with one file remains', async () => {
    const { documents, folder, countLeftovers } = await open(await openDatabase(engine))
    const lock: RecordUpload<string, never> = async (tx, document) => {
      await tx.updateTable('imc_users').set({ contract_pending: 0 }).where('id', '=', OWNER.userId).execute()
      return ok(document.id)
    }
    const names = ['uno.pdf', 'dos.pdf', 'tres.pdf', 'cuatro.pdf']
    const uploads = await Promise.all(names.map((name) => documents.upload(contract(name), lock)))
    expect(uploads.every(({ ok: isOk }) => isOk)).toBe(true)
    const document = (await documents.find(OWNER)) as StoredDocument
    expect(await filesIn(folder)).toEqual([document.id])
    expect(await countLeftovers()).toBe(0)
  })

  test('a document cannot belong to another entity, to no owner or to two owners', async () => {
    const { db } = await openDatabase(engine)
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
    const wrong = [
      { ...row, entity_id: 'other' },
      { ...row, user_id: null },
      { ...row, request_id: 'r', requirement_id: 'q' },
      { ...row, bytes: 0 },
      { ...row, bytes: 512_001 },
      { ...row, uploaded_by: 'other-admin' },
    ]
    for (const values of wrong) await expect(db.insertInto('documents').values(values).execute()).rejects.toThrow()
    await db.insertInto('documents').values(row).execute()
    await expect(
      db
        .insertInto('documents')
        .values({ ...row, id: 'y' })
        .execute(),
    ).rejects.toThrow()
  })
})
