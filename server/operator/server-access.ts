import { readConfig } from '#server/config/config.ts'

/** Address and operator key of the running server. */
export interface ServerAccess {
  /** Without a final slash. */
  readonly url: string
  readonly key: string
}

/** Returns the address of the server: OPERATOR_URL, else this machine with the server's PORT. */
const readUrl = ({ OPERATOR_URL: url, PORT: port = '3000' }: NodeJS.ProcessEnv): string =>
  (url ?? `http://localhost:${port}`).replace(/\/+$/, '')

/** Reads the configured key, or OPERATOR_KEY on a machine without the server's configuration. */
function readKey(env: NodeJS.ProcessEnv): string | null {
  const config = readConfig(env)
  return config.ok ? config.value.operatorKey : (env['OPERATOR_KEY'] ?? null)
}

/** Reads the address and the key of the operator; null without a key. */
export function readServerAccess(env: NodeJS.ProcessEnv): ServerAccess | null {
  const key = readKey(env)
  return key === null ? null : { url: readUrl(env), key }
}
