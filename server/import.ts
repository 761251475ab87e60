import { readConfig } from '#server/config/config.ts'
import { IMPORT_USAGE } from '#server/import/import-messages.ts'
import { readImport } from '#server/import/read-import.ts'
import { sendDeals } from '#server/import/send-deals.ts'
import { NO_KEY } from '#server/operator/client-messages.ts'
import { readServerUrl } from '#server/operator/server-url.ts'

const EXIT_REFUSED = 1
const EXIT_USAGE = 2

const print = (text: string) => void process.stdout.write(`${text}\n`)
const printError = (text: string) => void process.stderr.write(`${text}\n`)

function readKey(): string | null {
  const config = readConfig(process.env)
  return config.ok ? config.value.operatorKey : (process.env['OPERATOR_KEY'] ?? null)
}

/** Imports a file of deals into the running server (D60). Returns the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) {
    print(IMPORT_USAGE)
    return 0
  }
  const request = readImport(argv)
  const key = readKey()
  if (request === null || key === null) {
    printError(request === null ? IMPORT_USAGE : NO_KEY)
    return EXIT_USAGE
  }
  const sent = await sendDeals({ ...request, url: readServerUrl(process.env), key })
  if (sent.ok) print(sent.value)
  else printError(sent.error)
  return sent.ok ? 0 : EXIT_REFUSED
}

process.exitCode = await run(process.argv.slice(2))
