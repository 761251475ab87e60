import type { RowNames } from '#src/application/platform/list-messages.ts'
import { formatCount, formatMonthlyCost, formatPercent } from '#src/domain/money.ts'

export const COSTS_INTRO = 'Pantallas de la entidad por paquete, con su costo mensual'
export const COST_ROWS: RowNames = { one: 'paquete', many: 'paquetes' }
export const COSTS_FAILED = 'No pudimos consultar los costos'
export const COST_CHART = 'Costo mensual por paquete'
export const COST_TABLE = 'Costos por paquete'
export const COST_TOTAL = 'Total'
export const COST_NOTE =
  'El costo de las pantallas disponibles es la parte del costo mensual que corresponde a pantallas sin usuario ni solicitud.'

export const COST_COLUMN_TITLES = {
  code: 'Paquete',
  name: 'Nombre',
  screens: 'Pantallas',
  used: 'Asignadas',
  inProgress: 'En tránsito',
  idle: 'Disponibles',
  monthlyCost: 'Costo mensual',
  costPerUser: 'Costo por usuario',
  idleCost: 'Costo de disponibles',
} as const

/** The screen reader text of a bar in the chart. */
export const costBarText = (code: string, cost: number, idleCost: number): string =>
  `${code}: ${formatMonthlyCost(cost)} pesos al mes, de ellos ${formatMonthlyCost(idleCost)} sin usar`

export const USED_COST = 'En uso o en trámite'
export const IDLE_COST = 'Sin usar'

/** `8 de 20 sin usar`. */
export const idleText = (idle: number, screens: number): string =>
  `${formatCount(idle)} de ${formatCount(screens)} sin usar`

/** `33% del costo`, without plus sign. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '' : `${formatPercent((part / whole) * 100).replace('+', '')} del costo`
