import { BACKUP_USAGE, savedMessage } from '#server/backup/messages.ts'
import { saveBackup } from '#server/backup/save-backup.ts'
import { EXIT_OK, print, printResult, refuseUsage } from '#server/operator/command-line.ts'
import { readServerAccess } from '#server/operator/server-access.ts'
import { ok } from '#src/domain/result.ts'

/** Saves a backup of the running server in a file (D60). Returns the exit code. */
async function run([file, ...rest]: readonly string[]): Promise<number> {
  if (file === '--help') {
    print(BACKUP_USAGE)
    return EXIT_OK
  }
  if (file === undefined || file.startsWith('-') || rest.length > 0) return refuseUsage(BACKUP_USAGE)
  const access = readServerAccess(process.env)
  if (!access.ok) return refuseUsage(access.error)
  const saved = await saveBackup({ ...access.value, file })
  return printResult(saved.ok ? ok(savedMessage(file, saved.value)) : saved)
}

process.exitCode = await run(process.argv.slice(2))
