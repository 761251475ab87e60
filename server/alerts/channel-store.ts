import type { Kysely, Selectable } from 'kysely'
import type { AlertChannelTable } from '#server/alerts/alert-tables.ts'
import { listPush, type PushBrowser } from '#server/alerts/push-store.ts'
import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import type { QuietHours } from '#src/domain/alerts/quiet-hours.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Where a client gets the messages of the alerts, besides the open pages. */
export interface Channels {
  readonly mail: boolean
  readonly quiet: QuietHours | null
  readonly webhook: StoredWebhook | null
}

/** `secret` is encrypted for its client. */
export interface StoredWebhook {
  readonly url: string
  readonly secret: string
}

export const DEFAULT_CHANNELS: Channels = { mail: true, quiet: null, webhook: null }

/** A client with channels and the browsers that get push messages. */
export interface Recipient extends Channels {
  readonly clientId: string
  readonly name: string
  readonly email: string
  readonly browsers: readonly PushBrowser[]
}

type ChannelRow = Omit<Selectable<AlertChannelTable>, 'client_id'>

const toChannels = (row: ChannelRow): Channels => ({
  mail: row.mail === 1,
  quiet: row.quiet_from === null || row.quiet_until === null ? null : { from: row.quiet_from, until: row.quiet_until },
  webhook:
    row.webhook_url === null || row.webhook_secret === null
      ? null
      : { url: row.webhook_url, secret: row.webhook_secret },
})

export async function readChannels(db: Kysely<Schema>, clientId: string): Promise<Channels> {
  const row = await db.selectFrom('alerts_channels').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  return row === undefined ? DEFAULT_CHANNELS : toChannels(row)
}

const toColumns = ({ mail, quiet, webhook }: Partial<Channels>) => ({
  ...(mail !== undefined && { mail: Number(mail) }),
  ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null }),
  ...(webhook !== undefined && { webhook_url: webhook?.url ?? null, webhook_secret: webhook?.secret ?? null }),
})

const storeColumns = (
  tx: Kysely<Schema>,
  clientId: string,
  columns: ReturnType<typeof toColumns> | { readonly client_id: string },
) =>
  tx
    .insertInto('alerts_channels')
    .values({ client_id: clientId, mail: Number(DEFAULT_CHANNELS.mail), ...columns })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(columns))
    .execute()

/** Stores mail and quiet hours, and returns all channels. */
export function saveChannels(
  { transaction }: Pick<Database, 'transaction'>,
  clientId: string,
  change: Pick<Channels, 'mail' | 'quiet'>,
  entry: AuditEntry,
): Promise<Channels> {
  return transaction(async (tx) => {
    await storeColumns(tx, clientId, toColumns(change))
    await recordAudit(tx, entry)
    return readChannels(tx, clientId)
  })
}

export interface WebhookChange {
  readonly webhook: StoredWebhook | null
  /** The new secret, as its client sees it once; null if the change has none. */
  readonly secret: string | null
}

/**
 * Changes the webhook by what it is at that moment: other changes of the client wait until the
 * transaction ends. Returns null when `change` does, and changes nothing.
 */
export function changeWebhook<Refused extends null = never>(
  { transaction }: Pick<Database, 'transaction'>,
  clientId: string,
  change: (before: StoredWebhook | null) => WebhookChange | Refused,
  toEntry: (webhook: StoredWebhook | null) => AuditEntry,
): Promise<{ readonly channels: Channels; readonly secret: string | null } | Refused> {
  return transaction(async (tx) => {
    // Locks the row, which the first change adds.
    await storeColumns(tx, clientId, { client_id: clientId })
    const next = change((await readChannels(tx, clientId)).webhook)
    if (next === null) return next
    await storeColumns(tx, clientId, toColumns({ webhook: next.webhook }))
    await recordAudit(tx, toEntry(next.webhook))
    return { channels: await readChannels(tx, clientId), secret: next.secret }
  })
}

/** Finds the clients whose account is open at an instant of the session clock, with their channels. */
export async function findRecipients(
  tx: Kysely<Schema>,
  clientIds: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, Recipient>> {
  const recipients = new Map<string, Recipient>()
  for (const chunk of toChunks([...new Set(clientIds)])) {
    const rows = await tx
      .selectFrom('identity_clients')
      .leftJoin('alerts_channels', 'alerts_channels.client_id', 'identity_clients.id')
      .select(['identity_clients.id', 'name', 'email', 'mail', 'quiet_from', 'quiet_until'])
      .select(['webhook_url', 'webhook_secret'])
      .where('identity_clients.id', 'in', chunk)
      .where('disabled', '=', 0)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .execute()
    const browsers = await listPush(tx, chunk)
    for (const { id: clientId, name, email, mail, ...row } of rows)
      recipients.set(clientId, {
        ...{ clientId, name, email, browsers: browsers.filter((browser) => browser.clientId === clientId) },
        ...(mail === null ? DEFAULT_CHANNELS : toChannels({ mail, ...row })),
      })
  }
  return recipients
}
