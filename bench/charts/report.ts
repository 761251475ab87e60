import { best, type Figures, MEASURES, type Measure, type Verdict } from '#bench/charts/verdicts.ts'

/** A library at one size. */
export interface Row {
  readonly library: string
  readonly figures: Figures
  /** The slowest twentieth of the zoom frames begins here, ms. */
  readonly slowZoom: number
  /** What is put off until the first drawing is on screen, ms. */
  readonly postponed: number
  /** How many times stand behind the medians of the first drawing, of an append and of a frame. */
  readonly times: readonly [first: number, append: number, zoom: number]
}

const TITLES: Readonly<Record<Measure, string>> = {
  cold: 'first cold',
  first: 'first warm',
  append: 'append',
  zoom: 'zoom',
  memory: 'MB',
}

const digits = (value: number) => (value >= 100 ? 0 : value >= 10 ? 1 : 2)
const cell = (text: string) => text.padStart(12)
const number = (value: number) => cell(Number.isFinite(value) ? value.toFixed(digits(value)) : '–')

/** All libraries at one size, ours with its ratio to the best of the peers below it. */
export function table(size: number, rows: readonly Row[], peers: readonly Row[], ours: Row): string {
  const head = ['zoom p95', 'put off', 'times']
  const titles = [...MEASURES.map((measure) => TITLES[measure]), ...head].map(cell).join('')
  const lines = rows.map(({ library, figures, slowZoom, postponed, times }) => {
    const cells = [...MEASURES.map((measure) => number(figures[measure])), number(slowZoom), number(postponed)]
    return `  ${library.padEnd(30)}${cells.join('')}${cell(times.join('/'))}`
  })
  const ratios = MEASURES.map((measure) => {
    const least = best(
      peers.map(({ figures }) => figures),
      measure,
    )
    return number(ours.figures[measure] / least)
  })
  return [
    `${size.toLocaleString('en')} points`.padEnd(32) + titles,
    ...lines,
    `  ${'ours / best peer'.padEnd(30)}${ratios.join('')}`,
  ].join('\n')
}

const AGAINST = { peers: '× the best peer', floor: '× the floor', ms: 'ms' }

export function line({ bar, size, reached, passed }: Verdict): string {
  const verdict = passed ? 'PASS' : `short by ${((reached / bar.most - 1) * 100).toFixed(0)} %`
  const claim = `${bar.measure} ≤ ${bar.most} ${AGAINST[bar.against]}`
  return `  ${size.toLocaleString('en').padStart(9)}  ${claim.padEnd(34)}${reached.toFixed(2).padStart(6)}  ${verdict}`
}
