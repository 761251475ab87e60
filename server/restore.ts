import {
  HOLD_REASON,
  RESTORE_SETTINGS_REFUSED,
  RESTORE_USAGE,
  restoredMessage,
  restoreFailureMessage,
} from '#server/backup/messages.ts'
import { restoreBackup } from '#server/backup/restore-archive.ts'
import { formatRefusedSettings, readStorageConfig } from '#server/config/config.ts'
import { printResult, printUsage, refuseUsage } from '#server/operator/terminal/command-line.ts'
import { parseFlags, readWords } from '#src/adapters/command-line/flags.ts'
import { err, ok } from '#src/domain/result.ts'

/** Restores a backup into empty storage, without a server (D60). Returns the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const parsed = parseFlags(argv, { 'send-messages': { type: 'boolean' } })
  if (!parsed.ok) return printUsage(parsed.error, RESTORE_USAGE)
  const words = readWords(parsed.value.words, ['ARCHIVO'])
  if (!words.ok) return printUsage(words.error, RESTORE_USAGE)
  const [file = ''] = words.value
  const config = readStorageConfig(process.env)
  if (!config.ok) return refuseUsage(formatRefusedSettings(RESTORE_SETTINGS_REFUSED, config.error))
  const options = { holdReason: parsed.value.values['send-messages'] === true ? null : HOLD_REASON, now: Date.now() }
  const restored = await restoreBackup(file, config.value, options)
  return printResult(restored.ok ? ok(restoredMessage(restored.value)) : err(restoreFailureMessage(restored.error)))
}

process.exitCode = await run(process.argv.slice(2))
