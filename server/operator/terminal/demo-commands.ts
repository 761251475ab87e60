import { type PurgeCounts, purgeDemo } from '#server/demo/purge.ts'
import { type Command, defineLocal } from '#server/operator/terminal/command.ts'
import { runOnDatabase } from '#server/operator/terminal/run-on-database.ts'

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
    run: (env) => runOnDatabase(env, async (database) => purgedMessage(await purgeDemo(database))),
  }),
]
