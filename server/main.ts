import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readConfig } from '#server/config.ts'
import { DEMO_PASSWORD } from '#server/identity/demo-clients.ts'
import { createLogger } from '#server/logger.ts'
import { openMarket } from '#server/market/market-module.ts'
import {
  CONFIG_REFUSED,
  CRASHED,
  demoAccountsMessage,
  NO_DEALS_CALL,
  readyMessage,
  STOPPED,
  STOPPING,
  startMessage,
} from '#server/messages.ts'
import { CLOSING_GRACE_MS, startServer } from '#server/server.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A terminal and the program that started this one may both pass on one Ctrl+C. */
const SAME_SIGNAL_MS = 500

const here = fileURLToPath(import.meta.url)

/** Beside the built server stands the built portal; from its sources, in development, Vite serves the portal. */
const portalFolder = here.endsWith('.ts') ? null : join(dirname(here), '..', 'portal')

const say = (text: string) => void process.stdout.write(`${text}\n`)

function refuse(text: string) {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

/** Ends in good order at the first signal, at once at the second. */
function stopOnSignal(close: () => Promise<void>) {
  let askedAt: number | null = null

  async function stop() {
    const now = Date.now()
    if (askedAt !== null) {
      if (now - askedAt > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    askedAt = now
    say(STOPPING)
    setTimeout(() => process.exit(1), 2 * CLOSING_GRACE_MS).unref()
    await close()
    say(STOPPED)
    process.exit(0)
  }

  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop())
}

async function main() {
  const config = readConfig(process.env)
  if (!config.ok) {
    refuse([CONFIG_REFUSED, ...config.error.map(({ field, message }) => `  ${field} ${message}`)].join('\n'))
    return
  }
  if (config.value.marketSource === 'ingest') {
    refuse(NO_DEALS_CALL)
    return
  }
  const logger = createLogger(config.value.logLevel)
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'crash')
    refuse(CRASHED)
    process.exit()
  })
  const server = await startServer(config.value, { now: Date.now, portalFolder, openMarket, logger })
  if (!server.ok) {
    refuse(startMessage(server.error))
    return
  }
  stopOnSignal(server.value.close)
  say(readyMessage(server.value.url))
  if (server.value.identity.hasDemoClients) say(demoAccountsMessage(DEMO_PASSWORD))
}

await main()
