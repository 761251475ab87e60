import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { afterFile } from '#tests/support/after-file.ts'
import { createDeferred, type Deferred } from '#tests/support/deferred.ts'

/** A TCP proxy to PostgreSQL that can stop forwarding, lose a reply, or close its connections. */
export interface DatabaseProxy {
  readonly databaseUrl: string
  /** Stops forwarding bytes, also of new connections, and closes no connection. */
  pause(): void
  /** Stops forwarding replies of the open connections; PostgreSQL still gets their queries. */
  holdReplies(): void
  /** Ends all connections and refuses new ones. */
  cut(): void
  /**
   * Loses the reply to the next query that contains the text: ends the client's side of its
   * connection, while PostgreSQL's side stays open. Resolves when the reply is lost.
   */
  loseReply(text: string): Promise<void>
  /** Forwards again. */
  restore(): void
}

/** Starts a proxy to the server of a PostgreSQL URL. It is closed after the test file. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const server = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const upstreams = new Set<Socket>()
  /** Connections to PostgreSQL whose client is gone. */
  const orphans = new WeakSet<Socket>()
  let isPaused = false
  let isCut = false
  let nextLoss: { readonly text: string; readonly happened: Deferred<void> } | null = null

  function forward(source: Socket, target: Socket, onBytes: (bytes: Buffer) => void) {
    sockets.add(source)
    source.on('error', () => source.destroy())
    source.on('close', () => {
      sockets.delete(source)
      if (!orphans.has(target)) target.destroy()
    })
    source.on('data', onBytes)
    if (isPaused) source.pause()
  }

  const proxy = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const upstream = connect(Number(server.port || 5432), server.hostname)
    upstreams.add(upstream)
    upstream.on('close', () => upstreams.delete(upstream))
    let loss: Deferred<void> | null = null
    forward(socket, upstream, (bytes) => {
      if (nextLoss !== null && bytes.includes(nextLoss.text)) {
        loss = nextLoss.happened
        nextLoss = null
      }
      upstream.write(bytes)
    })
    forward(upstream, socket, (bytes) => {
      if (loss === null) return void socket.write(bytes)
      orphans.add(upstream)
      socket.destroy()
      loss.resolve()
    })
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
    loseReply(text) {
      const happened = createDeferred()
      nextLoss = { text, happened }
      return happened.promise
    },
    restore() {
      isPaused = false
      isCut = false
      for (const socket of sockets) socket.resume()
    },
  }
}
