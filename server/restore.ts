import { RESTORE_SETTINGS_REFUSED, RESTORE_USAGE, restoredMessage, restoreMessage } from '#server/backup/messages.ts'
import { restoreBackup } from '#server/backup/restore-archive.ts'
import { readStorageConfig } from '#server/config/config.ts'
import { refusedSettings } from '#server/config/setting-messages.ts'
import { EXIT_OK, print, printResult, refuseUsage } from '#server/operator/command-line.ts'
import { err, ok } from '#src/domain/result.ts'

/** Restores a backup into empty storage, without a server (D60). Returns the exit code. */
async function run([file, ...rest]: readonly string[]): Promise<number> {
  if (file === '--help') {
    print(RESTORE_USAGE)
    return EXIT_OK
  }
  if (file === undefined || file.startsWith('-') || rest.length > 0) return refuseUsage(RESTORE_USAGE)
  const config = readStorageConfig(process.env)
  if (!config.ok) return refuseUsage(refusedSettings(RESTORE_SETTINGS_REFUSED, config.error))
  const restored = await restoreBackup(file, config.value)
  return printResult(restored.ok ? ok(restoredMessage(restored.value)) : err(restoreMessage(restored.error)))
}

process.exitCode = await run(process.argv.slice(2))
