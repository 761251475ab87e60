import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

import { startTcpProxy, type TcpProxy } from '#bench/failover/tcp-proxy.ts'
import type { TrialProcess } from '#bench/faults/start-server.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'

/** How the writer of the market is lost. */
export const FAULTS = ['killed', 'stopped', 'cut from the database'] as const
export type Fault = (typeof FAULTS)[number]

export interface FailoverParts {
  readonly databaseUrl: string
  readonly operatorKey: string
  /** Starts a server with these environment variables; resolves when it accepts requests. */
  readonly start: (env: Readonly<Record<string, string>>) => Promise<TrialProcess>
  readonly servers: number
  readonly rounds: number
  /** Called after each fault. */
  readonly onFault?: (fault: Fault, takeover: number, gap: number) => void
}

export interface FailoverReport {
  /** Time from a fault to the next turn, in milliseconds. */
  readonly takeovers: Readonly<Record<Fault, readonly number[]>>
  /** Longest time between two acknowledged batches around a fault, in milliseconds. */
  readonly gaps: readonly number[]
  readonly acknowledged: number
  /** Acknowledged deals that the database does not have. */
  readonly lost: readonly string[]
  /** Deals that it has more than once, or with numbers that repeat or have gaps. */
  readonly doubled: readonly string[]
  /** Batches that were acknowledged before another one was sent, but have later numbers. */
  readonly misordered: readonly string[]
  /** Lines of the log that an earlier writer added after a later one. */
  readonly staleLines: number
  /** Whether every server shows the same chart of the day, with every deal. */
  readonly isEqual: boolean
}

const DATE = '2026-11-20'
const DEALS_PER_BATCH = 5
const SENDERS = 3

interface Server {
  readonly proxy: TcpProxy
  process: TrialProcess
}

/** A batch that was acknowledged: when it was sent first, and when the reply came. */
interface Acknowledged {
  readonly ids: readonly string[]
  readonly sentAt: number
  readonly repliedAt: number
}

const toWireDeals = (ids: readonly string[]) =>
  ids.map((id, index) => ({
    ...{ id, mercado: 71, plazo: 0, sector: 1, origen: 'negociada', precio: 4_100 + index, monto: 1_000 },
    hora: `${DATE}T10:00:0${index}-05:00`,
  }))

/** Sends a batch to some server until one acknowledges it. */
async function sendUntilAcknowledged(
  { operatorKey }: FailoverParts,
  servers: readonly Server[],
  ids: readonly string[],
  first: number,
): Promise<Acknowledged> {
  const sentAt = performance.now()
  const body = JSON.stringify({ operaciones: toWireDeals(ids) })
  for (let attempt = 0; ; attempt += 1) {
    const url = servers[(first + attempt) % servers.length]?.process.url ?? ''
    const reply = await fetch(url + MARKET_BASE + MARKET_PATHS.deals, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: operatorKey },
      body,
      signal: AbortSignal.timeout(1_500),
    }).catch(() => null)
    if (reply?.status === 200) return { ids, sentAt, repliedAt: performance.now() }
    if (reply !== null && reply.status < 500 && reply.status !== 429)
      throw new Error(`a batch was refused: ${reply.status} ${await reply.text()}`)
    await wait(50)
  }
}

const readLease = async (client: pg.Client) =>
  (await client.query<{ turn: string; address: string }>('select turn, address from market_lease')).rows[0]

/** Waits until a process other than that of `turn` writes the market. Returns the time in ms. */
async function measureTakeover(client: pg.Client, turn: string): Promise<number> {
  const start = performance.now()
  while ((await readLease(client))?.turn === turn) await wait(10)
  return performance.now() - start
}

async function readChart({ process }: Server): Promise<string> {
  const reply = await fetch(process.url + MARKET_BASE + MARKET_PATHS.intraday, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fecha: DATE, mercado: 71, delay: 15 }),
  }).catch(() => null)
  return reply?.status === 200 ? reply.text() : ''
}

/** Waits up to 30 s until all servers show the same chart. */
async function waitForEqualCharts(servers: readonly Server[]): Promise<boolean> {
  const end = performance.now() + 30_000
  while (performance.now() < end) {
    const charts = new Set(await Promise.all(servers.map(readChart)))
    if (charts.size === 1 && !charts.has('')) return true
    await wait(200)
  }
  return false
}

/**
 * Runs servers on one database, sends them batches of deals all the time, and takes the writer away
 * `rounds` times with each fault. Then checks the database and every server against what was
 * acknowledged.
 */
export async function runFailover(parts: FailoverParts): Promise<FailoverReport> {
  const { databaseUrl, rounds, onFault = () => {} } = parts
  const client = new pg.Client({ connectionString: databaseUrl })
  const servers: Server[] = []

  async function startServer(proxy: TcpProxy): Promise<TrialProcess> {
    return parts.start({ DATABASE_URL: proxy.databaseUrl, MARKET_SOURCE: 'ingest', MARKET_CLOCK: 'real' })
  }

  for (let index = 0; index < parts.servers; index += 1) {
    const proxy = await startTcpProxy(databaseUrl)
    servers.push({ proxy, process: await startServer(proxy) })
  }
  await client.connect()

  const acknowledged: Acknowledged[] = []
  let isSending = true

  async function sendBatches(sender: number) {
    for (let batch = 0; isSending; batch += 1) {
      const ids = Array.from({ length: DEALS_PER_BATCH }, (_, index) => `${sender}-${batch}-${index}`)
      acknowledged.push(await sendUntilAcknowledged(parts, servers, ids, sender + batch))
      await wait(20)
    }
  }

  const takeovers: Record<Fault, number[]> = { killed: [], stopped: [], 'cut from the database': [] }
  const gaps: number[] = []

  async function findWriter(): Promise<Server> {
    for (;;) {
      const address = (await readLease(client))?.address
      const found = servers.find(({ process }) => process.url === address)
      if (found) return found
      await wait(20)
    }
  }

  async function repair(fault: Fault, server: Server) {
    if (fault === 'killed') server.process = await startServer(server.proxy)
    else if (fault === 'stopped') server.process.child.kill('SIGCONT')
    else server.proxy.restore()
  }

  async function cause(fault: Fault) {
    const writer = await findWriter()
    const turn = (await readLease(client))?.turn ?? ''
    const start = performance.now()
    if (fault === 'killed') writer.process.child.kill('SIGKILL')
    else if (fault === 'stopped') writer.process.child.kill('SIGSTOP')
    else writer.proxy.cut()
    const takeover = await measureTakeover(client, turn)
    takeovers[fault].push(takeover)
    const count = acknowledged.length
    while (acknowledged.length < count + SENDERS) await wait(10)
    const gap = (acknowledged[count]?.repliedAt ?? 0) - start
    gaps.push(gap)
    onFault(fault, takeover, gap)
    await repair(fault, writer)
    await wait(300)
  }

  try {
    const sending = Promise.all(Array.from({ length: SENDERS }, (_, sender) => sendBatches(sender)))
    await wait(500)
    for (let round = 0; round < rounds; round += 1) for (const fault of FAULTS) await cause(fault)
    isSending = false
    await sending
    const isEqual = await waitForEqualCharts(servers)
    return { takeovers, gaps, ...(await check(client, acknowledged)), isEqual }
  } finally {
    isSending = false
    for (const { process, proxy } of servers) {
      process.child.kill('SIGCONT')
      process.child.kill('SIGKILL')
      proxy.close()
    }
    await client.end()
  }
}

/** Finds the batches that were sent after the reply to another one, but have earlier numbers. */
function findMisordered(acknowledged: readonly Acknowledged[], sequences: ReadonlyMap<string, number>) {
  const events = acknowledged.flatMap(({ ids, sentAt, repliedAt }) => {
    const sequence = sequences.get(ids[0] ?? '') ?? Number.POSITIVE_INFINITY
    return [
      { at: sentAt, id: ids[0] ?? '', sequence, isReply: false },
      { at: repliedAt, id: '', sequence, isReply: true },
    ]
  })
  let lastReplied = 0
  const misordered: string[] = []
  for (const { id, sequence, isReply } of events.sort((a, b) => a.at - b.at)) {
    if (isReply) lastReplied = Math.max(lastReplied, sequence)
    else if (sequence < lastReplied) misordered.push(id)
  }
  return misordered
}

/** Compares the database with the acknowledged batches. */
async function check(client: pg.Client, acknowledged: readonly Acknowledged[]) {
  const { rows } = await client.query<{ id: string; sequence: string }>('select id, sequence from market_deals')
  const sequences = new Map(rows.map(({ id, sequence }) => [id, Number(sequence)]))
  const sorted = [...sequences.values()].sort((a, b) => a - b)
  const doubled = sorted.flatMap((sequence, index) => (sequence === index + 1 ? [] : [`number ${sequence}`]))
  const lines = await client.query<{ turn: string }>('select turn from market_log order by id')
  const turns = lines.rows.map(({ turn }) => Number(turn))
  return {
    acknowledged: acknowledged.length * DEALS_PER_BATCH,
    lost: acknowledged.flatMap(({ ids }) => ids.filter((id) => !sequences.has(id))),
    doubled: rows.length === sequences.size ? doubled : ['an id'],
    misordered: findMisordered(acknowledged, sequences),
    staleLines: turns.filter((turn, index) => turn < (turns[index - 1] ?? 0)).length,
  }
}
