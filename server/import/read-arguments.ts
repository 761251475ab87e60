import { type FlagFailure, parseFlags, readWords } from '#src/adapters/command-line/flags.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The kind of file that `npm run import` imports. */
const KIND = 'deals'

/** Reads the arguments of `npm run import`. */
export function readImportArguments(
  argv: readonly string[],
): Result<{ readonly file: string; readonly skipBad: boolean }, FlagFailure> {
  const parsed = parseFlags(argv, { 'skip-bad': { type: 'boolean' } })
  if (!parsed.ok) return parsed
  const words = readWords(parsed.value.words, [KIND, 'ARCHIVO'])
  if (!words.ok) return words
  const [kind = '', file = ''] = words.value
  if (kind !== KIND) return err({ kind: 'unknown-argument', text: kind })
  return ok({ file, skipBad: parsed.value.values['skip-bad'] === true })
}
