import { readConfig } from '#server/config/config.ts'
import { commandMessage, NO_KEY } from '#server/operator/client-messages.ts'
import type { ReadyCommand } from '#server/operator/command.ts'
import { OPERATOR_USAGE } from '#server/operator/help.ts'
import { createOperatorClient } from '#server/operator/operator-client.ts'
import { readCommand } from '#server/operator/read-command.ts'
import { runCommand } from '#server/operator/run-command.ts'
import { readServerUrl } from '#server/operator/server-url.ts'
import type { Result } from '#src/domain/result.ts'

const EXIT_REFUSED = 1
const EXIT_USAGE = 2

const print = (text: string) => void process.stdout.write(`${text}\n`)
const printError = (text: string) => void process.stderr.write(`${text}\n`)

/** Runs a command on this machine, or on the running server; null without its key. */
async function run(command: ReadyCommand): Promise<Result<string, string> | null> {
  if (command.runLocally !== undefined) return command.runLocally(process.env)
  const config = readConfig(process.env)
  const key = config.ok ? config.value.operatorKey : (process.env['OPERATOR_KEY'] ?? null)
  return key === null ? null : runCommand(createOperatorClient({ url: readServerUrl(process.env), key }), command)
}

/** Runs one command of the operator (D31). Returns the exit code. */
async function operate(argv: readonly string[]): Promise<number> {
  const command = readCommand(argv)
  if (!command.ok) {
    if (command.error.kind === 'help') {
      print(OPERATOR_USAGE)
      return 0
    }
    printError(`${commandMessage(command.error)}\n\n${OPERATOR_USAGE}`)
    return EXIT_USAGE
  }
  const result = await run(command.value)
  if (result === null) {
    printError(NO_KEY)
    return EXIT_USAGE
  }
  if (result.ok) print(result.value)
  else printError(result.error)
  return result.ok ? 0 : EXIT_REFUSED
}

process.exitCode = await operate(process.argv.slice(2))
