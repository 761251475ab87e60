interface LegendItemProps {
  /** Sets the colour and the stroke of the sample. */
  readonly className: string
  readonly path: string
  readonly text: string
}

/** A sample of a line or bar with its label. */
export const LegendItem = ({ className, path, text }: LegendItemProps) => (
  <li>
    <svg viewBox="0 0 22 8" aria-hidden="true">
      <path className={className} d={path} />
    </svg>
    {text}
  </li>
)

interface Props {
  /** Name of the TRM line; null if the chart has no TRM line. */
  readonly trm: string | null
}

/** The legend of a price chart. */
export const ChartLegend = ({ trm }: Props) => (
  <ul className="legend">
    <LegendItem className="legend-line" path="M0 4H22" text="Precio" />
    <LegendItem className="legend-bars" path="M4 0h4v8H4zM10 3h4v5h-4z" text="Monto" />
    {trm !== null && <LegendItem className="legend-horizon" path="M0 4H22" text={trm} />}
  </ul>
)
