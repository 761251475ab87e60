/**
 * A server of its own process with PostgreSQL, whose clock shows a trading day: production allows no
 * other market clock than the real one. Sends its address.
 */
import { once } from 'node:events'
import { pino } from 'pino'

import { readConfig } from '#server/config/config.ts'
import { openMarket } from '#server/market/market-module.ts'
import { startServer } from '#server/server.ts'
import { startFailureMessage } from '#server/start/start-failure.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'

const [input] = (await once(process, 'message')) as [{ readonly env: Record<string, string>; readonly shift: number }]
const config = readConfig(input.env)
if (!config.ok) throw new Error(JSON.stringify(config.error))
const server = await startServer(config.value, {
  now: () => Date.now() + input.shift,
  portalFolder: null,
  logger: pino({ level: 'error' }),
  openMarket,
  hashes: cheapHashes,
})
if (!server.ok) throw new Error(startFailureMessage(server.error))
process.send?.(server.value.url)
