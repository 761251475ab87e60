import { type FlagFailure, parseFlags, readWords } from '#src/adapters/command-line/flags.ts'
import { hideCredentials } from '#src/adapters/command-line/hide-credentials.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const TERMINAL_FLAGS = {
  url: { type: 'string' },
  demo: { type: 'boolean' },
  user: { type: 'string' },
} as const

const DEFAULT_SERVER_URL = 'http://localhost:3000'

interface TerminalArguments {
  /** The origin of the server. */
  readonly serverUrl: string
  readonly demo: boolean
  readonly user: string | undefined
}

type TerminalRefusal =
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
export function readTerminalArguments(argv: readonly string[]): Result<TerminalArguments, TerminalRefusal> {
  const parsed = parseFlags(argv, TERMINAL_FLAGS)
  if (!parsed.ok) return parsed
  const words = readWords(parsed.value.words, [])
  if (!words.ok) return words
  const { demo = false, url, user } = parsed.value.values
  const empty = Object.entries({ url, user }).find(([, value]) => value === '')
  if (empty !== undefined) return err({ kind: 'missing', what: `--${empty[0]}` })
  if (demo && url !== undefined) return err({ kind: 'demo-with-url' })
  const origin = readOrigin(url ?? DEFAULT_SERVER_URL)
  return origin.ok ? ok({ serverUrl: origin.value, demo, user }) : origin
}

export const TERMINAL_USAGE = `Uso: npm run terminal -- [--url URL | --demo] [--user NOMBRE]

  --url URL      el servidor (${DEFAULT_SERVER_URL} por omisión)
  --demo         el mercado simulado, sin servidor
  --user NOMBRE  ingresa con este usuario y muestra el mercado en tiempo real
  -h, --help     muestra esta ayuda`

function refusalText(refusal: Exclude<TerminalRefusal, { readonly kind: 'help' }>): string {
  switch (refusal.kind) {
    case 'unknown-argument':
      return `El argumento «${hideCredentials(refusal.text)}» no se admite.`
    case 'missing':
      return `Falta el valor de ${refusal.what}.`
    case 'demo-with-url':
      return '--demo y --url no van juntos.'
    case 'invalid-url':
      return `--url debe ser la dirección http o https de un servidor, sin ruta, como ${DEFAULT_SERVER_URL}: «${hideCredentials(refusal.url)}».`
  }
}

/** Explains refused arguments in one line. */
export const terminalRefusalMessage = (refusal: Exclude<TerminalRefusal, { readonly kind: 'help' }>): string =>
  `${refusalText(refusal)} Ayuda: npm run terminal -- --help`
