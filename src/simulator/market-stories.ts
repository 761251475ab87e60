import { formatCount, formatPercent, formatPoints, formatPrice, formatRate } from '#src/domain/money.ts'
import { formatPercentage, NO_CHANGE_LIMIT, selectText, type WriteStory } from '#src/simulator/story.ts'

const REGION: Readonly<Record<string, string>> = { BRL: 'real', MXN: 'peso mexicano', CLP: 'peso chileno' }

const ORDINALS = ['', '', 'segunda', 'tercera', 'cuarta', 'quinta']

function writeRegionHeadline(changes: readonly number[]): string {
  if (changes.every((change) => change < 0)) return 'Las monedas de la región avanzan frente al dólar'
  if (changes.every((change) => change > 0)) return 'Las monedas de la región ceden terreno frente al dólar'
  return 'Las monedas de la región se mueven sin rumbo común frente al dólar'
}

export const regionStory: WriteStory = ({ quotes }) => {
  const pairs = quotes.currencies.filter(({ from, to }) => from === 'USD' && to in REGION)
  const moves = pairs.map(({ to, value, change }) => {
    const percent = (change / (value - change)) * 100
    const move = formatPercentage(percent)
    const verb = selectText(-percent, `se aprecia ${move}`, `se deprecia ${move}`, 'permanece estable')
    return `el ${REGION[to]} ${verb} y se cotiza en ${formatRate(value)} por dólar`
  })
  return {
    headline: writeRegionHeadline(pairs.map(({ change }) => change)),
    body:
      `En las primeras horas de la jornada ${moves.join('; ')}. Los operadores siguen la evolución de los mercados ` +
      'externos y la publicación de indicadores en las principales economías, que suelen marcar el tono de las ' +
      'negociaciones locales.',
  }
}

export const oilStory: WriteStory = ({ oil, random }) => {
  const { value, change, days } = oil
  const streak = ORDINALS[days] ? ` por ${ORDINALS[days]} jornada` : ' en la mañana'
  const reading = random.chance(0.5)
    ? 'El comportamiento del crudo influye en los ingresos externos del país y por esa vía en la oferta de divisas.'
    : 'Los precios de la energía siguen entre los factores que observan los participantes del mercado cambiario.'
  return {
    headline: `El petróleo ${selectText(change, 'sube', 'baja', 'se mantiene')}${streak}`,
    body:
      `La referencia Brent se negocia en ${formatPrice(value)} dólares por barril, con una variación de ` +
      `${formatPercent(change)} frente al cierre anterior. ${reading} En las mesas locales el efecto sobre la tasa ` +
      'de cambio se considera limitado mientras no haya un movimiento más amplio.',
  }
}

export const stocksStory: WriteStory = ({ quotes }) => {
  const [index, ...others] = quotes.indices
  if (!index) return null
  const verb = selectText(
    index.change,
    `sube ${formatPercentage(index.change)}`,
    `baja ${formatPercentage(index.change)}`,
    'opera estable',
  )
  const risingCount = quotes.stocks.filter(({ change }) => change >= NO_CHANGE_LIMIT).length
  const fallingCount = quotes.stocks.filter(({ change }) => change <= -NO_CHANGE_LIMIT).length
  const otherIndices = others
    .map(({ name, value, change }) => `${name} marca ${formatPoints(value)} (${formatPercent(change)})`)
    .join(' y ')
  return {
    headline: `El índice ${index.name} ${verb}`,
    body:
      `El principal índice de la bolsa local se ubica en ${formatPoints(index.value)} puntos, mientras ${otherIndices}. De ` +
      `las ${formatCount(quotes.stocks.length)} acciones de la lista suben ${formatCount(risingCount)}, bajan ` +
      `${formatCount(fallingCount)} y las demás no cambian de precio. Los operadores describen una jornada sin hechos ` +
      'extraordinarios en el mercado de valores.',
  }
}
