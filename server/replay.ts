import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { createLogger } from '#server/logger.ts'
import { readArguments } from '#server/replay/arguments.ts'
import {
  comparisonTable,
  REPLAY_USAGE,
  replayArgumentMessage,
  replayFailureMessage,
  replayStarted,
} from '#server/replay/messages.ts'
import { runReplay } from '#server/replay/run.ts'
import { dateOf } from '#src/domain/market/bogota.ts'

const EXIT_EQUAL = 0
const EXIT_DIFFERENT = 1
const EXIT_USAGE = 2

const here = fileURLToPath(import.meta.url)
const portalFolder = here.endsWith('.ts') ? null : join(dirname(here), '..', 'portal')

const say = (text: string) => void process.stdout.write(`${text}\n`)
const complain = (text: string) => void process.stderr.write(`${text}\n`)

/** Replays a published day, or one given by flags, on the whole system (D60); answers the exit code. */
async function replay(argv: readonly string[]): Promise<number> {
  const request = readArguments(argv, dateOf(Date.now()))
  if (!request.ok) {
    const { error } = request
    if (error.kind !== 'help') complain(`${replayArgumentMessage(error)}\n`)
    const tell = error.kind === 'help' ? say : complain
    tell(REPLAY_USAGE)
    return error.kind === 'help' ? EXIT_EQUAL : EXIT_USAGE
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'mercado-dolar-replay-'))
  const tidyUp = () => rm(dataDir, { recursive: true, force: true })
  try {
    const compared = await runReplay(request.value, {
      now: Date.now,
      wait: (milliseconds) => wait(milliseconds),
      dataDir,
      portalFolder,
      logger: createLogger('warn'),
      started: (url, close) => {
        say(replayStarted(url, request.value))
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
          process.once(
            signal,
            () =>
              void close()
                .then(tidyUp)
                .then(() => process.exit(EXIT_DIFFERENT)),
          )
        }
      },
    })
    if (!compared.ok) {
      complain(replayFailureMessage(compared.error))
      return compared.error.kind === 'impossible-day' ? EXIT_USAGE : EXIT_DIFFERENT
    }
    say(comparisonTable(compared.value))
    return compared.value.every(({ equal }) => equal) ? EXIT_EQUAL : EXIT_DIFFERENT
  } finally {
    await tidyUp()
  }
}

process.exitCode = await replay(process.argv.slice(2))
