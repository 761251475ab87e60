import type { CallFailure, OperatorClient } from '#server/operator/terminal/operator-client.ts'
import type { FlagFailure } from '#src/adapters/command-line/flags.ts'
import type { Result } from '#src/domain/result.ts'

/** Why a command line is invalid; `help` requests the usage text. */
export type CommandFailure =
  | FlagFailure
  | { readonly kind: 'no-command' }
  | { readonly kind: 'unknown-command'; readonly text: string }
  | { readonly kind: 'bad-value'; readonly what: string; readonly value: string }

/** Error: the command line is invalid. */
export class Refusal extends Error {
  readonly failure: CommandFailure
  constructor(failure: CommandFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** The values of a command line; the reading methods throw a `Refusal`. */
export interface CommandArguments {
  /** The words after the command. */
  readonly words: readonly string[]
  /** Returns the word at this position after the command. `what` is its name in the error. */
  readWord(index: number, what: string): string
  has(flag: string): boolean
  /** Returns the value of a flag; null without the flag. */
  readText(flag: string): string | null
  /** Returns the trimmed value of a required flag. */
  readRequired(flag: string): string
  /** Returns the value of a required flag as a number of up to ten digits. */
  readWholeNumber(flag: string): number
  /** Returns true for `on` and false for `off` of a required flag. */
  readOnOff(flag: string): boolean
}

/** Reads the reference of a request, an order or a registration after the command. */
export const readReference = (values: CommandArguments) => ({ reference: values.readWord(0, 'REF') })

/** The output of a command, or why its call failed. */
export type CallOutput = Promise<Result<string, CallFailure>>

/** The output of a command without a server, or the error text. */
type LocalOutput = Promise<Result<string, string>>

/** The syntax and summary of a command, for the help text. */
interface CommandHelp {
  /** The first one or two words. */
  readonly name: string
  /** Words and flags of the command, as the help shows them. */
  readonly usage: string
  readonly summary: string
  /** Number of words after the name. Default: 0. */
  readonly wordCount?: number
  /** Flags with a value. */
  readonly flags?: readonly string[]
  /** Flags without a value. */
  readonly switches?: readonly string[]
}

/** A parsed command line; tests read its input. */
export interface ReadyCommand {
  readonly name: string
  readonly input: unknown
  /** Calls the running server. */
  readonly call?: (client: OperatorClient) => CallOutput
  /** Runs without a server, with the settings of the server. */
  readonly runLocally?: (env: NodeJS.ProcessEnv) => LocalOutput
}

export interface Command extends CommandHelp {
  read(values: CommandArguments): ReadyCommand
}

/** Defines a command that calls the running server. */
export const defineCall = <T>(
  parts: CommandHelp & {
    readonly read: (values: CommandArguments) => T
    readonly run: (client: OperatorClient, input: T) => CallOutput
  },
): Command => ({
  ...parts,
  read: (values) => {
    const input = parts.read(values)
    return { name: parts.name, input, call: (client) => parts.run(client, input) }
  },
})

/**
 * Defines a command that runs without a server. The command must refuse to run next to a server if
 * that is unsafe.
 */
export const defineLocal = <T>(
  parts: CommandHelp & {
    readonly read: (values: CommandArguments) => T
    readonly run: (env: NodeJS.ProcessEnv, input: T) => LocalOutput
  },
): Command => ({
  ...parts,
  read: (values) => {
    const input = parts.read(values)
    return { name: parts.name, input, runLocally: (env) => parts.run(env, input) }
  },
})
