import type { RowNames } from '#src/application/platform/list-messages.ts'
import { formatCount } from '#src/domain/money.ts'

export const PRODUCTS_INTRO = 'Paquetes de pantallas suscritos por la entidad'
export const ORDER_PACKAGE = 'Solicitar nuevo paquete'
export const SEARCH_PACKAGE = 'Buscar por Paquete'
export const DETAILS = 'Detalles'
export const SEE_SCREENS = 'Ver pantallas'

export const PACKAGE_ROWS: RowNames = { one: 'paquete', many: 'paquetes' }
export const SUBSCRIPTION_ROWS: RowNames = { one: 'suscripción', many: 'suscripciones', feminine: true }

export const PRODUCTS_FAILED = 'No pudimos consultar sus paquetes'
export const NO_PRODUCTS = {
  lead: 'Aún no tiene paquetes',
  rest: 'Solicite el primero para asignar pantallas a sus usuarios.',
}
export const SUBSCRIPTIONS_FAILED = 'No pudimos consultar las suscripciones'
export const NO_SUBSCRIPTIONS = {
  lead: 'Este paquete no tiene suscripciones activas',
  rest: 'Aparecerán aquí cuando se apruebe la solicitud de compra.',
  action: 'Ver Mis solicitudes',
}

export const PRODUCT_COLUMN_TITLES = {
  code: 'Paquete',
  name: 'Nombre',
  screens: 'Pantallas',
  available: 'Disponibles',
  occupancy: 'Ocupación',
  monthlyCost: 'Costo mensual',
} as const

export const SUBSCRIPTION_COLUMN_TITLES = {
  code: 'Código',
  number: 'Número',
  screens: 'Total pantallas',
  available: 'Disponibles',
  occupancy: 'Ocupación',
  monthlyCost: 'Precio',
} as const

/** The legend of the occupancy. */
export const OCCUPIED = 'Ocupada: asignada o en tránsito'
export const FREE = 'Disponible'

/** `7 de 10 pantallas ocupadas`. */
export const occupancyText = (used: number, screens: number): string =>
  `${formatCount(used)} de ${formatCount(screens)} pantallas ocupadas`

/** `22 de 70 disponibles`. */
export const availableText = (available: number, screens: number): string =>
  `${formatCount(available)} de ${formatCount(screens)} disponibles`

/** `7 paquetes`. */
export const countText = (count: number, { one, many }: RowNames): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `Suscripciones de USD-PRO-10`. */
export const subscriptionsTitle = (code: string): string => `Suscripciones de ${code}`

/** `Dólar profesional, paquetes de 10 pantallas`; `size` null when the packages differ. */
export const packageIntro = (name: string, size: number | null): string =>
  size === null ? name : `${name}, paquetes de ${formatCount(size)} ${size === 1 ? 'pantalla' : 'pantallas'}`
