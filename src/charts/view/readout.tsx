import { memo } from 'react'

import type { Reading, ReadingRow } from '#src/charts/data/readings.ts'

interface Props {
  /** Null without a point, and on wide screens, which show the tooltip. */
  readonly reading: Reading | null
  /** Reserves the height of the second line, even without a point. */
  readonly hasSecondaryRows: boolean
}

const SecondaryRow = ({ label, text, secondary }: ReadingRow) => (
  <span className="chart-named">
    <span className={secondary === 'label' ? undefined : `chart-sample chart-${secondary}`}>{label}</span>
    <b>{text}</b>
  </span>
)

/** The tooltip of narrow screens: lines above the plot, where a finger does not cover them. */
export const Readout = memo(function Readout({ reading, hasSecondaryRows }: Props) {
  const text = reading?.toText()
  const firstLine = text?.rows.filter((row) => !row.secondary) ?? []
  const secondLine = text?.rows.filter((row) => row.secondary) ?? []
  return (
    <div className="chart-readout" aria-hidden="true">
      <p>
        {text && <span>{text.title}</span>}
        {firstLine.map((row, index) =>
          index === 0 ? <b key={row.label}>{row.text}</b> : <span key={row.label}>{row.text}</span>,
        )}
      </p>
      {hasSecondaryRows && (
        <p>
          {secondLine.map((row) => (
            <SecondaryRow key={row.label} {...row} />
          ))}
        </p>
      )}
    </div>
  )
})
