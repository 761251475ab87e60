import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type FlagFailure, findFlagFailure, HELP_FLAG } from '#src/domain/command-flags.ts'
import { err, ok } from '#src/domain/result.ts'
import { hideCredentials } from '#src/domain/url-credentials.ts'

/** Error message for refused flags or words. */
export const flagFailureMessage = (failure: Exclude<FlagFailure, { readonly kind: 'help' }>): string =>
  failure.kind === 'missing'
    ? `Falta ${failure.what}.`
    : `El argumento «${hideCredentials(failure.text)}» no se admite en esta orden.`

/** Parses the flags of a command line. `--help` and `-h` request the usage text. */
export function parseFlags<T extends NonNullable<ParseArgsConfig['options']>>(argv: readonly string[], flags: T) {
  const args = [...argv]
  const options = { ...flags, ...HELP_FLAG }
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true })
  const failure = findFlagFailure(tokens, options)
  if (failure !== null) return err(failure)
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  return ok({ values, words: positionals })
}
