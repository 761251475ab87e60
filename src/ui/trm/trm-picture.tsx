/** Size of the view box. It stretches to the size of the element. */
const SIZE = 1_000

const round = (value: number) => Math.round(value)

/** The values as a line, each in the middle of its slot. */
function toPath(values: Float64Array): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const slot = SIZE / values.length
  const height = high > low ? SIZE / (high - low) : 0
  const points = Array.from(values, (value, i) => `${round((i + 0.5) * slot)} ${round((high - value) * height)}`)
  return `M${points.join('L')}`
}

interface Props {
  readonly name: string
  readonly values: Float64Array
  /** What the line shows, as one sentence. */
  readonly summary: string
}

/** The TRM over time as an SVG, with the layout of its chart. */
export const TrmPicture = ({ name, values, summary }: Props) => (
  <figure className="chart chart-picture" aria-label={name}>
    <div className="chart-readout" aria-hidden="true">
      <p />
    </div>
    <div className="chart-box">
      <svg className="chart-picture-plot" viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="picture-line" d={toPath(values)} />
        <path className="picture-base" d={`M0 ${SIZE}H${SIZE}`} />
      </svg>
    </div>
    <div className="chart-range" />
    <figcaption className="chart-summary">{summary}</figcaption>
    <div className="chart-table" />
  </figure>
)
