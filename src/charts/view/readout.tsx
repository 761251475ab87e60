import type { Reading, ReadingRow } from '#src/charts/data/readings.ts'

interface Props {
  readonly reading: Reading | null
  /** Whether there is a second line, so that its room is kept when there is no point. */
  readonly further: boolean
}

const Further = ({ label, text, further }: ReadingRow) =>
  further === 'label' ? (
    <span>
      {label} <b>{text}</b>
    </span>
  ) : (
    <span className={`chart-sample chart-${further}`}>
      <b>{text}</b>
    </span>
  )

/** The tooltip of narrow screens: a row above the plot, which a finger does not cover. Its room is kept when there is no point. */
export function Readout({ reading, further }: Props) {
  const first = reading?.rows.filter((row) => !row.further) ?? []
  const second = reading?.rows.filter((row) => row.further) ?? []
  return (
    <div className={further ? 'chart-readout chart-further' : 'chart-readout'} aria-hidden="true">
      <p>
        {reading && <span>{reading.title}</span>}
        {first.map((row, index) =>
          index === 0 ? <b key={row.label}>{row.text}</b> : <span key={row.label}>{row.text}</span>,
        )}
      </p>
      {further && (
        <p>
          {second.map((row) => (
            <Further key={row.label} {...row} />
          ))}
        </p>
      )}
    </div>
  )
}
