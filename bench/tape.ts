/**
 * The claim: taking in a deal, and telling what the market was at an instant, cost the same whatever has been traded before.
 * Each figure is the median of several rounds, in ns of processor time per operation; `npm run bench:tape` prints them and keeps
 * them in bench/results/.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'

import { createTape, type Tape } from '#src/domain/trading/tape.ts'

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
const OPENING = 1_795_179_600_000
const SESSION_MS = 5 * 60 * 60_000
const DELAY_MS = 15 * 60_000
const QUERIES = 200_000
const NAIVE_QUERIES = 20

interface Deal {
  readonly time: number
  readonly price: number
  readonly amount: number
}

/** Spread evenly over a session of five hours, prices and sizes from a small fixed generator. */
function dealsOf(count: number, row: number): Deal {
  const noise = (row * 2_654_435_761) % 4_294_967_296
  return {
    time: OPENING + Math.floor((row * SESSION_MS) / count),
    price: 4_080 + (noise % 4_001) / 100,
    amount: 50_000 * (1 + (noise % 40)),
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN

/** Kept and printed, so that no measured work can be left out by the compiler. */
let witness = 0

/** Time of the processor, not of the wall: what else the machine does is not counted. */
function nanosecondsEach(operations: number, work: () => void): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return ((user + system) * 1_000) / operations
}

const rounds = (times: number, measure: () => number) => median(Array.from({ length: times }, measure))

function fill(tape: Tape, count: number) {
  for (let row = 0; row < count; row += 1) {
    const { time, price, amount } = dealsOf(count, row)
    tape.append(time, row, price, amount)
  }
}

/** The least that keeping the same four numbers can cost: columns of the right size from the start, nothing added up. */
function fillColumns(count: number) {
  const columns = [0, 1, 2, 3].map(() => new Float64Array(count))
  const [times, sequences, prices, amounts] = columns
  if (!times || !sequences || !prices || !amounts) return
  for (let row = 0; row < count; row += 1) {
    const { time, price, amount } = dealsOf(count, row)
    times[row] = time
    sequences[row] = row
    prices[row] = price
    amounts[row] = amount
  }
  witness += times[count - 1] ?? 0
}

/** The same answer without a tape: filter the deals, then add them up. */
function naiveAverage(deals: readonly Deal[], instant: number): number {
  const made = deals.filter(({ time }) => time <= instant)
  const sum = made.reduce((total, { amount }) => total + amount, 0)
  return made.reduce((total, { price, amount }) => total + price * amount, 0) / sum
}

/** Twice, because the first collection only finds the columns of earlier tapes and the next one gives them back. */
function columnBytes() {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().arrayBuffers
}

function query(tape: Tape, instantOf: (query: number) => number) {
  for (let asked = 0; asked < QUERIES; asked += 1) {
    witness += tape.figures(tape.countAt(instantOf(asked)))?.average ?? 0
  }
}

/** Instants all over the session, none after another: the worst case for the processor's caches. */
const anyInstant = (asked: number) => OPENING + ((asked * 2_654_435_761) % SESSION_MS)
/** What requests ask at one moment: all of them within the same second. */
const lastSecond = (asked: number) => OPENING + SESSION_MS - 1_000 + (asked % 1_000)

function annul(tape: Tape, count: number, age: number, times: number): number {
  const row = Math.max(0, tape.countAt(OPENING + SESSION_MS - age) - 1)
  const { time, price, amount } = dealsOf(count, row)
  return nanosecondsEach(times * 2, () => {
    for (let turn = 0; turn < times; turn += 1) {
      tape.remove(time, row)
      tape.append(time, row, price, amount)
    }
  })
}

function filled(count: number): Tape {
  const tape = createTape()
  fill(tape, count)
  return tape
}

/** Small tapes are filled again and again, so that every round is of the same length. */
function perDeal(count: number, work: () => void): number {
  const repeats = Math.max(1, Math.floor(1_000_000 / count))
  return rounds(count >= 10_000_000 ? 3 : 7, () => {
    globalThis.gc?.()
    return nanosecondsEach(count * repeats, () => {
      for (let repeat = 0; repeat < repeats; repeat += 1) work()
    })
  })
}

function measure(count: number) {
  const append = perDeal(count, () => {
    witness += filled(count).count
  })
  const floor = perDeal(count, () => fillColumns(count))
  const before = columnBytes()
  const tape = filled(count)
  const bytesPerDeal = (columnBytes() - before) / count
  return {
    deals: count,
    append,
    floor,
    now: rounds(7, () => nanosecondsEach(QUERIES, () => query(tape, lastSecond))),
    delayed: rounds(7, () => nanosecondsEach(QUERIES, () => query(tape, (asked) => lastSecond(asked) - DELAY_MS))),
    anyInstant: rounds(7, () => nanosecondsEach(QUERIES, () => query(tape, anyInstant))),
    annulment: rounds(3, () => annul(tape, count, DELAY_MS, count >= 1_000_000 ? 5 : 200)),
    bytesPerDeal,
  }
}

function naiveQuery(count: number): number {
  const deals = Array.from({ length: count }, (_, row) => dealsOf(count, row))
  return rounds(5, () =>
    nanosecondsEach(NAIVE_QUERIES, () => {
      for (let asked = 0; asked < NAIVE_QUERIES; asked += 1) witness += naiveAverage(deals, anyInstant(asked))
    }),
  )
}

const begun = performance.now()
measure(SIZES[0] ?? 0) // Warm up: the first deals of a process run before the code is compiled.
const results = SIZES.map(measure)
const naive = naiveQuery(SIZES[0] ?? 0)
const seconds = (performance.now() - begun) / 1_000

const cell = (value: number, digits = 0) => value.toFixed(digits).padStart(12)
console.log(
  `Tape, ns of processor time per operation (medians), Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}\n`,
)
const titles = ['deals', 'append', 'bare columns', 'as of now', '15 min ago', 'any instant', 'annulment', 'bytes/deal']
console.log(titles.map((title) => title.padStart(12)).join(' '))
for (const { deals, append, floor, now, delayed, anyInstant: any, annulment, bytesPerDeal } of results) {
  console.log([deals, append, floor, now, delayed, any, annulment, bytesPerDeal].map((value) => cell(value)).join(' '))
}
console.log(`\nWithout a tape (filter and add up) a query over ${SIZES[0]} deals takes ${naive.toFixed(0)} ns.`)
console.log(
  'An annulment, or a late deal, adds up the rows after it again: here 15 minutes of them, the oldest it may be (D49).',
)
console.log(`${seconds.toFixed(1)} s in all (witness ${witness.toExponential(3)}).`)

const folder = new URL('results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('tape.json', folder), `${JSON.stringify({ node: process.version, naive, results }, null, 2)}\n`)
