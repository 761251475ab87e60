import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { CONVERTER } from '#src/application/market/conversion.ts'
import { CONVERTER_INTRO, findConverterErrors } from '#src/application/market/converter.ts'
import { formatConverterChoice, parseConverterChoice } from '#src/application/navigation/converter-query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { type ConverterChoice, DEFAULT_CONVERTER_CHOICE } from '#src/domain/trading/converter-choice.ts'
import { ConverterForm } from '#src/ui/converter/converter-form.tsx'
import { ConverterResult } from '#src/ui/converter/converter-result.tsx'
import { useMarketDelay } from '#src/ui/market/use-market.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { ScreenHead } from '#src/ui/parts/screen-head.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

/**
 * Reads and writes the choice in the address, without a history entry for each typed character. The
 * server renders the default choice for every query, so hydration starts with it too.
 */
function useConverterChoice() {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const isHydrated = useHydrated()
  return useMemo(() => {
    const choice = isHydrated ? parseConverterChoice(query) : DEFAULT_CONVERTER_CHOICE
    const updateChoice = (changes: Partial<ConverterChoice>) => {
      // During hydration the choice is not yet that of the address.
      const nextQuery = formatConverterChoice({ ...parseConverterChoice(query), ...changes })
      navigate(nextQuery === '' ? path : `${path}?${nextQuery}`, { replace: true })
    }
    return { choice, updateChoice }
  }, [path, query, isHydrated, navigate])
}

/** The converter: dollars and pesos at the rate of any date (D130). */
export function Converter() {
  const delay = useMarketDelay()
  const { choice, updateChoice } = useConverterChoice()
  const errors = findConverterErrors(choice)
  return (
    <Main title={SCREENS.converter.title}>
      <ScreenHead title={CONVERTER} intro={CONVERTER_INTRO} className="pt-8 pb-5">
        <SimulatedMark kind="market" className="justify-self-start" />
      </ScreenHead>
      <div className="grid12 gap-y-8">
        <ConverterForm
          className="sm:col-span-6 lg:col-span-5"
          choice={choice}
          errors={errors}
          onChange={updateChoice}
        />
        <ConverterResult
          className="sm:col-[7/-1] lg:col-[7/-1]"
          choice={choice}
          hasDateError={errors.date !== null}
          delay={delay}
        />
      </div>
    </Main>
  )
}
