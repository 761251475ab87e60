import { type FlagFailure, parseFlags, readWords } from '#src/adapters/command-line/flags.ts'
import { hideCredentials } from '#src/adapters/command-line/hide-credentials.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const TERMINAL_FLAGS = {
  url: { type: 'string' },
  demo: { type: 'boolean' },
  user: { type: 'string' },
  entity: { type: 'string' },
} as const

const DEFAULT_SERVER_URL = 'http://localhost:3000'

/** What the back-office shows. */
export type BackOfficeQuery =
  | { readonly kind: 'users' | 'subscriptions' | 'requests' }
  | { readonly kind: 'screens'; readonly number: string }
  | { readonly kind: 'request'; readonly reference: string }

interface BackOfficeArguments {
  readonly entity: string
  readonly username: string
  readonly query: BackOfficeQuery
}

export interface TerminalArguments {
  /** The origin of the server. */
  readonly serverUrl: string
  readonly demo: boolean
  /** The client who signs in; undefined for a visitor and in the back-office. */
  readonly user: string | undefined
  readonly backOffice: BackOfficeArguments | null
}

type TerminalRefusal =
  | FlagFailure
  | { readonly kind: 'demo-with-url' }
  | { readonly kind: 'unknown-query'; readonly text: string }
  | { readonly kind: 'invalid-url'; readonly url: string }

/**
 * Returns the origin of an http or https URL. Refuses a URL with more than its origin: the HTTP
 * adapters resolve absolute paths against it, so that the rest would be lost.
 */
function readOrigin(url: string): Result<string, TerminalRefusal> {
  const { href, origin, protocol } = URL.canParse(url) ? new URL(url) : { href: '', origin: '', protocol: '' }
  return /^https?:$/.test(protocol) && href === `${origin}/` ? ok(origin) : err({ kind: 'invalid-url', url })
}

/** Reads the words of the back-office: a query, and its number or reference. */
function readQuery([name = '', ...rest]: readonly string[]): Result<BackOfficeQuery, TerminalRefusal> {
  const [argument, extra] = rest
  const takesArgument = name === 'pantallas' || name === 'solicitud'
  const unknown = takesArgument ? extra : argument
  if (unknown !== undefined && unknown !== '') return err({ kind: 'unknown-argument', text: unknown })
  switch (name) {
    case 'usuarios':
      return ok({ kind: 'users' })
    case 'pantallas':
      return ok(argument ? { kind: 'screens', number: argument } : { kind: 'subscriptions' })
    case 'solicitudes':
      return ok({ kind: 'requests' })
    case 'solicitud':
      return argument ? ok({ kind: 'request', reference: argument }) : err({ kind: 'missing', what: 'REFERENCIA' })
    default:
      return err({ kind: 'unknown-query', text: name })
  }
}

type Face = Pick<TerminalArguments, 'user' | 'backOffice'>

/** With an entity, the back-office; without one, the market. */
function readFace(
  { entity, user }: { readonly entity?: string; readonly user?: string },
  words: readonly string[],
): Result<Face, TerminalRefusal> {
  if (entity === undefined) {
    const none = readWords(words, [])
    return none.ok ? ok({ user, backOffice: null }) : none
  }
  if (user === undefined) return err({ kind: 'missing', what: '--user' })
  const query = readQuery(words)
  return query.ok ? ok({ user: undefined, backOffice: { entity, username: user, query: query.value } }) : query
}

/** Reads the arguments of the terminal program. */
export function readTerminalArguments(argv: readonly string[]): Result<TerminalArguments, TerminalRefusal> {
  const parsed = parseFlags(argv, TERMINAL_FLAGS)
  if (!parsed.ok) return parsed
  const { demo = false, url, ...names } = parsed.value.values
  const empty = Object.entries({ url, ...names }).find(([, value]) => value === '')
  if (empty !== undefined) return err({ kind: 'missing', what: `--${empty[0]}` })
  const face = readFace(names, parsed.value.words)
  if (!face.ok) return face
  if (demo && url !== undefined) return err({ kind: 'demo-with-url' })
  const origin = readOrigin(url ?? DEFAULT_SERVER_URL)
  return origin.ok ? ok({ serverUrl: origin.value, demo, ...face.value }) : origin
}

const QUERIES = 'usuarios, pantallas, solicitudes o solicitud REFERENCIA'

export const TERMINAL_USAGE = `Uso: npm run terminal -- [--url URL | --demo] [--user NOMBRE]
     npm run terminal -- [--url URL | --demo] --entity ENTIDAD --user NOMBRE CONSULTA

  --url URL         el servidor (${DEFAULT_SERVER_URL} por omisión)
  --demo            el mercado simulado, sin servidor
  --user NOMBRE     ingresa con este usuario y muestra el mercado en tiempo real
  --entity ENTIDAD  ingresa al área de esta entidad y muestra una CONSULTA
  -h, --help        muestra esta ayuda

Las consultas de una entidad:
  usuarios               sus usuarios
  pantallas [NÚMERO]     las pantallas de una suscripción; sin número, las suscripciones
  solicitudes            sus solicitudes
  solicitud REFERENCIA   sigue una solicitud hasta que termina`

function refusalText(refusal: Exclude<TerminalRefusal, { readonly kind: 'help' }>): string {
  switch (refusal.kind) {
    case 'unknown-argument':
      return `El argumento «${hideCredentials(refusal.text)}» no se admite.`
    case 'missing':
      return `Falta el valor de ${refusal.what}.`
    case 'unknown-query':
      return refusal.text === ''
        ? `Indique qué consultar: ${QUERIES}.`
        : `La consulta «${hideCredentials(refusal.text)}» no existe. Use ${QUERIES}.`
    case 'demo-with-url':
      return '--demo y --url no van juntos.'
    case 'invalid-url':
      return `--url debe ser la dirección http o https de un servidor, sin ruta, como ${DEFAULT_SERVER_URL}: «${hideCredentials(refusal.url)}».`
  }
}

/** Explains refused arguments in one line. */
export const terminalRefusalMessage = (refusal: Exclude<TerminalRefusal, { readonly kind: 'help' }>): string =>
  `${refusalText(refusal)} Ayuda: npm run terminal -- --help`
