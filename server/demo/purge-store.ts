import type { Kysely } from 'kysely'
import { resetEvaluation } from '#server/alerts/evaluation-store.ts'
import type { Schema } from '#server/database/schema.ts'
import { DEMO_ACCOUNTS } from '#src/simulator/demo-accounts.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { PACIFICO_CATALOGUE } from '#src/simulator/entities/catalogue.ts'
import { PACIFICO } from '#src/simulator/entities/pacifico.ts'

const DEMO_ENTITY_IDS: readonly string[] = [ANDINA, PACIFICO]

/** Counts the demo entities in the database. */
export async function countDemoEntities(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('imc_entities')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', DEMO_ENTITY_IDS)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Deletes the documents of the demo entities; the next server start removes their files. */
async function deleteDocuments(tx: Kysely<Schema>) {
  const rows = await tx.selectFrom('documents').select('id').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  for (const { id } of rows) await tx.insertInto('document_leftovers').values({ document_id: id, since: 0 }).execute()
  await tx.deleteFrom('documents').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
}

/** Deletes the demo packages that no remaining entity has bought or requested. */
async function deletePackages(tx: Kysely<Schema>) {
  const ids = PACIFICO_CATALOGUE.packages.map(({ id }) => id)
  await tx
    .deleteFrom('imc_packages')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('imc_requests').select('id').whereRef('imc_requests.package_id', '=', 'imc_packages.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imc_subscriptions')
            .select('number')
            .whereRef('imc_subscriptions.package_id', '=', 'imc_packages.id'),
        ),
      ),
    )
    .execute()
}

/**
 * Deletes the demo entities with all their rows, and the demo packages that no other entity uses.
 * The audit log stays. Profiles and required documents stay too, because packages of the operator
 * may use them.
 */
export async function deleteDemoEntities(tx: Kysely<Schema>): Promise<void> {
  await deleteDocuments(tx)
  const requests = tx.selectFrom('imc_requests').select('id').where('entity_id', 'in', DEMO_ENTITY_IDS)
  const users = tx.selectFrom('imc_users').select('id').where('entity_id', 'in', DEMO_ENTITY_IDS)
  for (const table of ['security_factors', 'security_recovery_codes', 'security_tickets'] as const)
    await tx.deleteFrom(table).where('realm', '=', 'imc').where('subject_id', 'in', users).execute()
  await tx.deleteFrom('imc_sessions').where('user_id', 'in', users).execute()
  await tx.deleteFrom('imc_request_screens').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_request_requirements').where('request_id', 'in', requests).execute()
  await tx.deleteFrom('imc_request_history').where('request_id', 'in', requests).execute()
  await tx.deleteFrom('imc_deliveries').where('request_id', 'in', requests).execute()
  await tx.deleteFrom('imc_reviews').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_review_answers').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_screen_expiries').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_screen_uses').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_screens').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_subscriptions').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_requests').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_user_grams').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_governance').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_user_load_parts').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_views').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_users').where('entity_id', 'in', DEMO_ENTITY_IDS).execute()
  await tx.deleteFrom('imc_entities').where('id', 'in', DEMO_ENTITY_IDS).execute()
  await deletePackages(tx)
}

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
 * Deletes the demo accounts with their sessions, alerts, recovery requests and links, and all mails to
 * them in the outbox. Their audit entries remain.
 */
export async function deleteDemoClients(tx: Kysely<Schema>): Promise<void> {
  for (const table of ['security_factors', 'security_recovery_codes', 'security_tickets'] as const)
    await tx.deleteFrom(table).where('realm', '=', 'client').where('subject_id', 'in', DEMO_IDS).execute()
  await tx.deleteFrom('identity_sessions').where('client_id', 'in', DEMO_IDS).execute()
  const keys = tx.selectFrom('api_keys').select('id').where('client_id', 'in', DEMO_IDS)
  await tx.deleteFrom('api_key_uses').where('key_id', 'in', keys).execute()
  await tx.deleteFrom('api_keys').where('client_id', 'in', DEMO_IDS).execute()
  for (const table of ['alerts_push', 'alerts_channels', 'alerts_firings', 'alerts_rules'] as const)
    await tx.deleteFrom(table).where('client_id', 'in', DEMO_IDS).execute()
  await tx.deleteFrom('client_settings').where('client_id', 'in', DEMO_IDS).execute()
  await tx.deleteFrom('identity_recovery_tokens').where('client_id', 'in', DEMO_IDS).execute()
  await tx.deleteFrom('identity_recovery_requests').where('email', 'in', DEMO_EMAILS).execute()
  await tx.deleteFrom('records_outbox').where('recipient', 'in', DEMO_EMAILS).execute()
  await tx.deleteFrom('identity_clients').where('id', 'in', DEMO_IDS).execute()
}

/** Counts the recorded deals and the stored days. */
export async function countMarketRows(db: Kysely<Schema>): Promise<{ readonly deals: number; readonly days: number }> {
  const deals = await db
    .selectFrom('market_deals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  const days = await db
    .selectFrom('market_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return { deals: Number(deals?.count ?? 0), days: Number(days?.count ?? 0) }
}

/** Deletes all deals, all days and the state, and what alerts know of them. Call it for a simulated market only. */
export async function deleteMarket(tx: Kysely<Schema>): Promise<void> {
  await tx.deleteFrom('market_deals').execute()
  await tx.deleteFrom('market_sessions').execute()
  await tx.deleteFrom('market_empty_days').execute()
  await tx.deleteFrom('market_state').execute()
  await resetEvaluation(tx)
}

const SANDBOX = 'sandbox'

/** Counts the orders of the sandbox. */
export async function countSandboxOrders(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('payment_orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('provider', '=', SANDBOX)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Deletes the orders of the sandbox with their transactions. No money was paid for them. */
export async function deleteSandboxOrders(tx: Kysely<Schema>): Promise<void> {
  const orders = tx.selectFrom('payment_orders').select('reference').where('provider', '=', SANDBOX)
  await tx.deleteFrom('payment_transactions').where('order_reference', 'in', orders).execute()
  await tx.deleteFrom('payment_orders').where('provider', '=', SANDBOX).execute()
}
