import type { Purged } from '#server/maintenance/purge-demo.ts'

export const LOCAL_SETTINGS_REFUSED = 'No se puede abrir la base de datos. Corrija estas variables de entorno:'

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** What `purge-demo` deleted. */
export const purgedMessage = ({ clients, entities, orders, deals, days }: Purged): string =>
  clients + entities + orders + deals + days === 0
    ? 'La base de datos no tiene datos de demostración.'
    : `Se borraron ${count(clients, 'cuenta', 'cuentas')} y ${count(entities, 'entidad', 'entidades')} de demostración, ${count(orders, 'orden', 'órdenes')} de la pasarela de prueba, y ${count(deals, 'operación', 'operaciones')} y ${count(days, 'día', 'días')} del simulador.`
