import { IMC_BASE } from '#server/http/paths.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

/** Time limit of every reply, also without a working database (D60). */
export const REPLY_TIMEOUT_MS = 10_000

/** The statuses of calls that need no database; an invented cookie is refused without it. */
const IN_MEMORY = new Map([
  ['/api/market/bvc/acciones', 200],
  ['/api/human-check/challenge', 200],
  ['/api/market/users/session', 401],
])

export interface TimedReply {
  readonly path: string
  readonly status: number
  readonly ms: number
}

/** Sends a request and measures the time until its whole reply. */
export async function timeCall(url: string, path: string, init: RequestInit = {}): Promise<TimedReply> {
  const before = performance.now()
  const reply = await fetch(`${url}${path}`, init)
  await reply.arrayBuffer()
  return { path, status: reply.status, ms: performance.now() - before }
}

/** Sends five calls at the same time: some need the database, the others only memory. */
export function callAll(url: string): Promise<readonly TimedReply[]> {
  const login = JSON.stringify({ usr_name: 'admin', entidad: 'ANDINA', usr_pwd: DEMO_PASSWORD })
  const json = { 'content-type': 'application/json' }
  return Promise.all([
    timeCall(url, '/api/market/bvc/acciones'),
    timeCall(url, '/api/market/users/session', { headers: { cookie: 'md_cliente=desconocida' } }),
    timeCall(url, `${IMC_BASE}/usuarios/login`, { method: 'POST', headers: json, body: login }),
    timeCall(url, '/api/market/pagos/ordenes/MD-2026-000001?acceso=desconocido'),
    timeCall(url, '/api/human-check/challenge'),
  ])
}

/** Returns the expected status of a call while the database does not reply. */
export const statusWithoutDatabase = (path: string): number => IN_MEMORY.get(path) ?? 503
