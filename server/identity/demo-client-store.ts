import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { DEMO_ACCOUNTS } from '#src/domain/identity/demo-accounts.ts'

const DEMO_IDS = DEMO_ACCOUNTS.map(({ id }) => id)
const DEMO_EMAILS = DEMO_ACCOUNTS.map(({ email }) => email)

/** Counts the demo accounts in the database. */
export async function countDemoClients(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('identity_clients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', DEMO_IDS)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/**
 * Deletes the demo accounts with their sessions, recovery requests and links, and all mails to them
 * in the outbox. Their audit entries remain.
 */
export async function deleteDemoClients(tx: Kysely<Schema>): Promise<void> {
  await tx.deleteFrom('identity_sessions').where('client_id', 'in', DEMO_IDS).execute()
  await tx.deleteFrom('identity_recovery_tokens').where('client_id', 'in', DEMO_IDS).execute()
  await tx.deleteFrom('identity_recovery_requests').where('email', 'in', DEMO_EMAILS).execute()
  await tx.deleteFrom('records_outbox').where('recipient', 'in', DEMO_EMAILS).execute()
  await tx.deleteFrom('identity_clients').where('id', 'in', DEMO_IDS).execute()
}
