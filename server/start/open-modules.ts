import type { Logger } from 'pino'
import { openAlerts } from '#server/alerts/alerts-module.ts'
import { newPushKeys } from '#server/alerts/push.ts'
import { PUSH_KEYS_ID } from '#server/alerts/push-store.ts'
import { openApi } from '#server/api-v1/api-module.ts'
import { openAudit } from '#server/audit/audit-module.ts'

import { openBackups } from '#server/backup/create-backup.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { openDelivery } from '#server/delivery/delivery.ts'
import { addDemoDocuments } from '#server/demo/documents-store.ts'
import { SANDBOX } from '#server/demo/payments/sandbox-routes.ts'
import { addDemoPeople } from '#server/demo/people.ts'
import { openDocuments } from '#server/documents/open-documents.ts'
import type { Feeds } from '#server/feeds/feeds.ts'
import { openFeeds } from '#server/feeds/feeds-module.ts'
import type { QuotesMapping } from '#server/feeds/quotes-mapping.ts'
import type { PortalConfig } from '#server/http/portal-config.ts'
import { payerAccounts } from '#server/identity/client-accounts-store.ts'
import { createHumanCheckStore } from '#server/identity/human-check-store.ts'
import { openIdentity } from '#server/identity/identity-module.ts'
import { openEntityOperations } from '#server/imc/entity-operations.ts'
import { openImc } from '#server/imc/imc-module.ts'
import { REVIEW_MAIL } from '#server/market/market.ts'
import { openMonitoring } from '#server/monitoring/monitoring.ts'
import { openOperator } from '#server/operator/operator-module.ts'
import { openPayments } from '#server/payments/payments-module.ts'
import { openRetention } from '#server/retention/retention.ts'
import { timerScheduler, whileWriter } from '#server/scheduler.ts'
import { newSecret } from '#server/secrets.ts'
import { openFactorKeys } from '#server/security/factor-keys.ts'
import { createPasswordHashes } from '#server/security/password-hashes.ts'
import type { ServerAddress } from '#server/start/address.ts'
import type { ServerMarket, ServerParts } from '#server/start/server-parts.ts'
import type { Shutdown } from '#server/start/shutdown.ts'

interface ModulesContext<M extends ServerMarket> {
  readonly config: ServerConfig
  readonly parts: ServerParts<M>
  readonly portal: PortalConfig
  readonly mapping: QuotesMapping
  readonly database: Database
  readonly address: ServerAddress
  readonly logger: Logger
}

/** The open modules of a server. Their timers do not run yet. */
export type ServerModules<M extends ServerMarket> = Awaited<ReturnType<typeof openModules<M>>>

const toFeedHealth = (feeds: Feeds) => feeds.states().map(({ name, lag, late }) => ({ name, lagMs: lag, late }))

/** Opens all modules on the database, each after the modules that it uses. Starts no timers. */
export async function openModules<M extends ServerMarket>(
  { config, parts, portal, mapping, database, address, logger }: ModulesContext<M>,
  { track }: Shutdown,
) {
  const { now } = parts
  const { publicUrl } = address
  const hashes = parts.hashes ?? (await createPasswordHashes(newSecret()))
  const keyStore = createHumanCheckStore(database)
  const factorKeys = await openFactorKeys(config.identity.serverSecret, keyStore)
  const cookieKey = await keyStore.findOrAddKey('session-cookie', newSecret())
  const context = { config, database, now, logger }
  const scheduler = parts.identity?.scheduler ?? timerScheduler
  const writerScheduler = whileWriter(scheduler, () => market.isWriter())

  const feeds = track(await openFeeds({ ...context, scheduler, mapping, isWriter: (): boolean => market.isWriter() }))
  const market: M = track(
    await parts.openMarket({ ...context, writer: database.writer, peerUrl: address.peerUrl, feeds }),
  )
  const monitoring = track(openMonitoring({ ...context, market: market.health, feeds: () => toFeedHealth(feeds) }))
  const { onRecorded } = monitoring
  const delivery = track(openDelivery({ ...context, scheduler, writerScheduler }))
  delivery.addHandler(REVIEW_MAIL, async () => {
    const mail = await market.reviews.createMail()
    if (mail !== null) await delivery.send(mail)
  })
  const demo = await addDemoPeople({ ...context, hashes, demoEntities: parts.demoEntities })
  const identity = track(
    await openIdentity({
      ...context,
      ...parts.identity,
      writerScheduler,
      hashes,
      factorKeys,
      cookieKey,
      publicUrl,
      portal,
      streams: market,
      delivery,
      onRecorded,
    }),
  )
  const { identifyClient, verifyHuman } = identity
  const api = openApi({ ...context, reader: market.reader, identifyClient })
  const payments = openPayments({
    ...context,
    portal,
    delivery,
    payerAccounts,
    identifyClient,
    verifyHuman,
    publicUrl,
    ownUrl: address.url,
    sandbox: SANDBOX,
  })
  const alerts = track(
    openAlerts({
      ...context,
      ...{ scheduler, market, identifyClient, delivery, factorKeys, publicUrl },
      linkKey: await keyStore.findOrAddKey('alert-links', newSecret()),
      pushKeys: await keyStore.findOrAddKey(PUSH_KEYS_ID, newPushKeys()),
      findSessionId: identity.findSessionId,
    }),
  )
  // A backup of a new server has the start of the evaluation.
  await alerts.evaluate()
  const documents = await openDocuments(context)
  const imc = track(
    openImc({
      ...context,
      ...parts.identity,
      scheduler: writerScheduler,
      hashes,
      factorKeys,
      cookieKey,
      humanCheck: identity.ownCheck,
      delivery,
      documents,
      publicUrl,
      onRecorded,
    }),
  )
  if (demo.hasEntities) await addDemoDocuments(database, documents)
  const operator = track(
    openOperator({
      ...context,
      scheduler: writerScheduler,
      operations: openEntityOperations({ database, hashes, publicUrl, now }),
      documents,
      feeds,
      clients: identity.operations,
      orders: payments.operations,
      deals: market.reviews,
      backups: openBackups({ config, documents, now }),
    }),
  )
  const audit = track(openAudit({ ...context, scheduler: writerScheduler }))
  const retention = track(openRetention({ ...context, scheduler: writerScheduler }))
  return { alerts, api, audit, retention, demo, feeds, market, monitoring, delivery, identity, payments, imc, operator }
}
