import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { afterFile } from '#tests/support/after-file.ts'

/** A TCP proxy to PostgreSQL that can stop forwarding or close its connections. */
export interface DatabaseProxy {
  readonly databaseUrl: string
  /** Stops forwarding bytes, also of new connections, and closes no connection. */
  pause(): void
  /** Ends all connections and refuses new ones. */
  cut(): void
  /** Forwards again. */
  restore(): void
}

/** Starts a proxy to the server of a PostgreSQL address. It is closed after the test file. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isPaused = false
  let isCut = false

  function follow(socket: Socket, other: Socket) {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.on('data', (bytes) => void other.write(bytes))
    if (isPaused) socket.pause()
  }

  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const upstream = connect(Number(target.port || 5432), target.hostname)
    follow(socket, upstream)
    follow(upstream, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  const address = server.address()
  const proxied = new URL(databaseUrl)
  proxied.hostname = '127.0.0.1'
  proxied.port = String(typeof address === 'object' ? address?.port : '')
  return {
    databaseUrl: proxied.href,
    pause() {
      isPaused = true
      for (const socket of sockets) socket.pause()
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
