import { Readable } from 'node:stream'
import { pino } from 'pino'

import { type DatabaseLocation, openDatabase } from '#server/database/connection.ts'
import { openDocuments } from '#server/documents/open-documents.ts'
import { openEntityOperations } from '#server/imc/entity-operations.ts'
import { addRequest, takeRequestNumber } from '#server/imc/requests/new-request-store.ts'
import { clearContractPending } from '#server/imc/users/user-store.ts'
import { ok } from '#src/domain/result.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { samplePdf } from '#tests/support/sample-files.ts'

// Uploads each pending contract and approves a purchase at the same time, until the test kills the
// program. Prints `ready`, and a line for each finished operation.
const { location, dataDir } = JSON.parse(process.argv[2] ?? '') as { location: DatabaseLocation; dataDir: string }
const database = await openDatabase(location)
if (!database.ok) throw new Error(JSON.stringify(database.error))
const { db, transaction } = database.value
const deps = { database: database.value, now: Date.now, logger: pino({ level: 'silent' }) }
const documents = await openDocuments({ ...deps, config: { dataDir, documents: null } })
const operations = openEntityOperations({ ...deps, hashes: cheapHashes, publicUrl: () => '' })

const printFinished = (operation: string, id: string) => void process.stdout.write(`${operation} ${id}\n`)

async function uploadContract(userId: string) {
  const owner = { kind: 'contract', entityId: 'ent', userId } as const
  const content = Readable.from([samplePdf(100_000 + Math.floor(Math.random() * 400_000))])
  const file = { name: 'contrato.pdf', content, extensions: ['pdf'], owner, uploadedBy: userId }
  const uploaded = await documents.upload(file, async (tx) => {
    await clearContractPending(tx, 'ent', userId, { at: Date.now(), by: userId })
    return ok(null)
  })
  if (uploaded.ok) printFinished('upload', userId)
}

async function approvePurchase() {
  const id = await transaction(async (tx) => {
    const at = Date.now()
    const number = await takeRequestNumber(tx, at)
    await addRequest(tx, 'ent', number, {
      ...{ kind: 'purchase', administratorId: 'ent-admin', userId: null, sourceUserId: null, packageId: 'paq' },
      // More packages than one step of an approval adds.
      ...{ profileId: null, quantity: 170, price: 100, notes: '', requirements: [], target: null, source: null },
      ...{ at, person: 'admin', isUnconfirmed: false },
    })
    return number.id
  })
  const settled = await operations.settle(id, 'approved', '', { at: Date.now(), origin: null })
  if (settled.ok) printFinished('approve', id)
}

const pending = await db.selectFrom('imc_users').select('id').where('contract_pending', '=', 1).orderBy('id').execute()
process.stdout.write('ready\n')
for (const { id } of pending) await Promise.all([uploadContract(id), approvePurchase()])
