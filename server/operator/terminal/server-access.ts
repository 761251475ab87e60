import { readConfig } from '#server/config/config.ts'
import { PORT_MESSAGE } from '#server/config/parse-settings.ts'
import { hideCredentials } from '#src/adapters/command-line/hide-credentials.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const NO_OPERATOR_KEY = 'Indique la clave del operador en OPERATOR_KEY; debe ser la misma del servidor.'

const formatInvalidUrl = (url: string): string =>
  `OPERATOR_URL no es la dirección de un servidor, como http://localhost:3000: ${hideCredentials(url)}`

const formatInvalidPort = (port: string): string => `PORT ${PORT_MESSAGE}: ${port}`

/** URL and operator key of the running server. */
export interface ServerAccess {
  /** Without a final slash. */
  readonly url: string
  readonly key: string
}

/**
 * Whether paths can be appended to a URL and requested. `fetch` refuses a URL with a user name.
 */
function isServerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
}

/**
 * Returns the URL of the server: OPERATOR_URL, else this machine with the PORT of the server. The
 * error names the variable of an invalid URL.
 */
function readUrl(env: NodeJS.ProcessEnv): Result<string, string> {
  const [urlSetting, port] = [env['OPERATOR_URL']?.trim() || null, env['PORT']?.trim() || '3000']
  const url = (urlSetting ?? `http://localhost:${port}`).replace(/\/+$/, '')
  if (isServerUrl(url)) return ok(url)
  return err(urlSetting === null ? formatInvalidPort(port) : formatInvalidUrl(urlSetting))
}

/** Reads the key of the server configuration; without a valid configuration, OPERATOR_KEY. */
function readKey(env: NodeJS.ProcessEnv): string | null {
  const config = readConfig(env)
  return config.ok ? config.value.operatorKey : (env['OPERATOR_KEY'] ?? null)
}

/** Reads the URL of the server and the operator key, or returns the error text. */
export function readServerAccess(env: NodeJS.ProcessEnv): Result<ServerAccess, string> {
  const url = readUrl(env)
  if (!url.ok) return url
  const key = readKey(env)
  return key === null ? err(NO_OPERATOR_KEY) : ok({ url: url.value, key })
}
