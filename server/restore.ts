import {
  HOLD_REASON,
  RESTORE_SETTINGS_REFUSED,
  RESTORE_USAGE,
  restoredMessage,
  restoreFailureMessage,
} from '#server/backup/messages.ts'
import { restoreBackup } from '#server/backup/restore-archive.ts'
import { readStorageConfig } from '#server/config/config.ts'
import { formatRefusedSettings } from '#server/config/setting-messages.ts'
import { EXIT_OK, print, printResult, refuseUsage } from '#server/operator/command-line.ts'
import { err, ok } from '#src/domain/result.ts'

const SEND_MESSAGES_FLAG = '--send-messages'

/** Restores a backup into empty storage, without a server (D60). Returns the exit code. */
async function run([file, ...flags]: readonly string[]): Promise<number> {
  const shouldSendMessages = flags[0] === SEND_MESSAGES_FLAG
  if (file === '--help') {
    print(RESTORE_USAGE)
    return EXIT_OK
  }
  const areFlagsValid = flags.length === (shouldSendMessages ? 1 : 0)
  if (file === undefined || file.startsWith('-') || !areFlagsValid) return refuseUsage(RESTORE_USAGE)
  const config = readStorageConfig(process.env)
  if (!config.ok) return refuseUsage(formatRefusedSettings(RESTORE_SETTINGS_REFUSED, config.error))
  const options = { holdReason: shouldSendMessages ? null : HOLD_REASON, now: Date.now() }
  const restored = await restoreBackup(file, config.value, options)
  return printResult(restored.ok ? ok(restoredMessage(restored.value)) : err(restoreFailureMessage(restored.error)))
}

process.exitCode = await run(process.argv.slice(2))
