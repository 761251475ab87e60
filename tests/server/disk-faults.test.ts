import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { listDiskFaults, runDiskFault } from '#bench/faults/disk-faults.ts'
import { runKills } from '#bench/faults/kills.ts'
import { ENGINES, migratedLocation, temporaryFolder } from '#tests/support/databases.ts'
import { INGEST_ENV, INGEST_KEY } from '#tests/support/ingest.ts'
import { buildServer } from '#tests/support/server-process.ts'

vi.setConfig({ testTimeout: 300_000 })

const startServer = await buildServer()

async function prepare(engine: (typeof ENGINES)[number]) {
  const location = await migratedLocation(engine)
  const folder = 'dataDir' in location ? location.dataDir : await temporaryFolder()
  const env = {
    ...{ ...INGEST_ENV, LOG_LEVEL: 'silent', DATA_DIR: folder, DEMO_DATA: 'on', MAIL: 'files' },
    ...{ PUBLIC_URL: 'https://portal.example' },
    ...('databaseUrl' in location && { DATABASE_URL: location.databaseUrl }),
  }
  async function start() {
    const server = await startServer(env)
    return { child: server.child, url: await server.waitUntilReady() }
  }
  const documentsFolder = join(folder, 'documentos')
  return { location, documentsFolder, operatorKey: INGEST_KEY, date: '2026-11-20', start }
}

const SOUND = { lost: [], doubled: [], damaged: [], refusedButStored: [], filesWithoutRow: [] }

// `npm run trial:kills` has 50 kills.
test.each(ENGINES)('on %s a killed server has stored all that it acknowledged, once', async (engine) => {
  const report = await runKills({ ...(await prepare(engine)), kills: 2 })
  expect(report).toMatchObject(SOUND)
})

// `npm run trial:faults` also has PostgreSQL.
test.each(listDiskFaults())(
  'a $name acknowledges nothing, refuses with 503, and loses nothing (D120)',
  async (fault) => {
    const report = await runDiskFault({
      ...(await prepare('sqlite')),
      ...{ fault, repair: async () => {}, loadMs: 1_500 },
      findWriters: ({ child }) => [child.pid ?? 0],
    })
    expect(report).toMatchObject({ ...SOUND, duringFault: 0, hasEnded: false })
    expect(report.statuses.length).toBeGreaterThan(0)
    expect(report.statuses.filter((status) => status !== 503 && status !== 507)).toEqual([])
    expect(report.acknowledged.deals.length).toBeGreaterThan(0)
  },
)
