import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { performance } from 'node:perf_hooks'

export interface RateOptions {
  readonly connections: number
  readonly roundMs: number
  readonly headers?: OutgoingHttpHeaders
}

/** Requests addresses on a fixed number of open connections. */
export interface RateClient {
  /** Returns the body of a reply; rejects unless its status is 200. */
  get(url: string): Promise<Buffer>
  /** Returns the requests per second of an address on all connections. */
  measure(url: string): Promise<number>
  close(): void
}

export function createRateClient({ connections, roundMs, headers }: RateOptions): RateClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  const get = (url: string) =>
    new Promise<Buffer>((resolve, reject) => {
      const sent = request(url, { agent, ...(headers && { headers }) }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => {
          if (reply.statusCode === 200) resolve(Buffer.concat(chunks))
          else reject(new Error(`${url}: ${reply.statusCode}`))
        })
      })
      sent.on('error', reject)
      sent.end()
    })

  return {
    get,
    async measure(url) {
      const start = performance.now()
      let count = 0
      const requestInTurn = async () => {
        while (performance.now() - start < roundMs) {
          await get(url)
          count += 1
        }
      }
      await Promise.all(Array.from({ length: connections }, requestInTurn))
      return (count * 1_000) / (performance.now() - start)
    },
    close: () => agent.destroy(),
  }
}
