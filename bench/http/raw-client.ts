import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** A request of the raw client. */
export interface RawCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The JSON body of a POST. */
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export interface RawReply {
  readonly status: number
  readonly head: string
  readonly body: Buffer
}

/** The measurements of a run; latencies in milliseconds. */
export interface LoadResult {
  readonly seconds: number
  readonly latencies: readonly number[]
  /** Number of replies by HTTP status. */
  readonly statuses: ReadonlyMap<number, number>
}

const HEAD_END = Buffer.from('\r\n\r\n')

export function toBytes({ method, path, body, headers = {} }: RawCall): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all: Record<string, string> = { host: '127.0.0.1', 'accept-encoding': 'gzip, deflate, br', ...headers }
  if (body !== undefined) {
    all['content-type'] = 'application/json'
    all['content-length'] = String(Buffer.byteLength(text))
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n'))
}

/** A connection for one request at a time. It does minimal work. */
export interface RawConnection {
  /** Sends a request and returns its reply. Call it only after the previous reply. */
  exchange(request: Buffer): Promise<RawReply>
  close(): void
}

export function openConnection(host: string, port: number): RawConnection {
  let received = Buffer.alloc(0)
  let pending: { resolve(reply: RawReply): void; reject(error: Error): void } | null = null
  const socket: Socket = connect(port, host)
  socket.setNoDelay(true)

  function takeReply(): RawReply | null {
    const headEnd = received.indexOf(HEAD_END)
    if (headEnd === -1) return null
    const head = received.toString('latin1', 0, headEnd)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const end = headEnd + HEAD_END.length + length
    if (received.length < end) return null
    const body = received.subarray(headEnd + HEAD_END.length, end)
    received = received.subarray(end)
    return { status: Number(head.slice(9, 12)), head, body }
  }

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const reply = takeReply()
    if (reply === null) return
    const { resolve } = pending ?? {}
    pending = null
    resolve?.(reply)
  })
  const fail = (error: Error) => pending?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))

  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Returns the reply to one request. */
export async function exchangeOnce(host: string, port: number, call: RawCall): Promise<RawReply> {
  const connection = openConnection(host, port)
  const reply = await connection.exchange(toBytes(call))
  connection.close()
  return reply
}

export interface LoadOptions {
  readonly host: string
  readonly port: number
  readonly connections: number
  readonly durationMs: number
  /** Requests per second of all connections together. Default: as many as possible. */
  readonly rate?: number
  /** Returns the bytes of the next request. */
  readonly createRequest: () => Buffer
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Sends requests for `durationMs`. With a rate, the latency of a request starts when the request
 * was due, even if it waited for a connection. Otherwise a slow reply would hide the requests that
 * it delayed.
 */
export async function runLoad({
  host,
  port,
  connections,
  durationMs,
  rate,
  createRequest,
}: LoadOptions): Promise<LoadResult> {
  const openConnections = Array.from({ length: connections }, () => openConnection(host, port))
  const latencies: number[] = []
  const statuses = new Map<number, number>()
  const startedAt = performance.now()
  let sent = 0

  const findDueTime = () => (rate === undefined ? performance.now() : startedAt + (sent * 1_000) / rate)

  async function sendOneByOne(connection: RawConnection) {
    for (let due = findDueTime(); due - startedAt < durationMs; due = findDueTime()) {
      sent += 1
      const msUntilDue = due - performance.now()
      if (msUntilDue > 0) await wait(msUntilDue)
      const start = msUntilDue > 0 ? performance.now() : due
      const { status } = await connection.exchange(createRequest())
      latencies.push(performance.now() - start)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }

  await Promise.all(openConnections.map(sendOneByOne))
  const seconds = (performance.now() - startedAt) / 1_000
  for (const connection of openConnections) connection.close()
  return { seconds, latencies, statuses }
}
