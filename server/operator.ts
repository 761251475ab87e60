import { commandFailureMessage } from '#server/operator/terminal/client-messages.ts'
import type { ReadyCommand } from '#server/operator/terminal/command.ts'
import { EXIT_OK, print, printResult, refuseUsage } from '#server/operator/terminal/command-line.ts'
import { createOperatorClient } from '#server/operator/terminal/operator-client.ts'
import { OPERATOR_USAGE, readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { readServerAccess } from '#server/operator/terminal/server-access.ts'

/** Runs a command locally or on the server. Returns the exit code. */
async function run(command: ReadyCommand): Promise<number> {
  if (command.runLocally !== undefined) return printResult(await command.runLocally(process.env))
  const access = readServerAccess(process.env)
  if (!access.ok) return refuseUsage(access.error)
  return printResult(await runCommand(createOperatorClient(access.value), command))
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
  return run(command.value)
}

process.exitCode = await operate(process.argv.slice(2))
