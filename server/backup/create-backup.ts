import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Transaction } from 'kysely'

import {
  type AddPart,
  BACKUP_FORMAT,
  describePart,
  documentPath,
  MANIFEST_PATH,
  type Manifest,
  type PartRecord,
  parseDocumentPath,
  tablePath,
  toLines,
  writeArchive,
} from '#server/backup/archive.ts'
import { readPages } from '#server/backup/rows-store.ts'
import type { ServerConfig } from '#server/config/config.ts'
import { type DatabaseLocation, readSnapshot } from '#server/database/connection.ts'
import { asBackup } from '#server/database/database-lock.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Documents } from '#server/documents/documents.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

/**
 * All tables with the columns of their primary keys, in the order of a restore. A row refers only
 * to rows inserted before it. `tsc` reports a missing table.
 */
export const BACKUP_TABLES: { readonly [T in keyof Schema]: readonly (keyof Schema[T] & string)[] } = {
  market_deals: ['id'],
  // Trading days.
  market_sessions: ['market', 'date'],
  market_empty_days: ['market', 'date'],
  market_state: ['id'],
  market_loading: ['market'],
  market_log: ['id'],
  market_lease: ['id'],
  market_sources: ['market'],
  market_deal_reviews: ['id'],
  identity_clients: ['id'],
  identity_sessions: ['id'],
  identity_recovery_tokens: ['token'],
  identity_recovery_requests: ['id'],
  identity_registrations: ['id'],
  identity_spent_challenges: ['id'],
  // Counted attempts, for example of logins.
  identity_tries: ['key'],
  identity_keys: ['id'],
  client_settings: ['client_id', 'name'],
  api_keys: ['id'],
  api_key_uses: ['key_id', 'day'],
  security_factors: ['id'],
  security_recovery_codes: ['code'],
  security_tickets: ['id'],
  security_challenges: ['id'],
  records_audit: ['id'],
  records_audit_chain: ['position'],
  alerts_state: ['id'],
  alerts_rules: ['id'],
  alerts_firings: ['id'],
  alerts_channels: ['client_id'],
  alerts_push: ['id'],
  records_idempotency: ['subject', 'key'],
  records_outbox: ['id'],
  records_origin: ['id'],
  imc_entities: ['id'],
  imc_profiles: ['id'],
  imc_compatible_profiles: ['profile_id', 'compatible_id'],
  imc_requirements: ['id'],
  imc_profile_requirements: ['profile_id', 'requirement_id'],
  imc_packages: ['id'],
  imc_counters: ['id'],
  imc_users: ['id'],
  imc_user_grams: ['entity_id', 'gram', 'name_key', 'user_id'],
  imc_user_load_parts: ['id'],
  imc_views: ['id'],
  imc_governance: ['entity_id'],
  imc_requests: ['id'],
  imc_deliveries: ['request_id'],
  imc_subscriptions: ['number'],
  imc_screens: ['id'],
  imc_screen_uses: ['screen_id'],
  imc_screen_expiries: ['screen_id'],
  imc_reviews: ['entity_id', 'first_day'],
  imc_review_answers: ['entity_id', 'first_day', 'screen_id', 'user_id'],
  imc_request_screens: ['request_id', 'role'],
  imc_request_requirements: ['request_id', 'requirement_id'],
  imc_request_history: ['request_id', 'status'],
  imc_sessions: ['id'],
  documents: ['id'],
  document_leftovers: ['document_id'],
  payment_orders: ['reference'],
  payment_transactions: ['reference'],
  payment_counters: ['id'],
  operator_keys: ['name', 'version'],
  feed_states: ['name'],
  trm_certified: ['date_from'],
}

interface BackupDeps {
  readonly location: DatabaseLocation
  readonly documents: Pick<Documents, 'open' | 'holdRemovals'>
  /** The real clock. */
  readonly now: () => Instant
}

interface DocumentRow {
  readonly id: string
  readonly sha256: string
}

async function addTable(tx: Transaction<Schema>, table: keyof Schema, add: AddPart): Promise<number> {
  let pages = 0
  let count = 0
  for await (const rows of readPages(tx, table, BACKUP_TABLES[table])) {
    pages += 1
    count += rows.length
    await add(tablePath(table, pages), toLines(rows))
  }
  return count
}

async function addTables(tx: Transaction<Schema>, add: AddPart): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = []
  for (const name of Object.keys(BACKUP_TABLES) as (keyof Schema)[])
    tables.push({ name, rows: await addTable(tx, name, add) })
  return tables
}

async function listDocuments(tx: Transaction<Schema>): Promise<readonly DocumentRow[]> {
  const documents: DocumentRow[] = []
  // A shared file is that of another row.
  for await (const rows of readPages(tx, 'documents', BACKUP_TABLES.documents))
    for (const row of rows) {
      if (row['file_id'] === null) documents.push({ id: String(row['id']), sha256: String(row['sha256']) })
    }
  return documents
}

/**
 * Adds the files of the documents, even when the hash of a file has changed. Returns the ids of
 * documents whose file is missing or has another hash.
 */
async function addDocuments(rows: readonly DocumentRow[], { documents }: BackupDeps, add: AddPart) {
  const damagedIds: string[] = []
  for (const { id, sha256 } of rows) {
    const stream = await documents.open({ id })
    const content = stream === null ? null : await buffer(stream)
    const path = documentPath(id)
    if (content === null || describePart(path, content).sha256 !== sha256) damagedIds.push(id)
    if (content !== null) await add(path, content)
  }
  return damagedIds
}

/** Adds the rows and the files of one instant. No server removes a file meanwhile. */
async function addContents(deps: BackupDeps, add: AddPart): Promise<Pick<Manifest, 'tables' | 'damaged'>> {
  const { location, documents } = deps
  async function addAll() {
    const { tables, documentRows } = await readSnapshot(location, async (tx) => ({
      tables: await addTables(tx, add),
      documentRows: await listDocuments(tx),
    }))
    return { tables, damaged: await addDocuments(documentRows, deps, add) }
  }
  const hold = documents.holdRemovals()
  try {
    return await ('databaseUrl' in location ? asBackup(location.databaseUrl, addAll) : addAll())
  } finally {
    hold.release()
  }
}

async function addParts(deps: BackupDeps, addPart: AddPart): Promise<void> {
  const parts: PartRecord[] = []
  async function add(path: string, content: Uint8Array) {
    parts.push(describePart(path, content))
    await addPart(path, content)
  }

  const createdAt = toIso(deps.now())
  const contents = await addContents(deps, add)
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    createdAt,
    migrations: Object.keys(MIGRATIONS),
    ...contents,
    documents: parts.filter(({ path }) => parseDocumentPath(path) !== null).length,
    parts,
  }
  await addPart(MANIFEST_PATH, Buffer.from(JSON.stringify(manifest)))
}

/** Creates a gzipped tar archive of the database and the files of its documents. */
export const createBackup = (deps: BackupDeps): Readable => writeArchive((add) => addParts(deps, add))

interface BackupsDeps {
  readonly config: Pick<ServerConfig, 'databaseUrl' | 'dataDir'>
  readonly documents: BackupDeps['documents']
  /** The real clock. */
  readonly now: () => Instant
}

/** Backups of the running server, one at a time. */
export interface Backups {
  /** Starts a backup and returns its archive; null while another backup runs. */
  start(): Readable | null
  /** Aborts the running backup. Its archive is then truncated. */
  close(): void
}

export function openBackups({ config, documents, now }: BackupsDeps): Backups {
  const { databaseUrl, dataDir } = config
  const location = databaseUrl === null ? { dataDir } : { databaseUrl }
  let runningBackup: Readable | null = null

  return {
    start() {
      if (runningBackup !== null) return null
      const archive = createBackup({ location, documents, now })
      runningBackup = archive
      archive.once('close', () => {
        runningBackup = null
      })
      return archive
    },
    close: () => void runningBackup?.destroy(new Error('backup: the server is closing')),
  }
}
