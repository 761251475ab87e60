import { type Kysely, type Migration, Migrator } from 'kysely'
import * as market from '#server/database/migrations/0001-market.ts'
import * as identity from '#server/database/migrations/0002-identity.ts'
import * as records from '#server/database/migrations/0003-records.ts'
import * as imc from '#server/database/migrations/0004-imc.ts'
import * as documents from '#server/database/migrations/0005-documents.ts'
import * as imcSessions from '#server/database/migrations/0006-imc-sessions.ts'
import * as payments from '#server/database/migrations/0007-payments.ts'
import * as clients from '#server/database/migrations/0008-clients.ts'
import * as deals from '#server/database/migrations/0009-deals.ts'
import * as feeds from '#server/database/migrations/0010-feeds.ts'
import * as origin from '#server/database/migrations/0011-origin.ts'
import * as writer from '#server/database/migrations/0012-writer.ts'
import * as reversals from '#server/database/migrations/0013-reversals.ts'
import * as loading from '#server/database/migrations/0014-loading.ts'
import * as reviews from '#server/database/migrations/0015-reviews.ts'
import * as userVersions from '#server/database/migrations/0016-user-versions.ts'
import * as savedViews from '#server/database/migrations/0017-saved-views.ts'
import * as secondFactor from '#server/database/migrations/0018-second-factor.ts'
import * as sessionDetails from '#server/database/migrations/0019-session-details.ts'
import * as corrections from '#server/database/migrations/0020-corrections.ts'
import * as passkeys from '#server/database/migrations/0021-passkeys.ts'
import * as governance from '#server/database/migrations/0022-governance.ts'
import * as screenUses from '#server/database/migrations/0023-screen-uses.ts'
import * as confirmations from '#server/database/migrations/0024-confirmations.ts'
import * as screenExpiries from '#server/database/migrations/0025-screen-expiries.ts'
import * as marketLog from '#server/database/migrations/0026-market-log.ts'
import * as yearlyReviews from '#server/database/migrations/0027-reviews.ts'
import * as reviewPeriods from '#server/database/migrations/0028-review-periods.ts'
import * as temporaryPasswords from '#server/database/migrations/0029-temporary-passwords.ts'
import * as cookieTags from '#server/database/migrations/0030-cookie-tags.ts'
import * as operatorKeys from '#server/database/migrations/0031-operator-keys.ts'
import * as marketSources from '#server/database/migrations/0032-market-sources.ts'
import * as auditAddresses from '#server/database/migrations/0033-audit-addresses.ts'
import * as dealReviews from '#server/database/migrations/0034-deal-reviews.ts'
import * as auditChain from '#server/database/migrations/0035-audit-chain.ts'
import * as deliveries from '#server/database/migrations/0036-deliveries.ts'
import * as dayCorrections from '#server/database/migrations/0037-day-corrections.ts'
import * as clientSettings from '#server/database/migrations/0038-client-settings.ts'
import * as userDocuments from '#server/database/migrations/0039-user-documents.ts'
import * as alerts from '#server/database/migrations/0040-alerts.ts'
import * as apiKeys from '#server/database/migrations/0041-api-keys.ts'
import * as alertWebhooks from '#server/database/migrations/0042-alert-webhooks.ts'
import * as alertPush from '#server/database/migrations/0043-alert-push.ts'
import * as emptyDays from '#server/database/migrations/0044-empty-days.ts'
import * as alertHistory from '#server/database/migrations/0045-alert-history.ts'
import * as pushServerKeys from '#server/database/migrations/0046-push-server-keys.ts'
import * as userLoads from '#server/database/migrations/0047-user-loads.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The database has run a migration of a newer version of this program. */
export interface NewerSchema {
  readonly kind: 'newer-schema'
  readonly migration: string
}

const MISSING_MIGRATION = /previously executed migration (\S+) is missing/

const findMissingMigration = (error: unknown) =>
  error instanceof Error ? MISSING_MIGRATION.exec(error.message)?.[1] : undefined

/**
 * Runs all missing migrations in the order of their names. Rolls back all of them when a migration
 * throws, and throws its error.
 */
export async function migrate<S>(
  db: Kysely<S>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Result<void, NewerSchema>> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: 'migraciones',
    migrationLockTableName: 'migraciones_cerrojo',
    nameComparator: (left, right) => (left < right ? -1 : Number(left > right)),
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return ok(undefined)
  const migration = findMissingMigration(error)
  if (migration !== undefined) return err({ kind: 'newer-schema', migration })
  throw error
}

/**
 * All migrations by name; they run in the order of their names. They are imported statically, so
 * that the bundle contains them. Never edit a released migration: add another.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-market': market,
  '0002-identity': identity,
  '0003-records': records,
  '0004-imc': imc,
  '0005-documents': documents,
  '0006-imc-sessions': imcSessions,
  '0007-payments': payments,
  '0008-clients': clients,
  '0009-deals': deals,
  '0010-feeds': feeds,
  '0011-origin': origin,
  '0012-writer': writer,
  '0013-reversals': reversals,
  '0014-loading': loading,
  '0015-reviews': reviews,
  '0016-user-versions': userVersions,
  '0017-saved-views': savedViews,
  '0018-second-factor': secondFactor,
  '0019-session-details': sessionDetails,
  '0020-corrections': corrections,
  '0021-passkeys': passkeys,
  '0022-governance': governance,
  '0023-screen-uses': screenUses,
  '0024-confirmations': confirmations,
  '0025-screen-expiries': screenExpiries,
  '0026-market-log': marketLog,
  '0027-reviews': yearlyReviews,
  '0028-review-periods': reviewPeriods,
  '0029-temporary-passwords': temporaryPasswords,
  '0030-cookie-tags': cookieTags,
  '0031-operator-keys': operatorKeys,
  '0032-market-sources': marketSources,
  '0033-audit-addresses': auditAddresses,
  '0034-deal-reviews': dealReviews,
  '0035-audit-chain': auditChain,
  '0036-deliveries': deliveries,
  '0037-day-corrections': dayCorrections,
  '0038-client-settings': clientSettings,
  '0039-user-documents': userDocuments,
  '0040-alerts': alerts,
  '0041-api-keys': apiKeys,
  '0042-alert-webhooks': alertWebhooks,
  '0043-alert-push': alertPush,
  '0044-empty-days': emptyDays,
  '0045-alert-history': alertHistory,
  '0046-push-server-keys': pushServerKeys,
  '0047-user-loads': userLoads,
}
