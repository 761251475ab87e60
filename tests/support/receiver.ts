import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request that a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * Starts a receiver of webhooks that replies with the status that the test sets; 0 closes the
 * connection. It ends with the test, or with the file for `afterFile`.
 */
export async function startReceiver(status = 204, onEnd: (close: () => void) => void = onTestFinished) {
  const received: Received[] = []
  const receiver = { status, received, url: '', port: 0 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks) })
    if (receiver.status === 0) response.destroy()
    else response.writeHead(receiver.status, { location: `${receiver.url}otra` }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onEnd(() => void server.close())
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `http://127.0.0.1:${receiver.port}/`
  return receiver
}
