import { formatCount, formatUsd } from '#src/domain/money.ts'
import { formatDayName } from '#src/domain/text.ts'
import { addDays, type BogotaDate, toWeekday } from '#src/domain/time/bogota.ts'
import { createRandom } from '#src/simulator/random.ts'
import { formatPercentage, type StoryFacts, type WriteStory } from '#src/simulator/story.ts'

const formatPreviousMonth = (date: BogotaDate) =>
  formatDayName(addDays(`${date.slice(0, 8)}01`, -1))
    .split(' ')
    .at(-1) ?? ''

/** Creates the random stream of a month's stories about a subject. */
const createMonthRandom = ({ seed, date }: StoryFacts, subject: string) =>
  createRandom(seed, 'news', subject, date.slice(0, 7))

const agendaStory: WriteStory = ({ date, random }) => ({
  headline: 'Agenda: los datos que el mercado cambiario sigue esta semana',
  body:
    `Desde el ${formatDayName(date)} los participantes esperan cifras de inflación, empleo y comercio exterior en ` +
    'las principales economías. Los analistas consultados prevén una volatilidad diaria cercana a ' +
    `${formatPercentage(random.between(0.4, 0.9))} para la tasa de cambio, en línea con el promedio de los últimos ` +
    'meses, y volúmenes normales en el mercado de contado.',
})

const importersStory: WriteStory = (facts) => ({
  headline: 'Importadores reparten sus compras de dólares a lo largo del mes',
  body:
    'Una muestra de mesas de dinero indica que cerca del ' +
    `${formatCount(createMonthRandom(facts, 'importers').integer(52, 68))}% de las órdenes de importadores se ` +
    'ejecuta fuera de la última semana del mes, con el fin de suavizar el costo promedio. Los analistas ' +
    'consultados no esperan que el patrón cambie la liquidez del mercado de contado en el corto plazo.',
})

const remittancesStory: WriteStory = (facts) => {
  const random = createMonthRandom(facts, 'remittances')
  const month = formatPreviousMonth(facts.date)
  return {
    headline: `Las remesas de ${month} crecen ${formatPercentage(random.between(1, 9))} frente al mismo mes del año anterior`,
    body:
      `Los giros de trabajadores en el exterior sumaron ${formatUsd(random.integer(950, 1_180))} millones de ` +
      `dólares en ${month}, de acuerdo con estimaciones preliminares del mercado. Los envíos se concentraron en ` +
      'Norteamérica y Europa y se mantienen entre las fuentes más estables de divisas para los hogares y el ' +
      'comercio minorista.',
  }
}

const hedgingStory: WriteStory = (facts) => ({
  headline: 'Crece el interés de las empresas por cubrir el riesgo cambiario',
  body:
    'Las consultas por coberturas a plazos de uno a tres meses aumentaron ' +
    `${formatCount(createMonthRandom(facts, 'hedging').integer(4, 15))}% en el último trimestre, según estimaciones ` +
    'preliminares de operadores. Las compañías con ingresos en pesos y obligaciones en dólares concentran la ' +
    'demanda, mientras los exportadores prefieren plazos más cortos.',
})

const exportersStory: WriteStory = (facts) => ({
  headline: 'Exportadores anticipan parte de sus ventas de divisas antes del fin de mes',
  body:
    `Cerca del ${formatCount(createMonthRandom(facts, 'exporters').integer(30, 45))}% de las ventas de los ` +
    'exportadores se pacta con algunos días de anticipación, según estimaciones preliminares de mesas de dinero. ' +
    'La práctica distribuye la oferta de dólares y reduce la concentración de operaciones en las últimas jornadas, ' +
    'de acuerdo con los analistas consultados.',
})

/** The story of each weekday, Monday to Friday. */
const WEEKDAY_STORIES: readonly WriteStory[] = [
  agendaStory,
  importersStory,
  remittancesStory,
  hedgingStory,
  exportersStory,
]

/** Writes the story of the weekday; it uses no figures of the day. */
export const afternoonStory: WriteStory = (facts) => WEEKDAY_STORIES[toWeekday(facts.date) - 1]?.(facts) ?? null
