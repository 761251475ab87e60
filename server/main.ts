import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { formatRefusedSettings, readConfig } from '#server/config/config.ts'
import { demoAccountsMessage, demoEntitiesMessage } from '#server/demo/messages.ts'
import { createLogger } from '#server/logger.ts'
import { openMarket } from '#server/market/market-module.ts'
import { loadPageRenderer } from '#server/page/render-thread.ts'
import { startServer } from '#server/server.ts'
import { CLOSING_GRACE_MS } from '#server/start/listen.ts'
import {
  CONFIG_REFUSED,
  CRASHED,
  DATABASE_LOST,
  readyMessage,
  STOPPED,
  STOPPING,
  startFailureMessage,
} from '#server/start/start-failure.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Signals within this time count as one: a terminal and a parent process may both send them. */
const SAME_SIGNAL_MS = 500

const modulePath = fileURLToPath(import.meta.url)

/** The folder of the build; null in development, when Vite serves the portal. */
const distFolder = modulePath.endsWith('.ts') ? null : join(dirname(modulePath), '..')

/** The folder of the fonts for the preview picture. The build writes the fonts. */
const fontsFolder = join(dirname(modulePath), '..', 'fonts')

const print = (text: string) => void process.stdout.write(`${text}\n`)

/** Prints an error and sets the exit code 1. */
function printFailure(text: string) {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

/** Closes the server at the first signal. Exits at the next one, or when closing hangs. */
function stopOnSignal(close: () => Promise<void>) {
  let firstSignalAt: number | null = null

  async function stop() {
    const now = Date.now()
    if (firstSignalAt !== null) {
      if (now - firstSignalAt > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    firstSignalAt = now
    print(STOPPING)
    setTimeout(() => process.exit(1), 2 * CLOSING_GRACE_MS).unref()
    await close()
    print(STOPPED)
    process.exit(0)
  }

  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop())
}

async function main() {
  const config = readConfig(process.env)
  if (!config.ok) {
    printFailure(formatRefusedSettings(CONFIG_REFUSED, config.error))
    return
  }
  const logger = createLogger(config.value.logLevel)
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'crash')
    printFailure(CRASHED)
    process.exit()
  })
  const server = await startServer(config.value, {
    now: Date.now,
    portalFolder: distFolder === null ? null : join(distFolder, 'portal'),
    pageRenderer: distFolder === null ? null : await loadPageRenderer(distFolder),
    fontsFolder,
    openMarket,
    logger,
    onDatabaseLost: () => {
      logger.fatal('another server has taken the database')
      printFailure(DATABASE_LOST)
      process.exit()
    },
  })
  if (!server.ok) {
    printFailure(startFailureMessage(server.error))
    return
  }
  stopOnSignal(server.value.close)
  print(readyMessage(server.value.url))
  if (server.value.demo.hasClients) print(demoAccountsMessage(DEMO_PASSWORD))
  if (server.value.demo.hasEntities) print(demoEntitiesMessage(DEMO_PASSWORD))
}

await main()
