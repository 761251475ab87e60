import type { ReactNode } from 'react'

export type LegendSample = 'line' | 'bars' | 'baseline'

interface Props {
  readonly entries: readonly { readonly sample: LegendSample; readonly label: string }[]
}

const SAMPLES: Record<LegendSample, ReactNode> = {
  line: <path className="chart-legend-line" d="M0 4H22" />,
  bars: <path className="chart-legend-bars" d="M4 0h4v8H4zM10 3h4v5h-4z" />,
  baseline: <path className="chart-legend-baseline" d="M0 4H22" />,
}

/** What the chart's marks stand for. It needs nothing of the chart's chunk, so it can stand in the page before it. */
export function ChartLegend({ entries }: Props) {
  return (
    <ul className="chart-legend">
      {entries.map(({ sample, label }) => (
        <li key={sample}>
          <svg className="chart-legend-sample" viewBox="0 0 22 8" aria-hidden="true">
            {SAMPLES[sample]}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}
