import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Acknowledged } from '#bench/faults/mixed-load.ts'
import { type DatabaseLocation, openDatabase } from '#server/database/connection.ts'

/** The differences between what was acknowledged and what is stored. All lists are empty in a sound server. */
export interface StoredReport {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Documents whose file is missing or has another content. */
  readonly damaged: readonly string[]
}

const findDoubles = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

/** Returns the values that a set lacks. */
const findMissing = (values: readonly string[], stored: ReadonlySet<string>) =>
  values.filter((value) => !stored.has(value))

/** Reads the SHA-256 of every file in a folder, by name. */
async function hashFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const hashes = new Map<string, string>()
  for (const file of names.filter((entry) => entry.isFile())) {
    const content = await readFile(join(file.parentPath, file.name))
    hashes.set(file.name, createHash('sha256').update(content).digest('hex'))
  }
  return hashes
}

/** Compares the database and the documents of a server that has ended with what it acknowledged. */
export async function checkStored(
  location: DatabaseLocation,
  documentsFolder: string,
  acknowledged: Acknowledged,
): Promise<StoredReport> {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(`the database cannot be opened: ${JSON.stringify(opened.error)}`)
  const { db, close } = opened.value
  try {
    const deals = await db.selectFrom('market_deals').select(['id', 'sequence']).orderBy('sequence').execute()
    const users = await db
      .selectFrom('imc_users')
      .select(['id', 'email'])
      .where('email', 'like', '%@carga.example')
      .execute()
    const mails = await db
      .selectFrom('records_outbox')
      .select('recipient')
      .where('recipient', 'like', '%@carga.example')
      .execute()
    const documents = await db
      .selectFrom('documents')
      .select(['id', 'file_id', 'user_id', 'sha256'])
      .where('user_id', 'is not', null)
      .execute()
    const files = await hashFiles(documentsFolder)
    const emails = users.map(({ email }) => email ?? '')
    const contracts = acknowledged.users.flatMap(({ id, contract }) => (contract === null ? [] : [`${id} ${contract}`]))
    return {
      lost: [
        ...findMissing([...acknowledged.deals, ...acknowledged.imported], new Set(deals.map(({ id }) => id))),
        ...findMissing(
          acknowledged.users.map(({ email }) => email),
          new Set(emails),
        ),
        ...findMissing(emails, new Set(mails.map(({ recipient }) => recipient))).map((email) => `the mail to ${email}`),
        ...findMissing(contracts, new Set(documents.map(({ user_id, sha256 }) => `${user_id} ${sha256}`))),
      ],
      doubled: [
        ...findDoubles(emails),
        ...findDoubles(mails.map(({ recipient }) => recipient)).map((email) => `the mail to ${email}`),
        ...findDoubles(deals.map(({ sequence }) => `${sequence}`)).map((number) => `number ${number}`),
      ],
      damaged: documents.flatMap(({ id, file_id, sha256 }) => (files.get(file_id ?? id) === sha256 ? [] : [id])),
    }
  } finally {
    await close()
  }
}
