import {
  type CommandToken,
  type FlagFailure,
  findFlagFailure,
  HELP_FLAG,
  readWords,
} from '#src/domain/command-flags.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

export const TERMINAL_FLAGS = {
  ...HELP_FLAG,
  url: { type: 'string' },
  demo: { type: 'boolean' },
  user: { type: 'string' },
} as const

export const DEFAULT_SERVER_URL = 'http://localhost:3000'

export interface TerminalArguments {
  /** The origin of the server. */
  readonly serverUrl: string
  readonly demo: boolean
  readonly user: string | undefined
}

export type TerminalRefusal =
  | FlagFailure
  | { readonly kind: 'demo-with-url' }
  | { readonly kind: 'invalid-url'; readonly url: string }

/**
 * Returns the origin of an http or https URL. Refuses a URL with more than its origin: the HTTP
 * adapters resolve absolute paths against it, so that the rest would be lost.
 */
function readOrigin(url: string): Result<string, TerminalRefusal> {
  const { href, origin, protocol } = URL.canParse(url) ? new URL(url) : { href: '', origin: '', protocol: '' }
  return /^https?:$/.test(protocol) && href === `${origin}/` ? ok(origin) : err({ kind: 'invalid-url', url })
}

/** Reads the arguments of the terminal program. */
export function readTerminalArguments(tokens: readonly CommandToken[]): Result<TerminalArguments, TerminalRefusal> {
  const failure = findFlagFailure(tokens, TERMINAL_FLAGS)
  if (failure !== null) return err(failure)
  const words = readWords(
    tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    [],
  )
  if (!words.ok) return words
  const values = new Map(tokens.flatMap((token) => (token.kind === 'option' ? [[token.name, token.value]] : [])))
  const empty = [...values].find(([, value]) => value === '')
  if (empty !== undefined) return err({ kind: 'missing', what: `--${empty[0]}` })
  const demo = values.has('demo')
  if (demo && values.has('url')) return err({ kind: 'demo-with-url' })
  const origin = readOrigin(values.get('url') ?? DEFAULT_SERVER_URL)
  return origin.ok ? ok({ serverUrl: origin.value, demo, user: values.get('user') }) : origin
}
