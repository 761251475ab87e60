import { type Draw, type Drawing, SIZE, type Subject } from '#bench/charts/picture.ts'
import { inkOf, time } from '#bench/charts/stopwatch.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** All times of one page, ms. */
export interface Times {
  /** The very first drawing of the page: nothing is compiled yet. */
  readonly cold: readonly number[]
  readonly first: readonly number[]
  readonly append: readonly number[]
  readonly zoom: readonly number[]
  /** What is put off until the first drawing is on screen. */
  readonly postponed: readonly number[]
}

export interface Trial {
  /** Draws, appends and zooms again and again; every part ends when it has taken `patience` ms. */
  run(count: number, patience: number): Promise<Times>
  /** Draws and appends once, and leaves everything there to be weighed. */
  hold(count: number): Promise<{ readonly ink: number }>
}

declare global {
  interface Window {
    trial: Trial
  }
}

/** Drawings, appends and frames that only warm up, and those that count. */
const FIRST = { warm: 2, counted: 3 }
const APPEND = { warm: 8, counted: 6 }
const ZOOM = { warm: 20, counted: 20 }

/** Zooms in from everything to a fiftieth, then pans along with a tenth in view. */
function frame(turn: number, turns: number, { from, to }: Span): Span {
  const half = turns / 2
  const zooming = turn < half
  const part = zooming ? 0.02 ** (turn / half) : 0.1
  const middle = zooming ? 0.6 : 0.2 + (0.6 * (turn - half)) / half
  const length = to - from
  return {
    from: from + Math.max(0, middle - part / 2) * length,
    to: from + Math.min(1, middle + part / 2) * length,
  }
}

/** Times of `turn(0)`, `turn(1)`, … without the warm-up, unless patience ended before. */
async function repeat(
  { warm, counted }: { readonly warm: number; readonly counted: number },
  patience: number,
  turn: (index: number) => Promise<number>,
): Promise<readonly number[]> {
  const times: number[] = []
  const begun = performance.now()
  for (let i = 0; i < warm + counted && performance.now() - begun < patience; i++) times.push(await turn(i))
  return times.length > warm ? times.slice(warm) : times.slice(-1)
}

function freshElement(): HTMLElement {
  const element = document.createElement('div')
  element.style.width = `${SIZE.width}px`
  element.style.height = `${SIZE.height}px`
  document.body.replaceChildren(element)
  return element
}

/** Makes the page ready to try `draw` on what `subjectOf` makes. */
export function offer<Series extends { readonly x: Float64Array }>(
  draw: Draw<Series>,
  subjectOf: (count: number) => Subject<Series>,
): void {
  const spanOf = ({ x }: Series): Span => ({ from: x[0] ?? 0, to: x.at(-1) ?? 1 })

  async function drawn(series: Series) {
    const element = freshElement()
    await window.realFrames(2)
    const made: Drawing<Series>[] = []
    const took = await time(element, () => made.push(draw(element, series)))
    const [drawing] = made
    if (!drawing) throw new Error('nothing was drawn')
    return { element, drawing, took }
  }

  async function afterwards({ element, drawing }: Awaited<ReturnType<typeof drawn>>): Promise<number> {
    const took = drawing.postponed ? await time(element, drawing.postponed) : 0
    await window.realFrames(2)
    return took
  }

  window.trial = {
    async run(count, patience) {
      const subject = subjectOf(count)
      const series = subject.first(count)
      let current = await drawn(series)
      const cold = [current.took]
      const postponed = [await afterwards(current)]
      const first = await repeat(FIRST, patience, async () => {
        current.drawing.destroy()
        current = await drawn(series)
        postponed.push(await afterwards(current))
        return current.took
      })
      const { element, drawing } = current
      let last = series
      const append = await repeat(APPEND, patience, (turn) => {
        last = subject.first(count + 1 + turn)
        return time(element, () => drawing.append(last))
      })
      const turns = ZOOM.counted
      const zoom = await repeat(ZOOM, patience, (turn) =>
        time(element, () => drawing.zoom(frame(turn % turns, turns, spanOf(last)))),
      )
      drawing.destroy()
      return { cold, first, append, zoom, postponed }
    },
    async hold(count) {
      const subject = subjectOf(count)
      const current = await drawn(subject.first(count))
      await afterwards(current)
      const ink = inkOf(current.element)
      const series = subject.first(count + 1)
      await time(current.element, () => current.drawing.append(series))
      await window.realFrames(2)
      Object.assign(window, { held: { subject, series, current } })
      return { ink }
    },
  }
}
