import { readConfig } from '#server/config/config.ts'

/** URL and operator key of the running server. */
export interface ServerAccess {
  /** Without a final slash. */
  readonly url: string
  readonly key: string
}

/** Returns the URL of the server: OPERATOR_URL, else this machine with the PORT of the server. */
const readUrl = ({ OPERATOR_URL: url, PORT: port = '3000' }: NodeJS.ProcessEnv): string =>
  (url ?? `http://localhost:${port}`).replace(/\/+$/, '')

/** Reads the key of the server configuration; without a valid configuration, OPERATOR_KEY. */
function readKey(env: NodeJS.ProcessEnv): string | null {
  const config = readConfig(env)
  return config.ok ? config.value.operatorKey : (env['OPERATOR_KEY'] ?? null)
}

/** Reads the URL of the server and the operator key; null without a key. */
export function readServerAccess(env: NodeJS.ProcessEnv): ServerAccess | null {
  const key = readKey(env)
  return key === null ? null : { url: readUrl(env), key }
}
