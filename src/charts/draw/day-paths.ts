import { BAR_MS, type DayLayout, PICTURE_HEIGHT, visitPoints } from '#src/charts/draw/day-layout.ts'
import { toPixel } from '#src/charts/draw/paint.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

/** Width of a column with at most four points, in picture units: about 2 px of a large screen. */
const COLUMN_WIDTH = 3
/** Width of a bar as a share of its slot. */
const BAR_SHARE = 0.8

const { round } = Math

/** A point in units of the picture. */
export interface PathPoint {
  readonly x: number
  readonly y: number
}

/**
 * Returns the first, lowest, highest and last point of a column. Their lines cover the others.
 */
const toExtremePoints = (points: readonly PathPoint[]): readonly PathPoint[] => {
  if (points.length <= 4) return points
  const ys = points.map(({ y }) => y)
  const x = points[0]?.x ?? 0
  return [points[0], { x, y: Math.min(...ys) }, { x, y: Math.max(...ys) }, points.at(-1)].flatMap(
    (point) => point ?? [],
  )
}

/** Returns the points of the line, reduced to the columns of the picture. */
export function toPoints(series: ChartSeries, { x, y }: DayLayout): readonly PathPoint[] {
  const columns = new Map<number, PathPoint[]>()
  visitPoints(series, (at, price) => {
    const column = COLUMN_WIDTH * round(toPixel(x, at) / COLUMN_WIDTH)
    const points = columns.get(column)
    const point = { x: column, y: round(toPixel(y, price)) }
    if (points) points.push(point)
    else columns.set(column, [point])
  })
  return [...columns.values()].flatMap(toExtremePoints)
}

/** Returns the points after the first as relative SVG coordinates, which have fewer characters. */
const toSteps = (points: readonly PathPoint[]) =>
  points
    .slice(1)
    .map(({ x, y }, i) => `${i === 0 ? 'l' : ' '}${x - (points[i]?.x ?? 0)} ${y - (points[i]?.y ?? 0)}`)
    .join('')
    .replaceAll(' -', '-')

/** Returns the line as a path. */
export const toLinePath = (points: readonly PathPoint[]) => `M${points[0]?.x} ${points[0]?.y}${toSteps(points)}`

/** Returns the area between the line and the baseline. */
export const toAreaPath = (points: readonly PathPoint[], level: number) =>
  `M${points[0]?.x} ${level}V${points[0]?.y}${toSteps(points)}V${level}Z`

/** Returns the bars as one path. */
export function toBarsPath({ sums, x, bars }: DayLayout): string {
  const slot = BAR_MS * x.factor
  const width = round(slot * BAR_SHARE)
  return sums
    .map((sum, index) => {
      const left = round((index + 0.5) * slot - width / 2)
      const top = Math.min(PICTURE_HEIGHT - 4, round(toPixel(bars, sum)))
      return sum > 0 ? `M${left} ${PICTURE_HEIGHT}V${top}h${width}V${PICTURE_HEIGHT}Z` : ''
    })
    .join('')
}
