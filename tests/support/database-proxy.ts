import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { afterFile } from '#tests/support/after-file.ts'

/** A TCP proxy to PostgreSQL that can stop forwarding or close its connections. */
export interface DatabaseProxy {
  readonly databaseUrl: string
  /** Stops forwarding bytes, also of new connections, and closes no connection. */
  pause(): void
  /** Stops forwarding replies of the open connections; PostgreSQL still gets their queries. */
  holdReplies(): void
  /** Ends all connections and refuses new ones. */
  cut(): void
  /** Forwards again. */
  restore(): void
}

/** Starts a proxy to the server of a PostgreSQL URL. It is closed after the test file. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const server = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const upstreams = new Set<Socket>()
  let isPaused = false
  let isCut = false

  function forward(source: Socket, target: Socket) {
    sockets.add(source)
    source.on('error', () => source.destroy())
    source.on('close', () => {
      sockets.delete(source)
      target.destroy()
    })
    source.on('data', (bytes) => void target.write(bytes))
    if (isPaused) source.pause()
  }

  const proxy = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const upstream = connect(Number(server.port || 5432), server.hostname)
    upstreams.add(upstream)
    upstream.on('close', () => upstreams.delete(upstream))
    forward(socket, upstream)
    forward(upstream, socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterFile(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })

  const address = proxy.address()
  const proxied = new URL(databaseUrl)
  proxied.hostname = '127.0.0.1'
  proxied.port = String(typeof address === 'object' ? address?.port : '')
  return {
    databaseUrl: proxied.href,
    pause() {
      isPaused = true
      for (const socket of sockets) socket.pause()
    },
    holdReplies() {
      for (const upstream of upstreams) upstream.pause()
    },
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    restore() {
      isPaused = false
      isCut = false
      for (const socket of sockets) socket.resume()
    },
  }
}
