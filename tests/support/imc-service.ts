import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Engine } from '#server/database/connection.ts'
import { openDelivery } from '#server/delivery/delivery.ts'
import { addDemoPeople } from '#server/demo/people.ts'
import { openDocuments } from '#server/documents/open-documents.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { createHumanCheck } from '#server/identity/human-check.ts'
import { createHumanCheckStore } from '#server/identity/human-check-store.ts'
import { openEntityOperations } from '#server/imc/entity-operations.ts'
import { openImc } from '#server/imc/imc-module.ts'
import type { Settlement } from '#src/domain/imc/requests/requests.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { IDLE_SCHEDULER, TEST_COOKIE_KEY, TEST_FACTOR_KEYS } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'
import { LOW_EFFORT, parseConfig } from '#tests/support/server.ts'

const START = Date.parse('2026-11-21T09:43:15-05:00')

/** Starts a real server with the back-office and the small demo entity, without a market. */
export async function startImcService(engine: Engine = 'sqlite') {
  const { now } = testTime(START)
  const logger = pino({ level: 'silent' })
  const config = parseConfig({ DATA_DIR: await temporaryFolder(), DEMO_DATA: 'on', AUTO_APPROVE_AFTER: 'off' })
  const portalConfig = await defaultPortalConfig({ demo: true, hasApplicationAccount: true })
  const publicUrl = () => 'http://localhost:3000'
  const database = await temporaryDatabase(engine)
  const delivery = openDelivery({ config, database, now, logger, scheduler: IDLE_SCHEDULER })
  const documents = await openDocuments({ config, database, now, logger })
  await addDemoPeople({ config, database, hashes: cheapHashes, now, demoEntities: [ANDINA] })
  const humanCheck = createHumanCheck({
    store: createHumanCheckStore(database),
    secret: 'a secret of the tests',
    effort: LOW_EFFORT,
    // ALTCHA reads the clock of the machine.
    now: Date.now,
  })
  const imc = openImc({
    ...{
      config,
      database,
      hashes: cheapHashes,
      factorKeys: TEST_FACTOR_KEYS,
      cookieKey: TEST_COOKIE_KEY,
      humanCheck,
      documents,
      now,
      delivery,
      publicUrl,
      logger,
    },
    scheduler: IDLE_SCHEDULER,
  })
  const app = await createApp({
    config,
    portal: null,
    portalConfig,
    modules: [imc],
    clockShift: () => 0,
    logger,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await imc.close()
    await delivery.close()
  })
  const operations = openEntityOperations({ database, hashes: cheapHashes, publicUrl, now })
  return {
    /** The clock of the service. */
    now,
    url: `${url}${IMC_BASE}`,
    /** Settles a request as the operator does (D31). */
    async settle(requestId: string, settlement: Settlement, reason = ''): Promise<void> {
      const result = await operations.settle(requestId, settlement, reason, { at: now(), origin: null })
      if (!result.ok) throw new Error(`${requestId}: ${result.error}`)
    },
  }
}
