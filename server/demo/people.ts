import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { addDemoClients } from '#server/demo/clients.ts'
import { addDemoEntities, type DemoEntityId } from '#server/demo/entities.ts'
import { createClientStore } from '#server/identity/client-store.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

interface DemoPeopleDeps {
  readonly config: Pick<ServerConfig, 'demoData' | 'identity'>
  readonly database: Database
  readonly hashes: PasswordHashes
  readonly now: () => Instant
  /** The demo entities to add. Default: all. */
  readonly demoEntities?: readonly DemoEntityId[] | undefined
}

/** Whether all demo clients and all demo entities exist; false for those that a start skipped. */
export interface DemoPeople {
  readonly hasClients: boolean
  readonly hasEntities: boolean
}

/** Adds the missing demo clients and demo entities (D43). */
export async function addDemoPeople({ config, database, hashes, now, demoEntities }: DemoPeopleDeps) {
  const options = { demoData: config.demoData, required: config.identity.demoAccountsRequired }
  const people: DemoPeople = {
    hasClients: await addDemoClients(createClientStore(database), { ...options, hashes, at: now() }),
    hasEntities: await addDemoEntities(database, {
      ...options,
      ...(demoEntities && { entities: demoEntities }),
      hashPassword: () => hashes.hash(DEMO_PASSWORD),
    }),
  }
  return people
}
