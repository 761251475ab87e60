import { readStorageConfig } from '#server/config/config.ts'
import { formatRefusedSettings } from '#server/config/setting-messages.ts'
import { openLockedDatabase } from '#server/database/locked-database.ts'
import { purgeDemo } from '#server/maintenance/purge-demo.ts'
import { type Command, defineLocal } from '#server/operator/command.ts'
import { LOCAL_SETTINGS_REFUSED, purgedMessage } from '#server/operator/demo-messages.ts'
import { startFailureMessage } from '#server/start/start-messages.ts'
import { err, ok } from '#src/domain/result.ts'

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
