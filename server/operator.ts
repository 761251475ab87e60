import { commandFailureMessage, NO_OPERATOR_KEY } from '#server/operator/client-messages.ts'
import type { ReadyCommand } from '#server/operator/command.ts'
import { EXIT_OK, print, printResult, refuseUsage } from '#server/operator/command-line.ts'
import { OPERATOR_USAGE } from '#server/operator/help.ts'
import { createOperatorClient } from '#server/operator/operator-client.ts'
import { readCommand } from '#server/operator/read-command.ts'
import { runCommand } from '#server/operator/run-command.ts'
import { readServerAccess } from '#server/operator/server-access.ts'
import type { Result } from '#src/domain/result.ts'

/** Runs a command locally or on the server. Returns null if the operator key is not set. */
async function run(command: ReadyCommand): Promise<Result<string, string> | null> {
  if (command.runLocally !== undefined) return command.runLocally(process.env)
  const access = readServerAccess(process.env)
  return access && runCommand(createOperatorClient(access), command)
}

/** Runs one command of the operator (D31). Returns the exit code. */
async function operate(argv: readonly string[]): Promise<number> {
  const command = readCommand(argv)
  if (!command.ok) {
    if (command.error.kind !== 'help')
      return refuseUsage(`${commandFailureMessage(command.error)}\n\n${OPERATOR_USAGE}`)
    print(OPERATOR_USAGE)
    return EXIT_OK
  }
  const result = await run(command.value)
  return result === null ? refuseUsage(NO_OPERATOR_KEY) : printResult(result)
}

process.exitCode = await operate(process.argv.slice(2))
