import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { performance } from 'node:perf_hooks'

export interface RateOptions {
  readonly connections: number
  readonly roundMs: number
  readonly headers?: OutgoingHttpHeaders
}

/** Requests addresses on a fixed number of open connections. */
export interface RateClient {
  /** Returns the body of a reply. Rejects when the status is not 200. */
  get(url: string): Promise<Buffer>
  /** Returns the `ETag` of a reply, or ''. */
  findTag(url: string): Promise<string>
  /**
   * Requests an address for one round on all connections, and returns the requests per second. With
   * a tag, every reply must be a 304.
   */
  measure(url: string, tag?: string): Promise<number>
  close(): void
}

export function createRateClient({ connections, roundMs, headers }: RateOptions): RateClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  const send = (url: string, tag?: string) =>
    new Promise<{ readonly body: Buffer; readonly tag: string }>((resolve, reject) => {
      const expected = tag === undefined ? 200 : 304
      const condition = tag === undefined ? {} : { 'if-none-match': tag }
      const outgoing = request(url, { agent, headers: { ...headers, ...condition } }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => {
          if (reply.statusCode !== expected) reject(new Error(`${url}: ${reply.statusCode}`))
          else resolve({ body: Buffer.concat(chunks), tag: reply.headers.etag ?? '' })
        })
      })
      outgoing.on('error', reject)
      outgoing.end()
    })

  return {
    get: async (url) => (await send(url)).body,
    findTag: async (url) => (await send(url)).tag,
    async measure(url, tag) {
      const start = performance.now()
      let count = 0
      const requestRepeatedly = async () => {
        while (performance.now() - start < roundMs) {
          await send(url, tag)
          count += 1
        }
      }
      await Promise.all(Array.from({ length: connections }, requestRepeatedly))
      return (count * 1_000) / (performance.now() - start)
    },
    close: () => agent.destroy(),
  }
}
