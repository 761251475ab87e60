import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Acknowledged } from '#bench/faults/acknowledged.ts'
import { type DatabaseLocation, openDatabase } from '#server/database/connection.ts'

/** The differences between what was acknowledged and what is stored. All lists are empty in a sound server. */
export interface StoredReport {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Documents whose file is missing or has another content. */
  readonly damaged: readonly string[]
  /** Deals and contracts that are stored although they were refused. */
  readonly refusedButStored: readonly string[]
  /** Files that no document needs and that no leftover names, so that nothing removes them. */
  readonly filesWithoutRow: readonly string[]
}

export const countDefects = (report: StoredReport): number =>
  [report.lost, report.doubled, report.damaged, report.refusedButStored, report.filesWithoutRow].flat().length

/** Describes a report in two or more lines. */
export function describeStored(report: StoredReport): string {
  const { lost, doubled, damaged, refusedButStored, filesWithoutRow } = report
  const counts = `lost ${lost.length}, doubled ${doubled.length}, damaged ${damaged.length}, refused but stored ${refusedButStored.length}, files without a row ${filesWithoutRow.length}`
  const examples = [
    ...lost.map((text) => `lost: ${text}`),
    ...doubled.map((text) => `doubled: ${text}`),
    ...damaged.map((text) => `damaged: ${text}`),
    ...refusedButStored.map((text) => `refused but stored: ${text}`),
    ...filesWithoutRow.map((text) => `without a row: ${text}`),
  ]
  return [counts, ...examples.slice(0, 20)].map((line) => `  ${line}`).join('\n')
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

async function readStored(location: DatabaseLocation) {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(`the database cannot be opened: ${JSON.stringify(opened.error)}`)
  const { db, close } = opened.value
  try {
    const deals = await db.selectFrom('market_deals').select(['id', 'market', 'sequence']).execute()
    const users = await db.selectFrom('imc_users').select('email').where('email', 'like', '%@carga.example').execute()
    const orders = await db
      .selectFrom('payment_orders')
      .select(['reference', 'email', 'status'])
      .where('email', 'like', '%@compra.example')
      .execute()
    const mails = await db.selectFrom('records_outbox').select('recipient').execute()
    const sessions = await db.selectFrom('identity_sessions').select('id').execute()
    const documents = await db.selectFrom('documents').select(['id', 'file_id', 'user_id', 'sha256']).execute()
    const leftovers = await db.selectFrom('document_leftovers').select('document_id').execute()
    return {
      ...{ deals, orders, documents },
      userEmails: users.map(({ email }) => email ?? ''),
      mails: mails.map(({ recipient }) => recipient).filter((text) => /@(?:carga|compra)\.example$/.test(text)),
      sessions: new Set(sessions.map(({ id }) => id)),
      leftovers: new Set(leftovers.map(({ document_id }) => document_id)),
    }
  } finally {
    await close()
  }
}

/** Compares the database and the documents of a server that has ended with what it acknowledged. */
export async function checkStored(
  location: DatabaseLocation,
  documentsFolder: string,
  acknowledged: Acknowledged,
): Promise<StoredReport> {
  const { deals, orders, documents, userEmails, mails, sessions, leftovers } = await readStored(location)
  const files = await hashFiles(documentsFolder)
  const dealIds = new Set(deals.map(({ id }) => id))
  const paid = orders.filter(({ status }) => status === 'approved')
  const contracts = acknowledged.users.flatMap(({ id, contract }) => (contract === null ? [] : [`${id} ${contract}`]))
  const storedContracts = new Set(documents.map(({ user_id, sha256 }) => `${user_id} ${sha256}`))
  const fileIds = new Set(documents.map(({ id, file_id }) => file_id ?? id))
  const mailed = [...userEmails, ...paid.map(({ email }) => email)]
  return {
    lost: [
      ...findMissing([...acknowledged.deals, ...acknowledged.imported], dealIds),
      ...findMissing(
        acknowledged.users.map(({ email }) => email),
        new Set(userEmails),
      ),
      ...findMissing(
        acknowledged.purchases.map(({ reference }) => reference),
        new Set(paid.map(({ reference }) => reference)),
      ),
      ...findMissing(mailed, new Set(mails)).map((email) => `the mail to ${email}`),
      ...findMissing(contracts, storedContracts),
      ...findMissing(acknowledged.logins, sessions).map((id) => `session ${id}`),
    ],
    doubled: [
      ...findDoubles(userEmails),
      ...findDoubles(orders.map(({ email }) => email)).map((email) => `the order of ${email}`),
      ...findDoubles(mails).map((email) => `the mail to ${email}`),
      ...findDoubles(deals.map(({ market, sequence }) => `${market} ${sequence}`)).map((text) => `number ${text}`),
    ],
    damaged: documents.flatMap(({ id, file_id, sha256 }) => (files.get(file_id ?? id) === sha256 ? [] : [id])),
    refusedButStored: acknowledged.refused.filter((id) => dealIds.has(id) || storedContracts.has(id)),
    filesWithoutRow: [...files.keys()].filter((name) => !fileIds.has(name) && !leftovers.has(name)),
  }
}
