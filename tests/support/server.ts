import { pino } from 'pino'

import { readConfig, type ServerConfig } from '#server/config/config.ts'
import { type MarketModule, openMarket } from '#server/market/market-module.ts'
import { type RunningServer, startServer } from '#server/server.ts'
import type { ServerParts } from '#server/start/server-parts.ts'
import { startFailureMessage } from '#server/start/start-failure.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { migratedFolder } from '#tests/support/databases.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'

/**
 * A proof of work that a test solves immediately. A real one takes up to a second of CPU;
 * tests/e2e/start.test.ts solves one.
 */
export const LOW_EFFORT = { least: 1, most: 2 }

/** Variables that every production configuration requires (D60). */
export const PRODUCTION_NEEDS = { PUBLIC_URL: 'https://portal.example', MAIL: 'files' }

/** Returns the configuration of environment variables; throws when they are invalid. */
export function parseConfig(env: Readonly<Record<string, string>>): ServerConfig {
  const config = readConfig(env)
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  return config.value
}

/**
 * Starts the real server on a free port, by default with SQLite in a new folder. It is closed after
 * the test file.
 */
export async function startTestServer(
  env: Readonly<Record<string, string>> = {},
  parts: Partial<ServerParts<MarketModule>> = {},
): Promise<RunningServer<MarketModule>> {
  const DATA_DIR = env['DATA_DIR'] ?? (await migratedFolder())
  const config = parseConfig({ HOST: '127.0.0.1', PORT: '0', ...env, DATA_DIR })
  const server = await startServer(config, {
    now: Date.now,
    portalFolder: null,
    logger: pino({ level: 'silent' }),
    openMarket,
    hashes: cheapHashes,
    identity: { effort: LOW_EFFORT },
    // The large demo entity would take a second of each start.
    demoEntities: [ANDINA],
    ...parts,
  })
  if (!server.ok) throw new Error(startFailureMessage(server.error))
  afterFile(server.value.close)
  return server.value
}
