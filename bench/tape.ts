/**
 * The claim: the time to append a deal and to read the figures of an instant does not depend on the
 * number of deals. Each measured time is the median of several rounds, in ns of processor time
 * per operation. `npm run bench:tape` prints the times and writes them to bench/results/.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'

import { median } from '#bench/percentile.ts'
import { createTape, type Tape } from '#src/domain/trading/tape.ts'
import { readCommandLine } from '../tools/command-line.mjs'

readCommandLine()

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
const OPENING = 1_795_179_600_000
const TRADING_DAY_MS = 5 * 60 * 60_000
const DELAY_MS = 15 * 60_000
const QUERIES = 200_000
const SCAN_QUERIES = 20

interface Deal {
  readonly time: number
  readonly price: number
  readonly amount: number
}

/**
 * Returns deal `row` of `count`: evenly spread over five hours, price and amount from a fixed
 * generator.
 */
function createDeal(count: number, row: number): Deal {
  const noise = (row * 2_654_435_761) % 4_294_967_296
  return {
    time: OPENING + Math.floor((row * TRADING_DAY_MS) / count),
    price: 4_080 + (noise % 4_001) / 100,
    amount: 50_000 * (1 + (noise % 40)),
  }
}

/** Sum of all results. It is printed, so that the compiler cannot remove the measured work. */
let checksum = 0

/** Returns the processor time of one operation, ns. Other processes are not counted. */
function measureEach(operations: number, work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return ((user + system) * 1_000) / operations
}

const measureMedian = (rounds: number, measure: () => number) => median(Array.from({ length: rounds }, measure))

function fillTape(tape: Tape, count: number) {
  for (let row = 0; row < count; row += 1) {
    const { time, price, amount } = createDeal(count, row)
    tape.append(time, row, price, amount)
  }
}

/**
 * Baseline of `append`: writes the four numbers of each deal to preallocated columns, without sums.
 */
function fillBareColumns(count: number) {
  const columns = [0, 1, 2, 3].map(() => new Float64Array(count))
  const [times, sequences, prices, amounts] = columns
  if (!times || !sequences || !prices || !amounts) return
  for (let row = 0; row < count; row += 1) {
    const { time, price, amount } = createDeal(count, row)
    times[row] = time
    sequences[row] = row
    prices[row] = price
    amounts[row] = amount
  }
  checksum += times[count - 1] ?? 0
}

/** Returns the average without a tape: filters the deals and adds them up. */
function scanAverage(deals: readonly Deal[], instant: number): number {
  const pastDeals = deals.filter(({ time }) => time <= instant)
  const sum = pastDeals.reduce((total, { amount }) => total + amount, 0)
  return pastDeals.reduce((total, { price, amount }) => total + price * amount, 0) / sum
}

/**
 * Returns the memory of all columns, bytes. Only the second garbage collection frees the columns of
 * earlier tapes.
 */
function measureColumnBytes() {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().arrayBuffers
}

function queryTape(tape: Tape, toInstant: (index: number) => number) {
  for (let index = 0; index < QUERIES; index += 1) {
    checksum += tape.figures(tape.countAt(toInstant(index)))?.average ?? 0
  }
}

/** Returns scattered instants of the trading day: the worst case for processor caches. */
const toAnyInstant = (index: number) => OPENING + ((index * 2_654_435_761) % TRADING_DAY_MS)
/** Returns instants of the last second, like simultaneous requests. */
const toLastSecond = (index: number) => OPENING + TRADING_DAY_MS - 1_000 + (index % 1_000)

/** Removes a deal of this age and appends it again. Returns the mean time of the two calls, ns. */
function measureAnnulment(tape: Tape, count: number, ageMs: number, repeats: number): number {
  const row = Math.max(0, tape.countAt(OPENING + TRADING_DAY_MS - ageMs) - 1)
  const { time, price, amount } = createDeal(count, row)
  return measureEach(repeats * 2, () => {
    for (let turn = 0; turn < repeats; turn += 1) {
      tape.remove(time, row)
      tape.append(time, row, price, amount)
    }
  })
}

function createFilledTape(count: number): Tape {
  const tape = createTape()
  fillTape(tape, count)
  return tape
}

/**
 * Returns the time per deal, ns. Small tapes are filled repeatedly, so that all rounds take the
 * same time.
 */
function measurePerDeal(count: number, work: () => void): number {
  const repeats = Math.max(1, Math.floor(1_000_000 / count))
  return measureMedian(count >= 10_000_000 ? 3 : 7, () => {
    globalThis.gc?.()
    return measureEach(count * repeats, () => {
      for (let repeat = 0; repeat < repeats; repeat += 1) work()
    })
  })
}

function measureTape(count: number) {
  const append = measurePerDeal(count, () => {
    checksum += createFilledTape(count).count
  })
  const bareColumns = measurePerDeal(count, () => fillBareColumns(count))
  const before = measureColumnBytes()
  const tape = createFilledTape(count)
  const bytesPerDeal = (measureColumnBytes() - before) / count
  return {
    deals: count,
    append,
    bareColumns,
    now: measureMedian(7, () => measureEach(QUERIES, () => queryTape(tape, toLastSecond))),
    delayed: measureMedian(7, () =>
      measureEach(QUERIES, () => queryTape(tape, (index) => toLastSecond(index) - DELAY_MS)),
    ),
    anyInstant: measureMedian(7, () => measureEach(QUERIES, () => queryTape(tape, toAnyInstant))),
    annulment: measureMedian(3, () => measureAnnulment(tape, count, DELAY_MS, count >= 1_000_000 ? 5 : 200)),
    bytesPerDeal,
  }
}

function measureScan(count: number): number {
  const deals = Array.from({ length: count }, (_, row) => createDeal(count, row))
  return measureMedian(5, () =>
    measureEach(SCAN_QUERIES, () => {
      for (let index = 0; index < SCAN_QUERIES; index += 1) checksum += scanAverage(deals, toAnyInstant(index))
    }),
  )
}

const startedAt = performance.now()
measureTape(SIZES[0] ?? 0) // Warm-up: compiles the code.
const results = SIZES.map(measureTape)
const scan = measureScan(SIZES[0] ?? 0)
const seconds = (performance.now() - startedAt) / 1_000

const formatCell = (value: number, digits = 0) => value.toFixed(digits).padStart(12)
console.log(
  `Tape, ns of processor time per operation (medians), Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}\n`,
)
const titles = ['deals', 'append', 'bare columns', 'as of now', '15 min ago', 'any instant', 'annulment', 'bytes/deal']
console.log(titles.map((title) => title.padStart(12)).join(' '))
for (const { deals, append, bareColumns, now, delayed, anyInstant, annulment, bytesPerDeal } of results) {
  console.log(
    [deals, append, bareColumns, now, delayed, anyInstant, annulment, bytesPerDeal]
      .map((value) => formatCell(value))
      .join(' '),
  )
}
console.log(`\nWithout a tape (filter and sum), a query over ${SIZES[0]} deals takes ${scan.toFixed(0)} ns.`)
console.log(
  'An annulment or a late deal recomputes the sums of all later rows. Here the deal is 15 minutes old, the maximum age (D49).',
)
console.log(`${seconds.toFixed(1)} s in total (checksum ${checksum.toExponential(3)}).`)

const folder = new URL('results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('tape.json', folder), `${JSON.stringify({ node: process.version, scan, results }, null, 2)}\n`)
