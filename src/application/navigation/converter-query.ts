import { CURRENCIES, RATE_KINDS, type RateKind } from '#src/domain/trading/conversion.ts'
import { type ConverterChoice, DEFAULT_CONVERTER_CHOICE } from '#src/domain/trading/converter-choice.ts'
import { parseLookupDay } from '#src/domain/trading/trm-choice.ts'

/** Maximum length of a text in the query; longer texts are truncated. */
const MAX_TEXT_LENGTH = 40

const RATE_WORDS: Readonly<Record<RateKind, string>> = {
  trm: 'trm',
  last: 'cierre',
  average: 'promedio',
  typed: 'propia',
}

/** Reads the choice of the converter. An unknown word becomes the default; typed texts remain. */
export function parseConverterChoice(query: string): ConverterChoice {
  const params = new URLSearchParams(query)
  const readText = (name: string) => params.get(name)?.slice(0, MAX_TEXT_LENGTH)
  const readWord = (name: string) => readText(name)?.trim().toLowerCase()
  const [from, rate] = [readWord('de'), readWord('tasa')]
  return {
    from: CURRENCIES.find((currency) => currency === from) ?? DEFAULT_CONVERTER_CHOICE.from,
    amount: readText('monto') ?? DEFAULT_CONVERTER_CHOICE.amount,
    rate: RATE_KINDS.find((kind) => RATE_WORDS[kind] === rate) ?? DEFAULT_CONVERTER_CHOICE.rate,
    typedRate: readText('valor') ?? DEFAULT_CONVERTER_CHOICE.typedRate,
    date: parseLookupDay(params.get('fecha') ?? ''),
  }
}

/** The query of a choice, without question mark; '' for the default choice. */
export function formatConverterChoice({ from, amount, rate, typedRate, date }: ConverterChoice): string {
  const params = new URLSearchParams()
  if (from !== DEFAULT_CONVERTER_CHOICE.from) params.set('de', from)
  if (amount !== DEFAULT_CONVERTER_CHOICE.amount) params.set('monto', amount)
  if (rate !== DEFAULT_CONVERTER_CHOICE.rate) params.set('tasa', RATE_WORDS[rate])
  if (rate === 'typed' && typedRate !== '') params.set('valor', typedRate)
  if (date) params.set('fecha', 'date' in date ? date.date : date.invalid)
  return params.toString()
}
