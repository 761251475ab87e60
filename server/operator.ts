import { readConfig } from '#server/config.ts'
import { commandMessage, NO_KEY, OPERATOR_USAGE } from '#server/operator/client-messages.ts'
import { createOperatorClient } from '#server/operator/operator-client.ts'
import { readCommand } from '#server/operator/read-command.ts'
import { runCommand } from '#server/operator/run-command.ts'

const EXIT_REFUSED = 1
const EXIT_USAGE = 2

const print = (text: string) => void process.stdout.write(`${text}\n`)
const printError = (text: string) => void process.stderr.write(`${text}\n`)

/** Address of the server: of OPERATOR_URL, else this machine's with the server's PORT. */
function serverUrl(): string {
  const { OPERATOR_URL: url, PORT: port = '3000' } = process.env
  return (url ?? `http://localhost:${port}`).replace(/\/+$/, '')
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
  const config = readConfig(process.env)
  const key = config.ok ? config.value.operatorKey : (process.env['OPERATOR_KEY'] ?? null)
  if (key === null) {
    printError(NO_KEY)
    return EXIT_USAGE
  }
  const result = await runCommand(createOperatorClient({ url: serverUrl(), key }), command.value)
  if (result.ok) print(result.value)
  else printError(result.error)
  return result.ok ? 0 : EXIT_REFUSED
}

process.exitCode = await operate(process.argv.slice(2))
