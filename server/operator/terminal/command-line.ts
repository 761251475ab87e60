import type { FlagFailure } from '#src/adapters/command-line/flags.ts'
import { hideCredentials } from '#src/adapters/command-line/hide-credentials.ts'
import type { Result } from '#src/domain/result.ts'

/** Exit codes of the commands. */
export const EXIT_OK = 0
export const EXIT_REFUSED = 1
export const EXIT_USAGE = 2

export const print = (text: string) => void process.stdout.write(`${text}\n`)
export const printError = (text: string) => void process.stderr.write(`${text}\n`)

/** Prints why a command line is invalid. Returns the exit code. */
export function refuseUsage(text: string): number {
  printError(text)
  return EXIT_USAGE
}

/** Error message for refused flags or words. */
export const flagFailureMessage = (failure: Exclude<FlagFailure, { readonly kind: 'help' }>): string =>
  failure.kind === 'missing'
    ? `Falta ${failure.what}.`
    : `El argumento «${hideCredentials(failure.text)}» no se admite en esta orden.`

/** Prints the usage text, after the reason of refused flags or words. Returns the exit code. */
export function printUsage(failure: FlagFailure, usage: string): number {
  if (failure.kind !== 'help') return refuseUsage(`${flagFailureMessage(failure)}\n\n${usage}`)
  print(usage)
  return EXIT_OK
}

/** Prints the output or the error of a command. Returns the exit code. */
export function printResult(result: Result<string, string>): number {
  if (result.ok) print(result.value)
  else printError(result.error)
  return result.ok ? EXIT_OK : EXIT_REFUSED
}
