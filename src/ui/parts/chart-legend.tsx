interface KeyProps {
  /** Colour and stroke. */
  readonly className: string
  readonly path: string
  readonly text: string
}

/** A sample of a line or bar with its label. */
export const Key = ({ className, path, text }: KeyProps) => (
  <li>
    <svg viewBox="0 0 22 8" aria-hidden="true">
      <path className={className} d={path} />
    </svg>
    {text}
  </li>
)

interface Props {
  /** Name of the TRM line, null without the line. */
  readonly trm: string | null
}

/** The legend of a price chart. */
export const ChartLegend = ({ trm }: Props) => (
  <ul className="legend">
    <Key className="legend-line" path="M0 4H22" text="Precio" />
    <Key className="legend-bars" path="M4 0h4v8H4zM10 3h4v5h-4z" text="Monto" />
    {trm !== null && <Key className="legend-horizon" path="M0 4H22" text={trm} />}
  </ul>
)
