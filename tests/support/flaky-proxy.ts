import { connect, createServer, type Socket } from 'node:net'

import { afterFile } from '#tests/support/after-file.ts'

/** A way to a server that breaks when a test says so. */
export interface FlakyProxy {
  readonly url: string
  /** Breaks every connection of now. */
  cut(): void
  /** Breaks them, and refuses new ones until it is told otherwise. */
  block(blocked: boolean): void
  /** Passes nothing on any more, and breaks nothing: what a lost network looks like. */
  mute(muted: boolean): void
}

/** Closed after the test file. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const state = { blocked: false, muted: false }

  function keep(socket: Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  const proxy = createServer((near) => {
    keep(near)
    if (state.blocked) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    keep(far)
    near.on('data', (bytes) => void (state.muted || far.write(bytes)))
    far.on('data', (bytes) => void (state.muted || near.write(bytes)))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
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
  }
}
