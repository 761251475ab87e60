import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { DEMO_ACCOUNTS } from '#src/domain/identity/demo-accounts.ts'

const IDS = DEMO_ACCOUNTS.map(({ id }) => id)
const EMAILS = DEMO_ACCOUNTS.map(({ email }) => email)

/** Number of demo accounts in the database. */
export async function countDemoClients(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('identity_clients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', IDS)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/**
 * Deletes the demo accounts with their sessions, recovery links and unsent mails. The audit log
 * stays.
 */
export async function deleteDemoClients(tx: Kysely<Schema>): Promise<void> {
  await tx.deleteFrom('identity_sessions').where('client_id', 'in', IDS).execute()
  await tx.deleteFrom('identity_recovery_tokens').where('client_id', 'in', IDS).execute()
  await tx.deleteFrom('identity_recovery_requests').where('email', 'in', EMAILS).execute()
  await tx.deleteFrom('records_outbox').where('recipient', 'in', EMAILS).execute()
  await tx.deleteFrom('identity_clients').where('id', 'in', IDS).execute()
}
