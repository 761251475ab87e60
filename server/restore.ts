import { RESTORE_SETTINGS_REFUSED, RESTORE_USAGE, restoredMessage, restoreMessage } from '#server/backup/messages.ts'
import { restoreBackup } from '#server/backup/restore-archive.ts'
import { readStorageConfig } from '#server/config/config.ts'

const EXIT_REFUSED = 1
const EXIT_USAGE = 2

const print = (text: string) => void process.stdout.write(`${text}\n`)
const printError = (text: string) => void process.stderr.write(`${text}\n`)

/** Restores a backup into an empty place, without a server (D60). Returns the exit code. */
async function run([file, ...rest]: readonly string[]): Promise<number> {
  if (file === '--help') {
    print(RESTORE_USAGE)
    return 0
  }
  if (file === undefined || file.startsWith('-') || rest.length > 0) {
    printError(RESTORE_USAGE)
    return EXIT_USAGE
  }
  const config = readStorageConfig(process.env)
  if (!config.ok) {
    printError([RESTORE_SETTINGS_REFUSED, ...config.error.map((it) => `  ${it.field} ${it.message}`)].join('\n'))
    return EXIT_USAGE
  }
  const restored = await restoreBackup(file, config.value)
  if (restored.ok) print(restoredMessage(restored.value))
  else printError(restoreMessage(restored.error))
  return restored.ok ? 0 : EXIT_REFUSED
}

process.exitCode = await run(process.argv.slice(2))
