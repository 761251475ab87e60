import { formatRefusedSettings, readStorageConfig } from '#server/config/config.ts'
import { openLockedDatabase } from '#server/database/locked-database.ts'
import { type PurgeCounts, purgeDemo } from '#server/demo/purge.ts'
import { type Command, defineLocal } from '#server/operator/terminal/command.ts'
import { startFailureMessage } from '#server/start/start-failure.ts'
import { err, ok } from '#src/domain/result.ts'

const LOCAL_SETTINGS_REFUSED = 'No se puede abrir la base de datos. Corrija estas variables de entorno:'

const formatCount = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** Message about the rows that `purge-demo` deleted. */
const purgedMessage = ({ clients, entities, orders, deals, days }: PurgeCounts): string =>
  clients + entities + orders + deals + days === 0
    ? 'La base de datos no tiene datos de demostración.'
    : `Se borraron ${formatCount(clients, 'cuenta', 'cuentas')} y ${formatCount(entities, 'entidad', 'entidades')} de demostración, ${formatCount(orders, 'orden', 'órdenes')} de la pasarela de prueba, y ${formatCount(deals, 'operación', 'operaciones')} y ${formatCount(days, 'día', 'días')} del simulador.`

/**
 * Commands that prepare a database for production. They open the database themselves, because a
 * production server refuses to start with demo data.
 */
export const DEMO_COMMANDS: readonly Command[] = [
  defineLocal({
    name: 'purge-demo',
    usage: '',
    summary: 'borra las cuentas, entidades y operaciones de la demostración (con el servidor detenido)',
    read: () => null,
    run: async (env) => {
      const config = readStorageConfig(env)
      if (!config.ok) return err(formatRefusedSettings(LOCAL_SETTINGS_REFUSED, config.error))
      const result = await openLockedDatabase(config.value, { report: () => {}, hasTimeouts: false })
      if (!result.ok) return err(startFailureMessage(result.error))
      const { database, close } = result.value
      try {
        return ok(purgedMessage(await purgeDemo(database)))
      } finally {
        await close()
      }
    },
  }),
]
