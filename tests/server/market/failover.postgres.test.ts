import { expect, test, vi } from 'vitest'

import { FAULTS, runFailover } from '#bench/failover/failover.ts'
import { migratedLocation } from '#tests/support/databases.ts'
import { buildServer } from '#tests/support/server-process.ts'

vi.setConfig({ testTimeout: 600_000 })

const OPERATOR_KEY = 'clave-de-operador-1'
const startProcess = await buildServer()

test('of three servers, another one writes after the writer is killed, stopped or cut off, and no deal is lost', async () => {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const report = await runFailover({
    databaseUrl: location.databaseUrl,
    operatorKey: OPERATOR_KEY,
    servers: 3,
    rounds: 1,
    async start(env) {
      const server = await startProcess({
        ...env,
        OPERATOR_KEY,
        PUBLIC_URL: 'https://portal.example',
        MAIL: 'files',
        LOG_LEVEL: 'silent',
      })
      return { child: server.child, url: await server.waitUntilReady() }
    },
  })
  expect(report).toMatchObject({ lost: [], doubled: [], misordered: [], staleLines: 0, isEqual: true })
  expect(report.acknowledged).toBeGreaterThan(30)
  for (const fault of FAULTS) expect(report.takeovers[fault]).toHaveLength(1)
})
