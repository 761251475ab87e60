import { BACKUP_USAGE, savedMessage } from '#server/backup/messages.ts'
import { saveBackup } from '#server/backup/save-backup.ts'
import { readConfig } from '#server/config/config.ts'
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

/** Saves a backup of the running server in a file (D60). Returns the exit code. */
async function run([file, ...rest]: readonly string[]): Promise<number> {
  if (file === '--help') {
    print(BACKUP_USAGE)
    return 0
  }
  const key = readKey()
  if (file === undefined || file.startsWith('-') || rest.length > 0 || key === null) {
    printError(key === null ? NO_KEY : BACKUP_USAGE)
    return EXIT_USAGE
  }
  const saved = await saveBackup({ url: readServerUrl(process.env), key, file })
  if (saved.ok) print(savedMessage(file, saved.value))
  else printError(saved.error)
  return saved.ok ? 0 : EXIT_REFUSED
}

process.exitCode = await run(process.argv.slice(2))
