import type { ReactNode } from 'react'

import { MISSING } from '#src/domain/money.ts'
import { Missing } from '#src/ui/parts/figures.tsx'
import '#src/ui/styles/imc-figures.css'

export interface ImcFigure {
  readonly name: string
  /** The formatted figure; null while it loads. */
  readonly text: string | null
  /** The symbol before the figure: `$`. */
  readonly currency?: string
  readonly unit?: string
}

function renderFigure({ text, currency, unit }: ImcFigure): ReactNode {
  if (text === null) return <span className="skeleton h-4.5 w-16" aria-hidden="true" />
  if (text === MISSING) return <Missing />
  return (
    <>
      {currency && <span className="fig-currency">{currency}</span>}
      {text}
      {unit && <span className="fig-unit">{unit}</span>}
    </>
  )
}

/** The totals of a screen, side by side below its header. */
export const ImcFigures = ({ figures }: { readonly figures: readonly ImcFigure[] }) => (
  <dl className="imc-figures">
    {figures.map((figure) => (
      <div key={figure.name}>
        <dt>{figure.name}</dt>
        <dd className="fig sm">{renderFigure(figure)}</dd>
      </div>
    ))}
  </dl>
)
