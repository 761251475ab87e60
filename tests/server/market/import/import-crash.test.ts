import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest'

import { type DatabaseLocation, openDatabase } from '#server/database/connection.ts'
import { sendDeals } from '#server/import/send-deals.ts'
import { toInstant, toIso } from '#src/domain/time/bogota.ts'
import { createRandom } from '#src/simulator/random.ts'
import { ENGINES, migratedLocation, temporaryFolder } from '#tests/support/databases.ts'
import { INGEST_ENV, INGEST_KEY } from '#tests/support/ingest.ts'
import { testMarketStore } from '#tests/support/market-store.ts'
import { PRODUCTION_NEEDS } from '#tests/support/server.ts'
import { buildServer, type ServerProcess } from '#tests/support/server-process.ts'

vi.setConfig({ testTimeout: 600_000 })

const TRIALS = 4
const ROWS = 20_000
/** Number of deals and annulments: one row in a hundred has an annulment. */
const EVENT_COUNT = ROWS * 1.01
const DATES = ['2025-10-07', '2025-10-08', '2025-10-09', '2025-10-10']
/** Seed of the random kills. A failed run prints it, and `CRASH_SEED=…` repeats the run. */
const SEED = process.env['CRASH_SEED'] ?? String(Date.now())

const startServer = await buildServer()

async function writeDeals(): Promise<string> {
  const file = join(await temporaryFolder(), 'operaciones.csv')
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const time = toInstant(DATES[row % DATES.length] ?? '', '08:00') + Math.floor(row / DATES.length) * 1_000
    const annulled = row % 100 === 7 ? toIso(time + 60_000) : ''
    return `op-${row},71,0,1,negociada,${toIso(time)},${4_000 + (row % 97)},1000,${annulled}\n`
  })
  await writeFile(file, `id,mercado,plazo,sector,origen,hora,precio,monto,anulada\n${rows.join('')}`)
  return file
}

interface StartedServer {
  readonly server: ServerProcess
  readonly url: string
}

/** Opens a separate connection, which reads the database of the running server. */
async function openReader(location: DatabaseLocation) {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  onTestFinished(opened.value.close)
  const { db } = opened.value
  const store = testMarketStore(opened.value)

  async function countStored(): Promise<number> {
    const { rows } = await db
      .selectFrom('market_deals')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return Number(rows)
  }

  /** Returns the last sequence number, also of hidden deals. It shows the progress of an import. */
  async function findLastNumber(): Promise<number> {
    const { last } = await db
      .selectFrom('market_deals')
      .select(({ fn }) => fn.max('sequence').as('last'))
      .where('market', '=', 'spot')
      .executeTakeFirstOrThrow()
    return Number(last ?? 0)
  }

  /** Returns the visible ids and sequence numbers, and the number of deals of each settled day. */
  async function readVisible() {
    const deals = (await Promise.all(DATES.map((date) => store.deals('spot', date)))).flat()
    const days = await store.storedDays('spot')
    return {
      ids: deals.map(({ id }) => id),
      numbers: deals.flatMap(({ sequence, annulment }) => [sequence, ...(annulment ? [annulment.sequence] : [])]),
      counted: days.map(({ date, figures }) => [date, figures.count]),
    }
  }
  /** Waits for the first step of the server with this address: a killed writer has its turn for 3 s. */
  async function waitForWriter(url: string, startedAt: number) {
    if (!('databaseUrl' in location)) return
    async function findWriter() {
      const lease = await db.selectFrom('market_lease').selectAll().executeTakeFirst()
      return lease && lease.shift_at > startedAt ? lease.address : null
    }
    await expect.poll(findWriter).toBe(url)
  }
  return { countStored, findLastNumber, readVisible, waitForWriter }
}

/** A killed server leaves its copy of the file in TMPDIR until the next start. */
const TMPDIR = await temporaryFolder()

const toEnv = (location: DatabaseLocation) => ({
  ...{ ...PRODUCTION_NEEDS, ...INGEST_ENV, LOG_LEVEL: 'silent', TMPDIR },
  ...('databaseUrl' in location ? { DATABASE_URL: location.databaseUrl } : { DATA_DIR: location.dataDir }),
})

const COUNTED = DATES.map((date, day) => {
  const rows = Array.from({ length: ROWS }, (_, row) => row).filter((row) => row % DATES.length === day)
  return [date, rows.filter((row) => row % 100 !== 7).length]
})

const ALL_IDS = Array.from({ length: ROWS }, (_, row) => `op-${row}`).sort()

test.each(ENGINES)(
  'on %s a server killed during an import shows all imported deals or no imported deal',
  async (engine) => {
    const random = createRandom(SEED)
    onTestFailed(() => void process.stderr.write(`CRASH_SEED=${SEED}\n`))
    const file = await writeDeals()
    const location = await migratedLocation(engine)
    const env = toEnv(location)
    const { countStored, findLastNumber, readVisible, waitForWriter } = await openReader(location)
    const send = (url: string) => sendDeals({ url, key: INGEST_KEY, file, skipBad: false })

    /** Kills a server at a random moment of an import. Returns true if the import succeeded. */
    async function importAndKill({ server, url }: StartedServer): Promise<boolean> {
      let isImported = false
      const sent = send(url).then(({ ok }) => {
        isImported = ok
      })
      const row = random.integer(0, ROWS)
      const hasReached = async () => isImported || (await findLastNumber()) >= row
      await expect.poll(hasReached, { interval: 2 }).toBe(true)
      await Promise.all([server.kill(), sent])
      return isImported
    }

    /** Starts a server that is killed at a random moment of its start. */
    async function startAndKill() {
      const server = await startServer(env)
      setTimeout(() => server.child.kill('SIGKILL'), random.integer(0, 1_500))
      await server.ended
    }

    async function start(): Promise<StartedServer> {
      const startedAt = Date.now()
      const server = await startServer(env)
      const url = await server.waitUntilReady()
      await waitForWriter(url, startedAt)
      return { server, url }
    }

    let started = await start()
    let interrupted = 0
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const isImported = await importAndKill(started)
      if (!isImported && (await countStored()) > 0) interrupted += 1
      await startAndKill()
      started = await start()
      const { ids } = await readVisible()
      expect(ids.length, `trial ${trial}`).toBe(isImported || ids.length > 0 ? ROWS : 0)
      expect(await countStored(), `trial ${trial}`).toBe(ids.length)
    }
    expect(interrupted).toBeGreaterThan(0)

    expect((await send(started.url)).ok).toBe(true)
    const repeated = await send(started.url)
    expect(repeated).toMatchObject({ ok: true, value: expect.stringContaining(`0 nuevas, ${EVENT_COUNT} repetidas`) })
    const { ids, numbers, counted } = await readVisible()
    expect(ids.sort()).toEqual(ALL_IDS)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(counted).toEqual(COUNTED)
  },
)
