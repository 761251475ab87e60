import type { Schema } from '#server/database/schema.ts'

/**
 * All tables with the columns of their primary keys, in the order of a restore. A row refers only
 * to rows inserted before it. `tsc` reports a missing table.
 */
export const BACKUP_TABLES: { readonly [T in keyof Schema]: readonly (keyof Schema[T] & string)[] } = {
  market_deals: ['id'],
  // Trading days.
  market_sessions: ['market', 'date'],
  market_state: ['id'],
  market_loading: ['market'],
  identity_clients: ['id'],
  identity_sessions: ['id'],
  identity_recovery_tokens: ['token'],
  identity_recovery_requests: ['id'],
  identity_registrations: ['id'],
  identity_spent_challenges: ['id'],
  // Counted attempts, for example of logins.
  identity_tries: ['key'],
  identity_keys: ['id'],
  records_audit: ['id'],
  records_idempotency: ['subject', 'key'],
  records_outbox: ['id'],
  records_origin: ['id'],
  records_writer: ['id'],
  imc_entities: ['id'],
  imc_profiles: ['id'],
  imc_compatible_profiles: ['profile_id', 'compatible_id'],
  imc_requirements: ['id'],
  imc_profile_requirements: ['profile_id', 'requirement_id'],
  imc_packages: ['id'],
  imc_counters: ['id'],
  imc_users: ['id'],
  imc_user_grams: ['entity_id', 'gram', 'name_key', 'user_id'],
  imc_requests: ['id'],
  imc_subscriptions: ['number'],
  imc_screens: ['id'],
  imc_request_screens: ['request_id', 'role'],
  imc_request_requirements: ['request_id', 'requirement_id'],
  imc_request_history: ['request_id', 'status'],
  imc_sessions: ['id'],
  documents: ['id'],
  document_leftovers: ['document_id'],
  payment_orders: ['reference'],
  payment_transactions: ['reference'],
  payment_counters: ['id'],
  feed_states: ['name'],
  trm_certified: ['date_from'],
}
