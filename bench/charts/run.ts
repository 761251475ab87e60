/**
 * The claim: our chart is never slower than the chart libraries. Every library draws the same columns in a headless Chromium,
 * in fresh pages and one after another, round after round, so that what else the machine does meets them all; what is compared
 * are medians, in one run. `npm run bench:charts` prints them and keeps them in bench/results/. `-- --rounds=3` is a quick look.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'

import { line, type Row, table } from '#bench/charts/report.ts'
import { addressOf, buildPages, servePages, versionOf } from '#bench/charts/site.ts'
import type { Times } from '#bench/charts/trial.ts'
import { type Bar, CANDLE_BARS, LINE_BARS, median, percentile, type Verdict, verdicts } from '#bench/charts/verdicts.ts'
import { launchBrowser } from '#tests/support/browser.ts'

/** What is compared: the pages of bench/charts/pages and the sizes they are tried at. */
interface Contest {
  readonly name: string
  readonly sizes: readonly number[]
  readonly bars: readonly Bar[]
  readonly ours: string
  readonly peers: readonly string[]
  readonly floor: string | null
  /** Measured beside the others and held to no bar. */
  readonly beside: readonly string[]
}

const CONTESTS: readonly Contest[] = [
  {
    name: 'line and bars',
    sizes: [2_000, 20_000, 200_000, 1_000_000],
    bars: LINE_BARS,
    ours: 'ours',
    peers: ['uplot', 'lightweight-charts', 'echarts'],
    floor: 'floor',
    beside: ['ours-component', 'uplot-line'],
  },
  {
    name: 'candles',
    sizes: [250, 5_000, 50_000],
    bars: CANDLE_BARS,
    ours: 'ours-candles',
    peers: ['lightweight-candles'],
    floor: null,
    beside: [],
  },
]

const { values: wanted } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    contest: { type: 'string', default: '' },
    sizes: { type: 'string', default: '' },
    pages: { type: 'string', default: '' },
  },
})
const ROUNDS = Number(wanted.rounds)
/** Weighing is the same every time but for a few KB. */
const WEIGHINGS = Math.min(3, ROUNDS)
/**
 * A part of a page's trial ends after this long, and a library that has taken longer over a size is tried no further (ms): it
 * is then so slow that it is not the one to beat.
 */
const PATIENCE = { part: 1_000, library: 60_000 }
const MEGABYTE = 2 ** 20

interface Collected {
  readonly times: Record<keyof Times, number[]>
  readonly memory: number[]
  spent: number
}

async function openPage(browser: Browser, pages: ReadonlyMap<string, string>, name: string) {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } })
  await servePages(context, pages)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(addressOf(name))
  await page.waitForFunction(() => 'trial' in window)
  return {
    page,
    async close() {
      await context.close()
      if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`)
    },
  }
}

/** What scripts hold, objects and columns together, once all that can be freed is. */
async function weightOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return (usedSize + backingStorageSize) / MEGABYTE
}

async function tryOnce(browser: Browser, pages: ReadonlyMap<string, string>, { library, size, into }: Trial) {
  const begun = performance.now()
  const { page, close } = await openPage(browser, pages, library)
  const order = [size, PATIENCE.part] as const
  const times = await page.evaluate((given) => window.trial.run(...given), order)
  await close()
  for (const key of Object.keys(into.times) as (keyof Times)[]) into.times[key].push(...times[key])
  into.spent += performance.now() - begun
}

/** What the page holds more with the data and the picture of it than without. */
async function weighOnce(browser: Browser, pages: ReadonlyMap<string, string>, { library, size, into }: Trial) {
  const begun = performance.now()
  const { page, close } = await openPage(browser, pages, library)
  const before = await weightOf(page)
  const { ink } = await page.evaluate((count) => window.trial.hold(count), size)
  if (ink < 2_000) throw new Error(`${library} drew next to nothing of ${size} points`)
  into.memory.push((await weightOf(page)) - before)
  await close()
  into.spent += performance.now() - begun
}

const nothing = (): Collected => ({
  times: { cold: [], first: [], append: [], zoom: [], postponed: [] },
  memory: [],
  spent: 0,
})

function rowOf(library: string, { times, memory }: Collected): Row {
  return {
    library,
    figures: {
      cold: median(times.cold),
      first: median(times.first),
      append: median(times.append),
      zoom: median(times.zoom),
      memory: median(memory),
    },
    slowZoom: percentile(times.zoom, 0.95),
    postponed: median(times.postponed),
    times: [times.first.length, times.append.length, times.zoom.length],
  }
}

interface Trial {
  readonly library: string
  readonly size: number
  readonly into: Collected
}

const listed = (text: string) => (text === '' ? null : text.split(','))

/** Every library at every size, but for what was not asked for. */
function trialsOf({ sizes, ours, floor, peers, beside }: Contest): readonly Trial[] {
  const [askedSizes, askedPages] = [listed(wanted.sizes)?.map(Number), listed(wanted.pages)]
  const libraries = [ours, ...(floor ? [floor] : []), ...peers, ...beside]
  return (askedSizes ?? sizes).flatMap((size) =>
    libraries
      .filter((library) => askedPages?.includes(library) ?? true)
      .map((library) => ({ size, library, into: nothing() })),
  )
}

async function hold(contest: Contest, browser: Browser, pages: ReadonlyMap<string, string>) {
  const trials = trialsOf(contest)
  for (let round = 0; round < ROUNDS; round++) {
    for (const trial of trials.filter(({ into }) => into.spent < PATIENCE.library)) {
      await tryOnce(browser, pages, trial)
      if (round < WEIGHINGS) await weighOnce(browser, pages, trial)
    }
    process.stderr.write(
      `${contest.name}: round ${round + 1} of ${ROUNDS}, ${((performance.now() - begun) / 60_000).toFixed(1)} minutes\n`,
    )
  }
  return trials
    .filter(({ library }) => library === trials[0]?.library)
    .map(({ size }) => ({
      size,
      rows: trials.filter((trial) => trial.size === size).map(({ library, into }) => rowOf(library, into)),
    }))
}

function judge(contest: Contest, size: number, rows: readonly Row[]): readonly Verdict[] {
  const figures = (name: string) => rows.filter(({ library }) => library === name).map((row) => row.figures)
  const [ours] = figures(contest.ours)
  const [floor] = contest.floor ? figures(contest.floor) : []
  if (!ours) return []
  return verdicts(contest.bars, size, { ours, floor: floor ?? null, peers: contest.peers.flatMap(figures) })
}

const begun = performance.now()
const pages = await buildPages()
const browser = await launchBrowser()
const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  chromium: browser.version(),
  libraries: Object.fromEntries(
    ['chart.js', 'chartjs-chart-financial', 'uplot', 'lightweight-charts', 'echarts'].map((name) => [
      name,
      versionOf(name),
    ]),
  ),
  loadAtStart: loadavg()[0],
}
console.log(
  `Charts, medians of ${ROUNDS} rounds of fresh pages, ms until the pixels stand (software rasterisation, 800 × 400 px)`,
)
console.log(
  `Chromium ${machine.chromium}, ${machine.cores} × ${machine.processor}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n`,
)

const results = []
for (const contest of CONTESTS.filter(({ name }) => name.includes(wanted.contest))) {
  const measured = await hold(contest, browser, pages)
  const judged = measured.map(({ size, rows }) => ({ size, rows, verdicts: judge(contest, size, rows) }))
  for (const { size, rows } of judged) {
    const ours = rows.find(({ library }) => library === contest.ours)
    const peers = rows.filter(({ library }) => contest.peers.includes(library))
    if (ours) console.log(`${table(size, rows, peers, ours)}\n`)
  }
  console.log(`${judged.flatMap((each) => each.verdicts.map(line)).join('\n')}\n`)
  results.push({ contest: contest.name, sizes: judged })
}
await browser.close()
const loadAtEnd = loadavg()[0]
console.log(
  `Load at the end ${loadAtEnd?.toFixed(1)}; ${((performance.now() - begun) / 60_000).toFixed(1)} minutes in all.`,
)

const complete = !wanted.contest && !wanted.sizes && !wanted.pages && ROUNDS >= 15
if (complete) {
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    new URL('charts.json', folder),
    `${JSON.stringify({ ...machine, loadAtEnd, rounds: ROUNDS, results }, null, 2)}\n`,
  )
}
