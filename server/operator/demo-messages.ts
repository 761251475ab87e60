import type { PurgeCounts } from '#server/maintenance/purge-demo.ts'

export const LOCAL_SETTINGS_REFUSED = 'No se puede abrir la base de datos. Corrija estas variables de entorno:'

const formatCount = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** Message about the rows that `purge-demo` deleted. */
export const purgedMessage = ({ clients, entities, orders, deals, days }: PurgeCounts): string =>
  clients + entities + orders + deals + days === 0
    ? 'La base de datos no tiene datos de demostración.'
    : `Se borraron ${formatCount(clients, 'cuenta', 'cuentas')} y ${formatCount(entities, 'entidad', 'entidades')} de demostración, ${formatCount(orders, 'orden', 'órdenes')} de la pasarela de prueba, y ${formatCount(deals, 'operación', 'operaciones')} y ${formatCount(days, 'día', 'días')} del simulador.`
