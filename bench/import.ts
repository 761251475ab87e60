/**
 * Measures the import of a file of deals over HTTP into a separate server. `npm run bench:import`
 * prints rows per second, the peak memory of the server, and the times of market reads during the
 * import. The memory must not grow with the file. `-- --rows 20000` imports 2,000 rows, then 20,000
 * rows. `-- --once` imports only the larger file. DATABASE_URL selects an empty PostgreSQL database
 * instead of SQLite.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { openConnection, toBytes } from '#bench/http/raw-client.ts'
import { percentile } from '#bench/percentile.ts'
import { readConfig } from '#server/config/config.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { sendDeals } from '#server/import/send-deals.ts'
import { openMarket } from '#server/market/market-module.ts'
import { startServer } from '#server/server.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { type BogotaDate, toInstant, toIso } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'

const ROWS = 1_000_000
const ROWS_PER_DAY = 2_000
const KEY = 'clave-de-la-medicion'
const TODAY = '2026-11-20'
/** Limit of the peak memory with all rows divided by the peak memory with a tenth of the rows. */
const MEMORY_BOUND = 1.3
/** Pause between two reads during an import. */
const READ_PAUSE_MS = 20

/** Runs the measured server. It sends its address, then its peak memory after a message. */
async function serve(dataDir: string) {
  const config = readConfig({
    ...(process.env['DATABASE_URL'] && { DATABASE_URL: process.env['DATABASE_URL'] }),
    ...{ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DEMO_DATA: 'off', LOG_LEVEL: 'warn' },
    ...{ MARKET_SOURCE: 'ingest', MARKET_CLOCK: `${TODAY}T12:00`, OPERATOR_KEY: KEY },
  })
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  const logger = pino({ level: 'warn' })
  const server = await startServer(config.value, { now: Date.now, portalFolder: null, openMarket, logger })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  process.send?.(server.value.url)
  process.on('message', () => {
    process.send?.(process.resourceUsage().maxRSS / 1_024)
    void server.value.close().then(() => process.exit())
  })
}

/** Returns the last trading days before today, in order of date. */
function listDays(count: number): readonly BogotaDate[] {
  const days: BogotaDate[] = [previousTradingDay('spot', TODAY)]
  while (days.length < count) days.unshift(previousTradingDay('spot', days[0] ?? TODAY))
  return days
}

function formatRow(date: BogotaDate, row: number): string {
  const time = toInstant(date, '08:00') + (row % ROWS_PER_DAY) * 9_000
  const noise = (row * 2_654_435_761) % 4_294_967_296
  const price = ((400_000 + (noise % 10_000)) / 100).toFixed(2)
  const amount = 50_000 * (1 + (noise % 40))
  const annulled = row % 100 === 7 ? toIso(time + 60_000) : ''
  return `op-${row},71,0,${1 + (row % 2)},negociada,${toIso(time)},${price},${amount},${annulled}\n`
}

/** Yields the text of a file, one day at a time. */
function* createFile(rows: number) {
  yield 'id,mercado,plazo,sector,origen,hora,precio,monto,anulada\n'
  for (const [day, date] of listDays(Math.ceil(rows / ROWS_PER_DAY)).entries()) {
    const length = Math.min(ROWS_PER_DAY, rows - day * ROWS_PER_DAY)
    yield Array.from({ length }, (_, row) => formatRow(date, day * ROWS_PER_DAY + row)).join('')
  }
}

/** Starts to read the market. The returned function stops the reads and returns their times, ms. */
function startReads(url: string) {
  const { hostname, port } = new URL(url)
  const connection = openConnection(hostname, Number(port))
  const body = { fecha: TODAY, mercado: 71, delay: 15 }
  const request = toBytes({ method: 'POST', path: MARKET_BASE + MARKET_PATHS.prices, body })
  const waits: number[] = []
  let isEnded = false

  async function run() {
    while (!isEnded) {
      const start = performance.now()
      const { status } = await connection.exchange(request)
      if (status !== 200) throw new Error(`a read of the market got ${status}`)
      waits.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS))
    }
    connection.close()
    return waits
  }

  const reads = run()
  return () => {
    isEnded = true
    return reads
  }
}

async function measure(rows: number) {
  const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-import-'))
  try {
    const file = join(folder, 'operaciones.csv')
    await pipeline(createFile(rows), createWriteStream(file))
    const child = fork(new URL(import.meta.url).pathname, ['--serve', folder], { execArgv: ['--import', 'tsx'] })
    const [url] = await once(child, 'message')
    const endReads = startReads(String(url))
    const start = performance.now()
    const reply = await sendDeals({ url: String(url), key: KEY, file, skipBad: false })
    const seconds = (performance.now() - start) / 1_000
    const waits = await endReads()
    if (!reply.ok) throw new Error(reply.error)
    child.send('peak')
    const [megabytes] = await once(child, 'message')
    await once(child, 'exit')
    const [p50, p99, longest] = [percentile(waits, 0.5), percentile(waits, 0.99), Math.max(...waits)]
    console.log(
      [
        `${rows} rows: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`,
        `peak ${Number(megabytes).toFixed(0)} MB`,
        `${waits.length} reads waited p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, at most ${longest.toFixed(0)} ms`,
      ].join(', '),
    )
    return Number(megabytes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { values } = readCommandLine({
  options: { serve: { type: 'string' }, rows: { type: 'string', default: String(ROWS) }, once: { type: 'boolean' } },
})
if (values.serve === undefined) {
  const rows = readCount('rows', values.rows)
  const smallPeak = values.once ? null : await measure(Math.ceil(rows / 10))
  const largePeak = await measure(rows)
  if (smallPeak !== null) {
    const ratio = largePeak / smallPeak
    console.log(`memory ÷ memory with a tenth of the rows: ${ratio.toFixed(2)} (bound ${MEMORY_BOUND})`)
    if (ratio > MEMORY_BOUND) process.exitCode = 1
  }
} else await serve(values.serve)
