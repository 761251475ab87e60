import { ADMINISTRATOR_COMMANDS } from '#server/operator/terminal/administrator-commands.ts'
import { AUDIT_COMMANDS } from '#server/operator/terminal/audit-commands.ts'
import { CATALOGUE_COMMANDS } from '#server/operator/terminal/catalogue-commands.ts'
import { CLIENT_COMMANDS, REGISTRATION_COMMANDS } from '#server/operator/terminal/client-commands.ts'
import { formatCallFailure } from '#server/operator/terminal/client-messages.ts'
import {
  type Command,
  type CommandArguments,
  type CommandFailure,
  type ReadyCommand,
  Refusal,
} from '#server/operator/terminal/command.ts'
import { DEAL_COMMANDS } from '#server/operator/terminal/deal-commands.ts'
import { DEMO_COMMANDS } from '#server/operator/terminal/demo-commands.ts'
import { GOVERNANCE_COMMANDS } from '#server/operator/terminal/governance-commands.ts'
import { KEY_COMMANDS } from '#server/operator/terminal/key-commands.ts'
import type { OperatorClient } from '#server/operator/terminal/operator-client.ts'
import { ORDER_COMMANDS } from '#server/operator/terminal/order-commands.ts'
import { PUSH_COMMANDS } from '#server/operator/terminal/push-commands.ts'
import { REQUEST_COMMANDS } from '#server/operator/terminal/request-commands.ts'
import { SCREEN_COMMANDS } from '#server/operator/terminal/screen-commands.ts'
import { FEED_COMMANDS, MESSAGE_COMMANDS } from '#server/operator/terminal/upkeep-commands.ts'
import { parseFlags } from '#src/adapters/command-line/flags.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** All commands by subject, in the order of the help. A new group of commands is added here. */
const COMMAND_GROUPS: readonly (readonly Command[])[] = [
  REQUEST_COMMANDS,
  CATALOGUE_COMMANDS,
  GOVERNANCE_COMMANDS,
  ADMINISTRATOR_COMMANDS,
  SCREEN_COMMANDS,
  CLIENT_COMMANDS,
  REGISTRATION_COMMANDS,
  ORDER_COMMANDS,
  DEAL_COMMANDS,
  MESSAGE_COMMANDS,
  DEMO_COMMANDS,
  PUSH_COMMANDS,
  FEED_COMMANDS,
  KEY_COMMANDS,
  AUDIT_COMMANDS,
]

/** The commands of all groups. */
export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flat()

/** Column of the summaries. */
const SUMMARY_COLUMN = 40

/** Formats a command with its summary: on the same line, or after a long command on the next. */
function formatCommand({ name, usage, summary }: Command): string {
  const command = `  ${name} ${usage}`.trimEnd()
  return command.length < SUMMARY_COLUMN
    ? `${command.padEnd(SUMMARY_COLUMN)}${summary}`
    : `${command}\n${' '.repeat(SUMMARY_COLUMN)}${summary}`
}

/** The text of `--help`. */
export const OPERATOR_USAGE = `Uso: npm run operator -- ORDEN

${COMMAND_GROUPS.map((group) => group.map(formatCommand).join('\n')).join('\n\n')}

REF es una referencia como S-2026-00420. El servidor debe estar en ejecución: se llama en OPERATOR_URL
(http://localhost:PORT por omisión) con la clave de OPERATOR_KEY, o con una creada con keys add que tenga el alcance de la orden.`

type Values = Readonly<Record<string, unknown>>

const FLAGS: Record<string, { type: 'string' | 'boolean' }> = Object.fromEntries([
  ...COMMANDS.flatMap(({ flags = [] }) => flags.map((flag) => [flag, { type: 'string' }] as const)),
  ...COMMANDS.flatMap(({ switches = [] }) => switches.map((flag) => [flag, { type: 'boolean' }] as const)),
])

function createArguments(values: Values, words: readonly string[]): CommandArguments {
  function readText(flag: string): string | null {
    const value = values[flag]
    return typeof value === 'string' ? value : null
  }

  function readRequired(flag: string): string {
    const value = readText(flag)?.trim() ?? ''
    if (value === '') throw new Refusal({ kind: 'missing', what: `--${flag}` })
    return value
  }

  return {
    words,
    readWord(index, what) {
      const word = words[index]
      if (word === undefined) throw new Refusal({ kind: 'missing', what })
      return word
    },
    has: (flag) => values[flag] !== undefined,
    readText,
    readRequired,
    readWholeNumber(flag) {
      const value = readRequired(flag)
      if (!/^\d{1,10}$/.test(value)) throw new Refusal({ kind: 'bad-value', what: `--${flag}`, value })
      return Number(value)
    },
    readOnOff(flag) {
      const value = readRequired(flag)
      if (value !== 'on' && value !== 'off') throw new Refusal({ kind: 'bad-value', what: `--${flag}`, value })
      return value === 'on'
    },
  }
}

/**
 * Finds the command that the first two words name, else the first word. Returns the command and the
 * words after its name; null for an unknown command.
 */
function findCommand(words: readonly string[]): readonly [Command, readonly string[]] | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = words.length < length ? undefined : COMMANDS.find((candidate) => candidate.name === name)
    if (command !== undefined) return [command, words.slice(length)]
  }
  return null
}

/** Reads the words and flags of a command. Refuses unknown words and flags. */
function readInput(command: Command, values: Values, words: readonly string[]): Result<ReadyCommand, CommandFailure> {
  const { wordCount = 0, flags = [], switches = [] } = command
  const extra = words[wordCount]
  if (extra !== undefined) return err({ kind: 'unknown-argument', text: extra })
  const flag = Object.keys(values).find((name) => ![...flags, ...switches].includes(name))
  if (flag !== undefined) return err({ kind: 'unknown-argument', text: `--${flag}` })
  try {
    return ok(command.read(createArguments(values, words)))
  } catch (error) {
    if (error instanceof Refusal) return err(error.failure)
    throw error
  }
}

/** Parses the command line. */
export function readCommand(argv: readonly string[]): Result<ReadyCommand, CommandFailure> {
  const parsed = parseFlags(argv, FLAGS)
  if (!parsed.ok) return parsed
  const { values, words } = parsed.value
  if (words.length === 0) return err({ kind: 'no-command' })
  const match = findCommand(words)
  return match === null
    ? err({ kind: 'unknown-command', text: words.join(' ') })
    : readInput(match[0], values, match[1])
}

/** Calls the server for a command. Returns the output or the error text. */
export async function runCommand(
  client: OperatorClient,
  { name, call }: ReadyCommand,
): Promise<Result<string, string>> {
  if (call === undefined) throw new Error(`command ${name} calls no server`)
  const result = await call(client)
  return result.ok ? result : err(formatCallFailure(result.error))
}
