import { connect, createServer, type Socket } from 'node:net'

import { afterFile } from '#tests/support/after-file.ts'

/** A TCP proxy whose connections the test breaks. */
export interface FlakyProxy {
  readonly url: string
  /** Closes every open connection. */
  cut(): void
  /** Closes every open connection and rejects new ones until `block(false)`. */
  block(blocked: boolean): void
  /** Drops all bytes without closing connections, like a lost network, until `mute(false)`. */
  mute(muted: boolean): void
  /** Closes every open connection and forwards new ones to another server. */
  retarget(url: string): void
}

/** Starts a proxy to a URL. It is closed after the test file. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const sockets = new Set<Socket>()
  const state = { blocked: false, muted: false, target: new URL(target) }

  function track(socket: Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  const proxy = createServer((client) => {
    track(client)
    if (state.blocked) {
      client.destroy()
      return
    }
    const server = connect(Number(state.target.port), state.target.hostname)
    track(server)
    client.on('data', (bytes) => void (state.muted || server.write(bytes)))
    server.on('data', (bytes) => void (state.muted || client.write(bytes)))
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.')

  const cut = () => {
    for (const socket of [...sockets]) socket.destroy()
  }
  afterFile(() => {
    cut()
    proxy.close()
  })

  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    block(blocked) {
      state.blocked = blocked
      if (blocked) cut()
    },
    mute(muted) {
      state.muted = muted
    },
    retarget(url) {
      state.target = new URL(url)
      cut()
    },
  }
}
