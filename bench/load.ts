/**
 * The claim: on a slow phone the price is on the screen before any script is requested, and sooner
 * than a React page with one sentence. Each round opens that page (the floor) and our home, with
 * empty caches, a CPU 4 times slower and Slow 4G. The figures are medians of the rounds. In the
 * last round, our home stays open for one more minute, to measure the layout shift.
 *
 * `npm run bench:load` prints the figures with the goals and writes bench/results/load.json.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { type Visit, visit } from '#bench/load/visit.ts'
import { median } from '#bench/percentile.ts'
import { DIST, requireBuild } from '#bench/require-build.ts'
import { readConfig } from '#server/config/config.ts'
import { openMarket } from '#server/market/market-module.ts'
import { startServer } from '#server/server.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const MARKET_CLOCK = '2026-11-20T10:40:00-05:00'
const MINUTE_MS = 60_000
const START_TIMEOUT_MS = 60_000

const { values: options } = readCommandLine({ options: { rounds: { type: 'string', default: '9' } } })
const rounds = readCount('rounds', options.rounds)

interface Site {
  readonly url: string
  stop(): Promise<void>
}

/** Starts the built product as `npm start` does. */
async function startProduct(dataDir: string): Promise<Site> {
  const { NODE_ENV: _, ...inheritedEnv } = process.env
  const env = { ...inheritedEnv, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', MARKET_CLOCK, LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [join(DIST, 'server', 'main.js')], { env })
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`the server did not start:\n${output}`)), START_TIMEOUT_MS)
    const findUrl = (text: Buffer) => {
      output += text
      const [foundUrl] = /http:\/\/[\d.:]+/.exec(output) ?? []
      if (foundUrl === undefined) return
      clearTimeout(timer)
      resolve(foundUrl)
    }
    child.stdout.on('data', findUrl)
    child.stderr.on('data', findUrl)
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

/** Builds the floor with Vite and serves it with the server of the portal. */
async function startFloor(folder: string): Promise<Site> {
  const portalFolder = join(folder, 'floor')
  await build({
    configFile: false,
    root: join(ROOT, 'bench', 'load'),
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: portalFolder, target: 'es2022', reportCompressedSize: false },
  })
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'floor-data'), DEMO_DATA: 'off' })
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  const logger = pino({ level: 'silent' })
  const server = await startServer(config.value, { now: Date.now, portalFolder, openMarket, logger })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  return { url: server.value.url, stop: server.value.close }
}

const MEASUREMENTS = [
  'firstContentfulPaint',
  'largestContentfulPaint',
  'totalBlockingTime',
  'layoutShift',
  'requests',
] as const

const sumBytes = (bytes: Visit['bytes']) => Object.values(bytes).reduce((total, size) => total + size, 0)

/** Returns medians, the worst layout shift, and the largest element of the last visit. */
function summarize(visits: readonly Visit[]) {
  const figures = Object.fromEntries(MEASUREMENTS.map((name) => [name, median(visits.map((visit) => visit[name]))]))
  const types = [...new Set(visits.flatMap(({ bytes }) => Object.keys(bytes)))].toSorted()
  const byType = types.map((type) => [type, median(visits.map(({ bytes }) => bytes[type] ?? 0))] as const)
  return {
    ...(figures as Record<(typeof MEASUREMENTS)[number], number>),
    largestElement: visits.at(-1)?.largestElement ?? '',
    total: median(visits.map(({ bytes }) => sumBytes(bytes))),
    bytes: Object.fromEntries(byType),
    worstShift: Math.max(...visits.map(({ layoutShift }) => layoutShift)),
  }
}

type Summary = ReturnType<typeof summarize>

const formatKilobytes = (bytes = 0) => `${(bytes / 1_000).toFixed(0)} K`

function printRow(
  name: string,
  { firstContentfulPaint, largestContentfulPaint, totalBlockingTime, requests, total, bytes }: Summary,
) {
  const cells = [firstContentfulPaint, largestContentfulPaint, totalBlockingTime, requests].map((value) =>
    value.toFixed(0),
  )
  const row = [name, ...cells, formatKilobytes(total), formatKilobytes(bytes['Script'])]
  console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(12) : cell.padStart(10))).join(''))
}

async function measure(browser: Browser, floor: Site, ours: Site) {
  const visits = { floor: [] as Visit[], ours: [] as Visit[] }
  for (let round = 1; round <= rounds; round += 1) {
    visits.floor.push(await visit(browser, floor.url))
    visits.ours.push(await visit(browser, ours.url, round === rounds ? MINUTE_MS : 0))
  }
  return { floor: summarize(visits.floor), ours: summarize(visits.ours) }
}

/** Returns name, measured value, maximum and decimals of each goal. */
const listGoals = (floor: Summary, ours: Summary) =>
  [
    ['largest contentful paint ÷ floor', ours.largestContentfulPaint / floor.largestContentfulPaint, 0.6, 2],
    ['total blocking time, ms', ours.totalBlockingTime, 150, 0],
    ['layout shift until one minute later', ours.worstShift, 0.02, 4],
  ] as const

requireBuild()
const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-load-'))
console.log(`First view: medians of ${rounds} visits, CPU 4 × slower, Slow 4G, empty caches`)
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}\n`)
const [floor, ours, browser] = [
  await startFloor(folder),
  await startProduct(join(folder, 'data')),
  await launchBrowser(),
]
try {
  const figures = await measure(browser, floor, ours)
  console.log(
    ['', 'FCP ms', 'LCP ms', 'TBT ms', 'requests', 'received', 'scripts']
      .map((cell, i) => (i === 0 ? cell.padEnd(12) : cell.padStart(10)))
      .join(''),
  )
  printRow('floor', figures.floor)
  printRow('home', figures.ours)
  const types = Object.entries(figures.ours.bytes).map(([type, bytes]) => `${type} ${formatKilobytes(bytes)}`)
  console.log(`\nLargest element: ${figures.ours.largestElement}\nReceived: ${types.join(', ')}\n`)
  for (const [name, measured, max, digits] of listGoals(figures.floor, figures.ours))
    console.log(
      `${name.padEnd(40)}${measured.toFixed(digits).padStart(8)}  ≤ ${max}  ${measured <= max ? 'PASS' : 'FAIL'}`,
    )
  mkdirSync(join(ROOT, 'bench', 'results'), { recursive: true })
  writeFileSync(join(ROOT, 'bench', 'results', 'load.json'), `${JSON.stringify({ rounds, ...figures }, null, 2)}\n`)
  console.log(`\nLoad at the end ${loadavg()[0]?.toFixed(1)}.`)
} finally {
  await browser.close()
  await Promise.all([floor.stop(), ours.stop()])
  rmSync(folder, { recursive: true, force: true })
}
