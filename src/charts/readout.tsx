import type { ChartFormats, ChartPoint } from '#src/charts/chart-props.ts'

interface Props {
  readonly point: ChartPoint | null
  readonly formats: ChartFormats
}

/** The tooltip of narrow screens: a row above the plot, which a finger does not cover. Its room is kept when there is no point. */
export function Readout({ point, formats }: Props) {
  return (
    <p className="chart-readout" aria-hidden="true">
      {point && (
        <>
          <span>{formats.x(point.x)}</span>
          <b>{formats.lineLong(point.line)}</b>
          <span>{formats.barLong(point.bar)}</span>
        </>
      )}
    </p>
  )
}
