/**
 * Compares our charts with chart libraries. Each round opens every page anew in a headless Chromium
 * and draws the same data, so that the load of the machine affects all pages alike. The figures are
 * medians of one run.
 *
 * `npm run bench:charts` runs everything and writes bench/results/charts.json. `npm run
 * bench:charts -- --only component --rounds 5` compares the component with the bare plot in a few
 * minutes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'

import {
  CANDLE_GOALS,
  COMPONENT_GOALS,
  checkGoals,
  type Goal,
  type GoalResult,
  LINE_GOALS,
  STUDY_GOALS,
} from '#bench/charts/goals.ts'
import { formatResult, formatTable, type Reference, type Row } from '#bench/charts/report.ts'
import { buildPages, readPackageVersion, servePages, toAddress } from '#bench/charts/site.ts'
import type { Times } from '#bench/charts/trial.ts'
import { median, percentile } from '#bench/percentile.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { readCommandLine, readCount, refuseCommandLine } from '../../tools/command-line.mjs'

/** Pages of bench/charts/pages that are compared, and the lengths of the series, in points. */
interface Contest {
  readonly name: string
  readonly sizes: readonly number[]
  readonly goals: readonly Goal[]
  readonly ours: string
  readonly libraries: readonly string[]
  readonly bareCanvas: string | null
  /** Pages that are measured and printed, without goals. */
  readonly extra: readonly string[]
}

const LINE_SIZES = [2_000, 20_000, 200_000, 1_000_000]

const CONTESTS: readonly Contest[] = [
  {
    name: 'line and bars',
    sizes: LINE_SIZES,
    goals: LINE_GOALS,
    ours: 'ours',
    libraries: ['uplot', 'lightweight-charts', 'echarts'],
    bareCanvas: 'bare-canvas',
    extra: ['uplot-line'],
  },
  {
    name: 'overlays and indicators',
    sizes: [200_000],
    goals: STUDY_GOALS,
    ours: 'ours-studies',
    // uPlot has no bars here: the times are a lower limit for uPlot with bars.
    libraries: ['uplot-studies', 'lightweight-studies'],
    bareCanvas: null,
    extra: [],
  },
  {
    name: 'component',
    sizes: LINE_SIZES,
    goals: COMPONENT_GOALS,
    ours: 'ours-component',
    // uPlot uses the least memory of the libraries. With bars it needs minutes for a million
    // points, so this contest compares with uPlot without bars.
    libraries: ['uplot-line'],
    bareCanvas: 'bare-canvas',
    extra: ['ours'],
  },
  {
    name: 'candles',
    sizes: [250, 5_000, 50_000],
    goals: CANDLE_GOALS,
    ours: 'ours-candles',
    libraries: ['lightweight-candles'],
    bareCanvas: null,
    extra: [],
  },
]

const { values: options } = readCommandLine({
  options: {
    rounds: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
    sizes: { type: 'string', default: '' },
    pages: { type: 'string', default: '' },
  },
})
const ROUNDS = readCount('rounds', options.rounds)
const parseList = (text: string) => (text === '' ? null : text.split(','))
const SIZES = parseList(options.sizes)?.map((size) => readCount('sizes', size)) ?? null
const SELECTED_CONTESTS = CONTESTS.filter(({ name }) => name.includes(options.only))
if (SELECTED_CONTESTS.length === 0) refuseCommandLine(`--only ${options.only}: no contest has this text in its name`)
/** A few rounds are enough, because memory differs only by a few KB between rounds. */
const MEMORY_ROUNDS = Math.min(3, ROUNDS)
/**
 * Time limits in ms: `part` for each part of `window.trial.run`, `page` for all rounds of a page at
 * one size. After it, the page gets no further round.
 */
const LIMITS = { part: 1_000, page: 60_000 }
const MEGABYTE = 2 ** 20

interface Measurements {
  readonly times: Record<keyof Times, number[]>
  readonly memory: number[]
  readonly warmMemory: number[]
  /** Time spent on the page, ms. */
  spentMs: number
}

/** A page of a contest at one size. */
interface Entry {
  readonly page: string
  readonly size: number
  readonly measurements: Measurements
}

/** The HTML of each page, by name. */
type Pages = ReadonlyMap<string, string>

async function openPage(browser: Browser, pages: Pages, name: string) {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } })
  await servePages(context, pages)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(toAddress(name))
  await page.waitForFunction(() => 'trial' in window)
  return {
    page,
    async close() {
      await context.close()
      if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`)
    },
  }
}

/** Returns the memory of objects and typed arrays after a garbage collection, MB. */
async function readMemory(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  for (let i = 0; i < 3; i++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return (usedSize + backingStorageSize) / MEGABYTE
}

async function measureTimes(browser: Browser, pages: Pages, { page: name, size, measurements }: Entry): Promise<void> {
  const startedAt = performance.now()
  const { page, close } = await openPage(browser, pages, name)
  const times = await page.evaluate((args) => window.trial.run(...args), [size, LIMITS.part] as const)
  await close()
  for (const key of Object.keys(measurements.times) as (keyof Times)[]) measurements.times[key].push(...times[key])
  measurements.spentMs += performance.now() - startedAt
}

/** Length of the series that is drawn before `warmMemory` is measured, to compile the code. */
const WARM_UP_POINTS = 2_000

/** Measures how much memory the data and its drawing add to the page. */
async function measureMemory(
  browser: Browser,
  pages: Pages,
  { page: name, size, measurements }: Entry,
  measure: 'memory' | 'warmMemory',
): Promise<void> {
  const startedAt = performance.now()
  const { page, close } = await openPage(browser, pages, name)
  if (measure === 'warmMemory')
    await page.evaluate((args) => window.trial.run(...args), [WARM_UP_POINTS, LIMITS.part] as const)
  const before = await readMemory(page)
  const { ink } = await page.evaluate((count) => window.trial.draw(count), size)
  if (ink < 2_000) throw new Error(`${name} drew almost nothing of ${size} points`)
  measurements[measure].push((await readMemory(page)) - before)
  await close()
  measurements.spentMs += performance.now() - startedAt
}

const createMeasurements = (): Measurements => ({
  times: { cold: [], first: [], append: [], zoom: [], postponed: [] },
  memory: [],
  warmMemory: [],
  spentMs: 0,
})

function toRow({ page, measurements: { times, memory, warmMemory } }: Entry): Row {
  return {
    page,
    figures: {
      cold: median(times.cold),
      first: median(times.first),
      append: median(times.append),
      zoom: median(times.zoom),
      memory: median(memory),
      warmMemory: median(warmMemory),
    },
    slowZoom: percentile(times.zoom, 0.95),
    postponed: median(times.postponed),
    counts: [times.first.length, times.append.length, times.zoom.length],
  }
}

const listPageNames = ({ ours, bareCanvas, libraries, extra }: Contest) =>
  [ours, ...(bareCanvas ? [bareCanvas] : []), ...extra, ...libraries].filter(
    (page) => parseList(options.pages)?.includes(page) ?? true,
  )

const toEntries = (contest: Contest): readonly Entry[] =>
  (SIZES ?? contest.sizes).flatMap((size) =>
    listPageNames(contest).map((page) => ({ size, page, measurements: createMeasurements() })),
  )

async function runContest(contest: Contest, browser: Browser, pages: Pages) {
  const entries = toEntries(contest)
  for (let round = 0; round < ROUNDS; round++) {
    for (const entry of entries.filter(({ measurements }) => measurements.spentMs < LIMITS.page)) {
      await measureTimes(browser, pages, entry)
      if (round < MEMORY_ROUNDS) {
        await measureMemory(browser, pages, entry, 'memory')
        await measureMemory(browser, pages, entry, 'warmMemory')
      }
    }
    process.stderr.write(
      `${contest.name}: round ${round + 1} of ${ROUNDS}, ${formatMinutesSince(benchStartedAt)} minutes\n`,
    )
  }
  return entries
}

function toGoalResults(contest: Contest, size: number, rows: readonly Row[]): readonly GoalResult[] {
  const findFigures = (page: string) => rows.filter((row) => row.page === page).map(({ figures }) => figures)
  const [ours] = findFigures(contest.ours)
  const [bareCanvas = null] = contest.bareCanvas ? findFigures(contest.bareCanvas) : []
  if (!ours) return []
  return checkGoals(contest.goals, size, { ours, bareCanvas, libraries: contest.libraries.flatMap(findFigures) })
}

function toReferences({ libraries, bareCanvas, extra }: Contest, rows: readonly Row[]): readonly Reference[] {
  const createReference = (name: string, pages: readonly string[]) => ({
    name,
    rows: rows.filter(({ page }) => pages.includes(page)),
  })
  return [
    createReference('best library', libraries),
    ...(bareCanvas ? [createReference('bare canvas', [bareCanvas])] : []),
    ...(extra.includes('ours') ? [createReference('bare plot', ['ours'])] : []),
  ].filter((reference) => reference.rows.length > 0)
}

const formatMinutesSince = (start: number) => ((performance.now() - start) / 60_000).toFixed(1)

const benchStartedAt = performance.now()
const pages = await buildPages(new Set(SELECTED_CONTESTS.flatMap(listPageNames)))
const browser = await launchBrowser()
const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  chromium: browser.version(),
  libraries: Object.fromEntries(
    ['chart.js', 'chartjs-chart-financial', 'uplot', 'lightweight-charts', 'echarts'].map((name) => [
      name,
      readPackageVersion(name),
    ]),
  ),
  loadAtStart: loadavg()[0],
}
console.log(
  `Charts: medians of ${ROUNDS} rounds of fresh pages, ms until the pixels are drawn (software rasterisation, 800 × 400 px)`,
)
console.log(
  `Chromium ${machine.chromium}, ${machine.cores} × ${machine.processor}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n`,
)

const results = []
for (const contest of SELECTED_CONTESTS) {
  const entries = await runContest(contest, browser, pages)
  const resultsBySize = [...new Set(entries.map(({ size }) => size))].map((size) => {
    const rows = entries.filter((entry) => entry.size === size).map(toRow)
    return { size, rows, results: toGoalResults(contest, size, rows) }
  })
  for (const { size, rows } of resultsBySize) {
    const ours = rows.find(({ page }) => page === contest.ours)
    if (ours) console.log(`${formatTable(size, rows, ours, toReferences(contest, rows))}\n`)
  }
  console.log(`${resultsBySize.flatMap(({ results: goalResults }) => goalResults.map(formatResult)).join('\n')}\n`)
  results.push({ contest: contest.name, sizes: resultsBySize })
}
await browser.close()
const loadAtEnd = loadavg()[0]
console.log(`Load at the end ${loadAtEnd?.toFixed(1)}; ${formatMinutesSince(benchStartedAt)} minutes in all.`)

const isComplete = !options.only && !options.sizes && !options.pages && ROUNDS >= 15
if (isComplete) {
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    new URL('charts.json', folder),
    `${JSON.stringify({ ...machine, loadAtEnd, rounds: ROUNDS, results }, null, 2)}\n`,
  )
}
