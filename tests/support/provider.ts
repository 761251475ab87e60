import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterFile } from '#tests/support/after-file.ts'

/** Sends the provider's reply to a request. */
export type ProviderReply = (response: ServerResponse, request: IncomingMessage) => void

/** A local server that acts as a provider of quotes, news or TRM. */
export interface TestProvider {
  readonly origin: string
  /** The requests so far. */
  readonly requests: readonly IncomingMessage[]
  /** Sets the reply to a path. */
  serve(path: string, reply: ProviderReply): void
  /** Sets one reply to all paths; null restores the reply of each path. */
  serveAll(reply: ProviderReply | null): void
}

/** Creates a reply with a content type and a body. */
export const sendBody =
  (type: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): ProviderReply =>
  (response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body)

/** Starts a provider that replies 404 to paths without a reply. It is closed after the file. */
export async function startProvider(): Promise<TestProvider> {
  const replies = new Map<string, ProviderReply>()
  const requests: IncomingMessage[] = []
  let commonReply: ProviderReply | null = null
  const server = createServer((request, response) => {
    requests.push(request)
    response.on('error', () => undefined)
    const reply = commonReply ?? replies.get((request.url ?? '').split('?')[0] ?? '')
    if (reply) reply(response, request)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    serve: (path, reply) => void replies.set(path, reply),
    serveAll(reply) {
      commonReply = reply
    },
  }
}

const MEGABYTE = Buffer.alloc(1_000_000, ' ')

/**
 * Creates a reply of up to 100 MB without a Content-Length, sent as fast as the client reads.
 * `onSent` runs before each MB.
 */
export const sendEndless =
  (type: string, onSent: () => void = () => {}): ProviderReply =>
  (response) => {
    response.writeHead(200, { 'content-type': type })
    let sent = 0
    const send = () => {
      while (sent < 100 && !response.destroyed) {
        sent++
        onSent()
        if (!response.write(MEGABYTE)) return response.once('drain', send)
      }
      return response.end()
    }
    send()
  }
