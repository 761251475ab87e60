import { type Figures, findLowest, type GoalResult, MEASURES, type Measure } from '#bench/charts/goals.ts'

/** The figures of one page at one size. */
export interface Row {
  readonly page: string
  readonly figures: Figures
  /** 95th percentile of the zoom frames, ms. */
  readonly slowZoom: number
  /** Time of the work that a drawing postpones, ms. */
  readonly postponed: number
  /** Number of measured first drawings, appends and zoom frames. */
  readonly counts: readonly [first: number, append: number, zoom: number]
}

/** Pages that our figures are compared with. */
export interface Reference {
  readonly name: string
  readonly rows: readonly Row[]
}

const TITLES: Readonly<Record<Measure, string>> = {
  cold: 'first cold',
  first: 'first warm',
  append: 'append',
  zoom: 'zoom',
  memory: 'MB cold',
  warmMemory: 'MB warm',
}

const NAME_WIDTH = 36
const countDecimals = (value: number) => (value >= 100 ? 0 : value >= 10 ? 1 : 2)
const formatCell = (text: string) => text.padStart(12)
const formatNumber = (value: number) => formatCell(Number.isFinite(value) ? value.toFixed(countDecimals(value)) : '–')

/** Formats all pages at one size, then our ratio to the lowest figure of each reference. */
export function formatTable(size: number, rows: readonly Row[], ours: Row, references: readonly Reference[]): string {
  const titles = [...MEASURES.map((measure) => TITLES[measure]), 'zoom p95', 'postponed', 'counts']
  const lines = rows.map(({ page, figures, slowZoom, postponed, counts }) => {
    const numbers = [...MEASURES.map((measure) => figures[measure]), slowZoom, postponed].map(formatNumber)
    return `  ${page.padEnd(NAME_WIDTH)}${numbers.join('')}${formatCell(counts.join('/'))}`
  })
  const ratios = references.map(({ name, rows: others }) => {
    const allFigures = others.map(({ figures }) => figures)
    const numbers = MEASURES.map((measure) => formatNumber(ours.figures[measure] / findLowest(allFigures, measure)))
    return `  ${`${ours.page} / ${name}`.padEnd(NAME_WIDTH)}${numbers.join('')}`
  })
  const head = `${size.toLocaleString('en')} points`.padEnd(NAME_WIDTH + 2) + titles.map(formatCell).join('')
  return [head, ...lines, ...ratios].join('\n')
}

const UNITS = { 'best library': '× the best library', 'bare canvas': '× the bare canvas', none: 'ms' }

export function formatResult({ goal, size, measured, passed }: GoalResult): string {
  const outcome = passed ? 'PASS' : `FAIL by ${((measured / goal.max - 1) * 100).toFixed(0)} %`
  const text = `${goal.measure} ≤ ${goal.max} ${UNITS[goal.baseline]}`
  return `  ${size.toLocaleString('en').padStart(9)}  ${text.padEnd(34)}${measured.toFixed(2).padStart(6)}  ${outcome}`
}
