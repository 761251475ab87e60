import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to PostgreSQL, whose network can be cut. */
export interface TcpProxy {
  readonly databaseUrl: string
  /** Passes no byte on and closes no connection, as when a cable is pulled. */
  cut(): void
  /** Closes the cut connections, and passes on again. */
  restore(): void
  close(): void
}

export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false

  function pass(from: Socket, to: Socket) {
    sockets.add(from)
    from.on('data', (bytes) => void (isCut || to.write(bytes)))
    from.on('error', () => from.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const proxied = new URL(databaseUrl)
  proxied.host = `127.0.0.1:${address.port}`
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    databaseUrl: proxied.href,
    cut() {
      isCut = true
    },
    restore() {
      isCut = false
      closeAll()
    },
    close() {
      server.close()
      closeAll()
    },
  }
}
