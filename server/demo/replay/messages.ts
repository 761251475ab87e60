import { MAX_SIMULATION_SPEED } from '#server/config/market-settings.ts'
import {
  type ArgumentFailure,
  DEFAULT_REPLAY_SPEED,
  type ReplayRequest,
  replayableDays,
} from '#server/demo/replay/read-arguments.ts'
import type { Comparison, ReplayedFigure, ReplayFailure } from '#server/demo/replay/run-replay.ts'
import { flagFailureMessage } from '#server/operator/terminal/command-line.ts'
import { startFailureMessage } from '#server/start/start-failure.ts'
import { hideCredentials } from '#src/adapters/command-line/hide-credentials.ts'
import { formatPrice, formatUsd } from '#src/domain/money.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { ReplayViolation } from '#src/simulator/replay-day.ts'

const publishedDates = (market: Market) =>
  replayableDays(market)
    .map(({ date }) => date)
    .join(', ')

/** Usage text of the command. */
export const REPLAY_USAGE = `Repite un día publicado del mercado con todo el sistema y compara lo que responde con lo publicado.

  npm run replay -- FECHA [opciones]              un día publicado, como 2025-09-22
  npm run replay -- --open 4403 --low 4391 …      un día dado por sus cifras

Cifras:     --open --low --high --close --average (pesos), --amount (millones de US$), --deals (operaciones)
Opciones:   --date AAAA-MM-DD      día de las cifras dadas (sin ella, la última sesión)
            --market spot|nextday  mercado (sin ella, spot)
            --speed N              segundos de mercado por segundo, hasta ${MAX_SIMULATION_SPEED} (sin ella, ${DEFAULT_REPLAY_SPEED})
            --port N               puerto

Días publicados de spot: ${publishedDates('spot')}
Días publicados de nextday: ${publishedDates('nextday')}`

/** Error message for invalid arguments. */
export function replayArgumentMessage(failure: Exclude<ArgumentFailure, { readonly kind: 'help' }>): string {
  switch (failure.kind) {
    case 'bad-value':
      return `El valor de --${failure.flag} no es válido: ${hideCredentials(failure.value)}`
    case 'bad-port':
      return `PORT debe ser un número entero de 0 a 65535, y es ${failure.value}`
    case 'not-published':
      return `No hay cifras publicadas de ${failure.market} para el ${failure.date}. Indíquelas con --open, --low, --high…`
    case 'date-twice':
      return 'La fecha se indica una sola vez.'
    case 'missing-day':
      return 'Falta la fecha de un día publicado o las cifras de un día.'
    default:
      return flagFailureMessage(failure)
  }
}

const FIGURE_LABELS: Readonly<Record<ReplayedFigure, string>> = {
  open: 'Apertura',
  low: 'Mínimo',
  high: 'Máximo',
  close: 'Cierre',
  average: 'Promedio',
  amount: 'Monto (US$)',
  count: 'Operaciones',
}

function violationMessage(violation: ReplayViolation): string {
  switch (violation.code) {
    case 'no-trading-day':
      return `El mercado ${violation.market} no abre el ${violation.date}.`
    case 'not-a-number':
      return `${FIGURE_LABELS[violation.field]}: no es un número.`
    case 'not-positive':
      return `${FIGURE_LABELS[violation.field]}: debe ser mayor que 0.`
    case 'too-precise':
      return `${FIGURE_LABELS[violation.field]}: admite ${violation.decimals} decimales como máximo.`
    case 'too-large':
      return `${FIGURE_LABELS[violation.field]}: debe ser ${violation.maximum} como máximo.`
    case 'range-reversed':
      return `El mínimo (${violation.low}) es mayor que el máximo (${violation.high}).`
    case 'outside-range':
      return `${FIGURE_LABELS[violation.field]}: ${violation.value} está fuera del rango de ${violation.low} a ${violation.high}.`
    case 'too-few-deals':
      return `Con esas cifras hacen falta al menos ${violation.minimum} operaciones.`
    case 'amount-too-small':
      return `El monto debe ser de al menos ${violation.minimum} US$ para ese número de operaciones.`
    case 'average-out-of-reach':
      return `Ninguna sesión con esas cifras tiene el promedio ${violation.average}.`
  }
}

/** Error message for a replay without a comparison. */
export function replayFailureMessage(failure: ReplayFailure): string {
  switch (failure.kind) {
    case 'impossible-day':
      return ['Ningún día puede tener esas cifras:', ...failure.violations.map(violationMessage)].join('\n  ')
    case 'not-started':
      return startFailureMessage(failure.failure)
    case 'stopped':
      return 'La repetición se detuvo antes del final del día.'
  }
}

export const replayStartedMessage = (url: string, { market, figures, speed }: ReplayRequest): string =>
  `Repitiendo ${market} del ${figures.date} a ${speed} segundos de mercado por segundo en ${url}`

const formatFigure = (figure: ReplayedFigure, value: number | null): string =>
  figure === 'amount' || figure === 'count' ? formatUsd(value) : formatPrice(value)

const formatResult = ({ expected, equal }: Comparison): string => {
  if (expected === null) return 'no publicado'
  return equal ? 'igual' : 'distinto'
}

/** Formats the comparisons as a table with a summary line. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const rows = [
    ['Cifra', 'Pedida', 'Respondida', ''],
    ...comparisons.map((comparison) => [
      FIGURE_LABELS[comparison.figure],
      formatFigure(comparison.figure, comparison.expected),
      formatFigure(comparison.figure, comparison.actual),
      formatResult(comparison),
    ]),
  ]
  const lines = rows.map(([figure = '', expected = '', actual = '', equal = '']) =>
    `${figure.padEnd(14)}${expected.padStart(16)}${actual.padStart(16)}  ${equal}`.trimEnd(),
  )
  const differentCount = comparisons.filter(({ equal }) => !equal).length
  const summary =
    differentCount === 0
      ? 'Todas las cifras coinciden.'
      : `No coinciden ${differentCount} de ${comparisons.length} cifras.`
  return [...lines, '', summary].join('\n')
}
