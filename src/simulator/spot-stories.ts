import { formatCount, formatPrice, formatUsd } from '#src/domain/money.ts'
import { formatDayName } from '#src/domain/text.ts'
import { isUsHoliday } from '#src/domain/trading/calendar.ts'
import {
  describeComparison,
  describeDistance,
  formatDollars,
  formatPesos,
  selectText,
  type WriteStory,
} from '#src/simulator/story.ts'

export const trmStory: WriteStory = ({ date, trm, previousTrm, previousDay }) => {
  if (trm === null || previousTrm === null || previousDay === null) return null
  return {
    headline: `La TRM para el ${formatDayName(date)} es de ${formatPesos(trm)}`,
    body:
      `La tasa representativa del mercado vigente hoy es de ${formatPesos(trm)} por dólar, ` +
      `${describeDistance(trm, previousTrm, 'la anterior')}. El indicador recoge el promedio ponderado de las compras ` +
      'y ventas de contado entre intermediarios del mercado cambiario en la última jornada, en la que el precio se ' +
      `movió entre ${formatPrice(previousDay.low)} y ${formatPesos(previousDay.high)} y cerró en ` +
      `${formatPrice(previousDay.last)}.`,
  }
}

export const holidayStory: WriteStory = ({ date, trm }) => {
  if (!isUsHoliday(date) || trm === null) return null
  return {
    headline: 'Festivo en Estados Unidos: hoy solo opera el mercado Next Day',
    body:
      `Este ${formatDayName(date)} no hay mercado de contado por el festivo bancario en Estados Unidos. Las ` +
      'operaciones se pactan en el mercado Next Day, con cumplimiento a partir del siguiente día hábil y con una ' +
      `liquidez menor que la habitual. La TRM se mantiene en ${formatPesos(trm)} y la próxima se calculará con la ` +
      'siguiente jornada de contado.',
  }
}

export const openingStory: WriteStory = ({ spot, trm, previousDay }) => {
  if (spot === null || trm === null || previousDay === null) return null
  return {
    headline: `El dólar abre en ${formatPesos(spot.open)}, ${describeComparison(spot.open, trm, 'la TRM')}`,
    body:
      `La primera operación del mercado de contado se pactó a ${formatPesos(spot.open)}, ` +
      `${describeDistance(spot.open, trm, 'la TRM vigente')} y ` +
      `${describeDistance(spot.open, previousDay.last, 'el cierre anterior')}. En los primeros minutos se ` +
      `registraron ${formatCount(spot.count)} transacciones por ${formatDollars(spot.sum)}, con un precio promedio ` +
      `de ${formatPesos(spot.average)} dentro de un rango de ${formatPrice(spot.low)} a ${formatPrice(spot.high)}.`,
  }
}

export const rangeStory: WriteStory = ({ spot, trm, random }) => {
  if (spot === null || trm === null) return null
  const isNearHigh = spot.high - spot.last < spot.last - spot.low
  const headline = isNearHigh
    ? `El dólar toca un máximo de ${formatPesos(spot.high)} a media mañana`
    : `El dólar toca un mínimo de ${formatPesos(spot.low)} a media mañana`
  const tradingNote = random.chance(0.5)
    ? 'Los operadores señalan una actividad concentrada en las órdenes de importadores y exportadores.'
    : 'La negociación avanza con órdenes repartidas entre compradores y vendedores.'
  return {
    headline,
    body:
      `Tras abrir en ${formatPesos(spot.open)}, la divisa se ha movido entre ${formatPrice(spot.low)} y ` +
      `${formatPesos(spot.high)}. La última operación visible se cerró a ${formatPesos(spot.last)}, ` +
      `${describeDistance(spot.last, trm, 'la TRM')}, y el promedio de la jornada va en ` +
      `${formatPesos(spot.average)}. ${tradingNote}`,
  }
}

export const amountsStory: WriteStory = ({ spot }) => {
  if (spot === null) return null
  return {
    headline: `El mercado de contado negocia ${formatDollars(spot.sum)} hasta el mediodía`,
    body:
      `En lo corrido de la jornada se cuentan ${formatCount(spot.count)} transacciones entre intermediarios del ` +
      `mercado cambiario, con un monto promedio de ${formatUsd(Math.round(spot.sum / spot.count))} dólares y una ` +
      `operación máxima de ${formatUsd(spot.highAmount)} dólares. El precio promedio ponderado es de ` +
      `${formatPesos(spot.average)} y el último visible, de ${formatPesos(spot.last)}. Las cifras no incluyen ` +
      'operaciones registradas.',
  }
}

export const closingStory: WriteStory = ({ spot, trm }) => {
  if (spot === null || trm === null) return null
  const turn = selectText(
    spot.last - spot.open,
    'sube desde la apertura',
    'baja desde la apertura',
    'termina donde abrió',
  )
  return {
    headline: `El dólar cierra en ${formatPesos(spot.last)} y ${turn}`,
    body:
      `La jornada de contado terminó con un precio de cierre de ${formatPesos(spot.last)}, ` +
      `${describeDistance(spot.last, trm, 'la TRM vigente')}. La divisa abrió en ${formatPrice(spot.open)}, marcó ` +
      `un mínimo de ${formatPrice(spot.low)} y un máximo de ${formatPrice(spot.high)}, y promedió ` +
      `${formatPesos(spot.average)}. Se negociaron ${formatDollars(spot.sum)} en ${formatCount(spot.count)} ` +
      'transacciones. El mercado Next Day sigue abierto hasta la tarde.',
  }
}
