import { BACKUP_USAGE, savedMessage } from '#server/backup/messages.ts'
import { saveBackup } from '#server/backup/save-backup.ts'
import { printResult, printUsage, refuseUsage } from '#server/operator/terminal/command-line.ts'
import { readServerAccess } from '#server/operator/terminal/server-access.ts'
import { parseFlags, readWords } from '#src/adapters/command-line/flags.ts'
import { ok } from '#src/domain/result.ts'

/** Saves a backup of the running server in a file (D60). Returns the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const parsed = parseFlags(argv, {})
  if (!parsed.ok) return printUsage(parsed.error, BACKUP_USAGE)
  const words = readWords(parsed.value.words, ['ARCHIVO'])
  if (!words.ok) return printUsage(words.error, BACKUP_USAGE)
  const [file = ''] = words.value
  const access = readServerAccess(process.env)
  if (!access.ok) return refuseUsage(access.error)
  const saved = await saveBackup({ ...access.value, file })
  return printResult(saved.ok ? ok(savedMessage(file, saved.value)) : saved)
}

process.exitCode = await run(process.argv.slice(2))
