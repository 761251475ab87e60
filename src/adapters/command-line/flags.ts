import { type ParseArgsConfig, parseArgs } from 'node:util'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Why the flags or the words of a command line are refused; `help` requests the usage text. */
export type FlagFailure =
  | { readonly kind: 'help' }
  | { readonly kind: 'unknown-argument'; readonly text: string }
  | { readonly kind: 'missing'; readonly what: string }

/** The flags of a command by their name, as `parseArgs` of Node takes them. */
type Flags = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>

const HELP_FLAG = { help: { type: 'boolean', short: 'h' } } as const

interface FlagToken {
  readonly kind: 'option'
  readonly name: string
  /** The flag as it is written, such as `-h`. */
  readonly rawName: string
  readonly value: string | undefined
  /** Whether the value follows an equals sign. */
  readonly inlineValue: boolean | undefined
}

/** A part of a command line, as `parseArgs` of Node returns it. */
type CommandToken =
  | FlagToken
  | { readonly kind: 'positional'; readonly value: string }
  | { readonly kind: 'option-terminator' }

/** Finds an unknown flag, a flag without its value, or a switch with a value. */
function checkFlag(type: 'string' | 'boolean' | undefined, token: FlagToken): readonly FlagFailure[] {
  const { rawName, value = '', inlineValue = false } = token
  // `--entity --all` has no value; `--entity=--all` has.
  const hasValue = inlineValue || (value !== '' && !value.startsWith('-'))
  if (type === 'string') return hasValue ? [] : [{ kind: 'missing', what: rawName }]
  if (type === 'boolean' && !inlineValue) return []
  return [{ kind: 'unknown-argument', text: type === 'boolean' ? `${rawName}=${value}` : rawName }]
}

/** Finds the first refused flag, else the request of the usage text. */
function findFlagFailure(tokens: readonly CommandToken[], flags: Flags): FlagFailure | null {
  const used = tokens.filter((token) => token.kind === 'option')
  const failures = used.flatMap((token) =>
    checkFlag(Object.hasOwn(flags, token.name) ? flags[token.name]?.type : undefined, token),
  )
  return failures[0] ?? (used.some(({ name }) => name === 'help') ? { kind: 'help' } : null)
}

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

/** Returns the words of a command line. `names` has one name for each required word. */
export function readWords(words: readonly string[], names: readonly string[]): Result<readonly string[], FlagFailure> {
  const what = names[words.length]
  if (what !== undefined) return err({ kind: 'missing', what })
  const text = words[names.length]
  return text === undefined ? ok(words) : err({ kind: 'unknown-argument', text })
}
