import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  comparisonTable,
  REPLAY_USAGE,
  replayArgumentMessage,
  replayFailureMessage,
  replayStartedMessage,
} from '#server/demo/replay/messages.ts'
import { type ArgumentFailure, type ReplayRequest, readArguments } from '#server/demo/replay/read-arguments.ts'
import { runReplay } from '#server/demo/replay/run-replay.ts'
import { createLogger } from '#server/logger.ts'
import {
  EXIT_OK,
  EXIT_REFUSED,
  EXIT_USAGE,
  print,
  printError,
  refuseUsage,
} from '#server/operator/terminal/command-line.ts'
import { toDate } from '#src/domain/time/bogota.ts'

const modulePath = fileURLToPath(import.meta.url)
const portalFolder = modulePath.endsWith('.ts') ? null : join(dirname(modulePath), '..', 'portal')

/** Prints the usage or the error. Returns the exit code. */
function printArgumentFailure(failure: ArgumentFailure): number {
  if (failure.kind === 'help') {
    print(REPLAY_USAGE)
    return EXIT_OK
  }
  return refuseUsage(`${replayArgumentMessage(failure)}\n\n${REPLAY_USAGE}`)
}

/**
 * Runs the replay until its end or a signal and prints the result. Returns the exit code:
 * `EXIT_REFUSED` when a figure differs, the replay fails or a signal stops it, `EXIT_USAGE` for an
 * impossible day.
 */
async function run(request: ReplayRequest, dataDir: string): Promise<number> {
  const stop = new AbortController()
  // npm repeats the signal of the terminal, so that one Ctrl+C arrives twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  const comparison = await runReplay(request, {
    now: Date.now,
    wait: (milliseconds) => wait(milliseconds),
    dataDir,
    portalFolder,
    logger: createLogger('warn'),
    onStarted: (url) => print(replayStartedMessage(url, request)),
    signal: stop.signal,
  })
  if (!comparison.ok) {
    printError(replayFailureMessage(comparison.error))
    return comparison.error.kind === 'impossible-day' ? EXIT_USAGE : EXIT_REFUSED
  }
  print(comparisonTable(comparison.value))
  return comparison.value.every(({ equal }) => equal) ? EXIT_OK : EXIT_REFUSED
}

/**
 * Replays a trading day with a whole server and a temporary data folder (D60). The arguments give
 * the figures of the day, or the date of a day with published figures. Returns the exit code.
 */
async function replay(argv: readonly string[]): Promise<number> {
  const request = readArguments(argv, toDate(Date.now()), process.env['PORT'])
  if (!request.ok) return printArgumentFailure(request.error)
  const dataDir = await mkdtemp(join(tmpdir(), 'mercado-dolar-replay-'))
  try {
    return await run(request.value, dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

process.exitCode = await replay(process.argv.slice(2))
