const LINE = 'M0 4H22'
const CANDLE = 'M11-2V0M11 8v2M7 0h8v8H7z'

/** The samples of the lines, bars and candles of a chart. */
const SAMPLES = {
  price: { className: 'stroke-chart-price', d: LINE, strokeWidth: 1.75 },
  bars: { className: 'fill-chart-amount', d: 'M4 0h4v8H4zM10 3h4v5h-4z' },
  horizon: { className: 'stroke-ink-soft', d: LINE, strokeDasharray: '1 3' },
  short: { className: 'stroke-chart-avg-a', d: LINE, strokeWidth: 1.5, strokeDasharray: '6 3' },
  long: { className: 'stroke-chart-avg-b', d: LINE, strokeWidth: 1.5, strokeDasharray: '2 3' },
  middle: { className: 'stroke-ink-soft', d: LINE, strokeWidth: 1.25 },
  band: {
    className: 'fill-chart-band stroke-chart-band-line',
    d: 'M0 0H22V8H0z',
    strokeWidth: 1.25,
    strokeDasharray: '4 3',
  },
  simple: { className: 'stroke-chart-simple', d: LINE, strokeWidth: 1.5, strokeDasharray: '10 3' },
  exponential: { className: 'stroke-chart-exponential', d: LINE, strokeWidth: 1.5, strokeDasharray: '8 3 2 3' },
  bands: { className: 'stroke-chart-band-line', d: LINE, strokeWidth: 1.25, strokeDasharray: '4 2 1 2' },
  trm: { className: 'fill-none stroke-ink-soft', d: 'M0 8H11V0H22', strokeWidth: 1.5, strokeDasharray: '1 3' },
  previous: { className: 'stroke-muted', d: LINE, strokeWidth: 1.25, strokeDasharray: '5 2 1 2' },
  other: { className: 'stroke-chart-avg-a', d: LINE, strokeWidth: 1.5, strokeDasharray: '12 4' },
  date: { className: 'stroke-chart-avg-b', d: LINE, strokeWidth: 1.25, strokeDasharray: '3 3' },
  index: { className: 'stroke-chart-index', d: LINE, strokeWidth: 1.5 },
  rise: { className: 'fill-surface stroke-up', d: CANDLE },
  fall: { className: 'fill-down stroke-down', d: CANDLE },
} as const

export type LegendItem = readonly [sample: keyof typeof SAMPLES, text: string]

/** Explains the parts of a chart. */
export const Legend = ({ items }: { readonly items: readonly LegendItem[] }) => (
  <ul className="flex flex-wrap gap-x-4.5 gap-y-1 text-xs text-muted">
    {items.map(([sample, text]) => (
      <li key={sample} className="flex items-center gap-1.75">
        <svg className="overflow-visible" width={22} height={8} viewBox="0 0 22 8" aria-hidden="true">
          <path {...SAMPLES[sample]} />
        </svg>
        {text}
      </li>
    ))}
  </ul>
)

/** The items of a price chart; `trm` is the name of the TRM line, null if there is none. */
export const toPriceItems = (trm: string | null): readonly LegendItem[] => [
  ['price', 'Precio'],
  ['bars', 'Monto'],
  ...(trm === null ? [] : [['horizon', trm] as const]),
]

interface Props {
  /** Name of the TRM line; null if the chart has no TRM line. */
  readonly trm: string | null
}

/** The legend of a price chart. */
export const ChartLegend = ({ trm }: Props) => <Legend items={toPriceItems(trm)} />
