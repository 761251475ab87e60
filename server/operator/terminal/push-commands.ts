import { deletePushKeys } from '#server/alerts/push-store.ts'
import { type Command, defineLocal } from '#server/operator/terminal/command.ts'
import { runOnDatabase } from '#server/operator/terminal/run-on-database.ts'

const RENEWED =
  'El próximo inicio crea otras claves de los avisos push. Cada navegador las recibe cuando su cliente abra el portal.'

/** The command that replaces the keys of push messages (D125). All servers of a database must use the same. */
export const PUSH_COMMANDS: readonly Command[] = [
  defineLocal({
    name: 'renew-push-keys',
    usage: '',
    summary: 'cambia las claves de los avisos push de las alertas (con el servidor detenido)',
    read: () => null,
    run: (env) =>
      runOnDatabase(env, async ({ db }) => {
        await deletePushKeys(db)
        return RENEWED
      }),
  }),
]
