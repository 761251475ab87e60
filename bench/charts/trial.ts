import { type DataSource, type Draw, type Drawing, SIZE } from '#bench/charts/picture.ts'
import { countInk, measureTime } from '#bench/charts/stopwatch.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** Times of one page, ms. */
export interface Times {
  /** The first drawing of the page: no code is compiled yet. */
  readonly cold: readonly number[]
  /** Later drawings in new elements, after a warm-up. */
  readonly first: readonly number[]
  readonly append: readonly number[]
  readonly zoom: readonly number[]
  /** Work postponed by each drawing of `cold` and `first`. */
  readonly postponed: readonly number[]
}

export interface Trial {
  /** Draws, appends and zooms repeatedly. Each part ends after `limit` ms. */
  run(count: number, limit: number): Promise<Times>
  /** Draws and appends once, and retains everything in memory for the measurement. */
  draw(count: number): Promise<{ readonly ink: number }>
}

declare global {
  interface Window {
    trial: Trial
  }
}

/** Numbers of warm-up turns and of measured turns. */
const FIRST = { warm: 2, counted: 3 }
const APPEND = { warm: 8, counted: 6 }
const ZOOM = { warm: 20, counted: 20 }

/**
 * Returns the view of a turn. The first half of the turns zooms in to a fiftieth of the span. The
 * second half pans a view of a tenth.
 */
function toView(turn: number, turns: number, { from, to }: Span): Span {
  const half = turns / 2
  const isZooming = turn < half
  const part = isZooming ? 0.02 ** (turn / half) : 0.1
  const middle = isZooming ? 0.6 : 0.2 + (0.6 * (turn - half)) / half
  const length = to - from
  return {
    from: from + Math.max(0, middle - part / 2) * length,
    to: from + Math.min(1, middle + part / 2) * length,
  }
}

/**
 * Returns the times of `turn(0)`, `turn(1)`, … after the warm-up; only the last time if the limit
 * ends the warm-up.
 */
async function repeat(
  { warm, counted }: { readonly warm: number; readonly counted: number },
  limit: number,
  turn: (index: number) => Promise<number>,
): Promise<readonly number[]> {
  const times: number[] = []
  const startedAt = performance.now()
  for (let i = 0; i < warm + counted && performance.now() - startedAt < limit; i++) times.push(await turn(i))
  return times.length > warm ? times.slice(warm) : times.slice(-1)
}

function replaceElement(): HTMLElement {
  const element = document.createElement('div')
  element.style.width = `${SIZE.width}px`
  element.style.height = `${SIZE.height}px`
  document.body.replaceChildren(element)
  return element
}

/** Installs `window.trial`, which measures `draw` with the data of `createSource`. */
export function registerTrial<Series extends { readonly x: Float64Array }>(
  draw: Draw<Series>,
  createSource: (count: number) => DataSource<Series>,
): void {
  const toSpan = ({ x }: Series): Span => ({ from: x[0] ?? 0, to: x.at(-1) ?? 1 })

  async function drawNew(series: Series) {
    const element = replaceElement()
    await window.waitForFrames(2)
    const drawings: Drawing<Series>[] = []
    const duration = await measureTime(element, () => {
      const created = draw(element, series)
      drawings.push(created)
      return created.drawn
    })
    const [drawing] = drawings
    if (!drawing) throw new Error('nothing was drawn')
    return { element, drawing, duration }
  }

  async function runPostponed({ element, drawing }: Awaited<ReturnType<typeof drawNew>>): Promise<number> {
    const duration = drawing.postponed ? await measureTime(element, drawing.postponed) : 0
    await window.waitForFrames(2)
    return duration
  }

  window.trial = {
    async run(count, limit) {
      const source = createSource(count)
      const series = source.first(count)
      let current = await drawNew(series)
      const cold = [current.duration]
      const postponed = [await runPostponed(current)]
      const first = await repeat(FIRST, limit, async () => {
        current.drawing.destroy()
        current = await drawNew(series)
        postponed.push(await runPostponed(current))
        return current.duration
      })
      const { element, drawing } = current
      let last = series
      const append = await repeat(APPEND, limit, (turn) => {
        last = source.first(count + 1 + turn)
        return measureTime(element, () => drawing.append(last))
      })
      const turns = ZOOM.counted
      const zoom = await repeat(ZOOM, limit, (turn) =>
        measureTime(element, () => drawing.zoom(toView(turn % turns, turns, toSpan(last)))),
      )
      drawing.destroy()
      return { cold, first, append, zoom, postponed }
    },
    async draw(count) {
      const source = createSource(count)
      const current = await drawNew(source.first(count))
      await runPostponed(current)
      const ink = countInk(current.element)
      const series = source.first(count + 1)
      await measureTime(current.element, () => current.drawing.append(series))
      await window.waitForFrames(2)
      Object.assign(window, { retained: { source, series, current } })
      return { ink }
    },
  }
}
