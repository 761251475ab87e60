import type { Database, Engine } from '#server/database/connection.ts'
import { addDemoEntities } from '#server/demo/entities.ts'
import type { Actor } from '#server/imc/session/actor.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'

/** The instant of every change that tests make. */
export const AT = Date.parse('2026-11-21T09:43:15-05:00')

/** Opens a database with the small demo entity, whose users have no usable password. */
export async function openAndina(engine: Engine): Promise<Database> {
  const database = await temporaryDatabase(engine)
  await addDemoEntities(database, {
    ...{ demoData: true, required: true, entities: [ANDINA] },
    hashPassword: async () => 'hash',
  })
  return database
}

/** Creates an actor: the administrator of the demo entity, with or without an idempotency key. */
export const createActor = (key: string | null = null, bodyHash = 'body'): Actor => ({
  user: {
    id: 'usr-andina-admin',
    name: 'Paula Ibáñez Cárdenas',
    role: 'administrator',
    entityId: ANDINA,
    entityName: 'Andina de Divisas S. A.',
  },
  stamp: { at: AT, origin: { requestId: 'request-1', address: '127.0.0.1' } },
  keyedRequest: key === null ? null : { key, subject: 'usr-andina-admin', route: 'POST /', bodyHash, now: AT },
})

/** Creates the key of a screen; by default, of the first subscription of the demo. */
export const toKey = (screen: string, number = '004512') => ({
  packageId: 'paq-usd-pro',
  number,
  profileId: 'prf-operador',
  screen,
})
