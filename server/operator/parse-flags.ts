import { type ParseArgsConfig, parseArgs } from 'node:util'

import { findFlagFailure, HELP_FLAG } from '#src/domain/command-flags.ts'
import { err, ok } from '#src/domain/result.ts'

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
