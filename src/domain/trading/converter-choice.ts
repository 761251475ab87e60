import type { ConvertedCurrency, RateKind } from '#src/domain/trading/conversion.ts'
import type { LookupDay } from '#src/domain/trading/trm-choice.ts'

/** The choice in the URL of the converter. Texts are as typed, also when they are no numbers. */
export interface ConverterChoice {
  readonly from: ConvertedCurrency
  readonly amount: string
  readonly rate: RateKind
  /** The typed rate; only for the rate `typed`. */
  readonly typedRate: string
  /** Null: today. */
  readonly date: LookupDay | null
}

export const DEFAULT_CONVERTER_CHOICE: ConverterChoice = {
  from: 'usd',
  amount: '1.000',
  rate: 'trm',
  typedRate: '',
  date: null,
}
