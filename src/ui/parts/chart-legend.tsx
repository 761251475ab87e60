interface Props {
  /** Which TRM the horizon is. */
  readonly trm: string
}

/** What the marks of a price chart stand for. */
export const ChartLegend = ({ trm }: Props) => (
  <ul className="legend">
    <li>
      <svg viewBox="0 0 22 8" aria-hidden="true">
        <path className="line" d="M0 4H22" />
      </svg>
      Precio
    </li>
    <li>
      <svg viewBox="0 0 22 8" aria-hidden="true">
        <path className="bars" d="M4 0h4v8H4zM10 3h4v5h-4z" />
      </svg>
      Monto
    </li>
    <li>
      <svg viewBox="0 0 22 8" aria-hidden="true">
        <path className="horizon" d="M0 4H22" />
      </svg>
      {trm}
    </li>
  </ul>
)
