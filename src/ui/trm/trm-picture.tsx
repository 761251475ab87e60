/** Width and height of the view box, which stretches to the size of the element. */
const SIZE = 1_000

/** Returns the path of a line; each value is in the middle of its slot. */
function toPath(values: Float64Array): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const slot = SIZE / values.length
  const scale = high > low ? SIZE / (high - low) : 0
  const points = Array.from(
    values,
    (value, i) => `${Math.round((i + 0.5) * slot)} ${Math.round((high - value) * scale)}`,
  )
  return `M${points.join('L')}`
}

interface Props {
  readonly name: string
  readonly values: Float64Array
  /** Describes the line in one sentence. */
  readonly summary: string
}

/** The history of the TRM as an SVG, with the layout of the TRM chart. */
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
