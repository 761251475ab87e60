import { shareStream } from '#src/adapters/browser/shared-stream.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import type { MarketStream } from '#src/application/market/ports.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

type Grant = () => unknown

/** Web Locks of one browser: one holder for each name, the others wait in their order. */
function createTestLocks() {
  const queues = new Map<string, Promise<unknown>>()
  async function request(name: string, { signal }: LockOptions, grant: Grant) {
    const previous = queues.get(name) ?? Promise.resolve()
    const held = previous.then(() => {
      if (signal?.aborted) throw new DOMException('aborted', 'AbortError')
      return grant()
    })
    queues.set(
      name,
      held.catch(() => undefined),
    )
    return held
  }
  return { request } as unknown as Pick<LockManager, 'request'>
}

/** Channels of one browser: messages are copied, and arrive later in their order. */
function createTestChannels() {
  const channels = new Set<BroadcastChannel & { readonly name: string }>()
  return (name: string) => {
    const channel = {
      name,
      onmessage: null as BroadcastChannel['onmessage'],
      postMessage(message: unknown) {
        if (!channels.has(channel as unknown as BroadcastChannel)) throw new DOMException('closed', 'InvalidStateError')
        const others = [...channels].filter((other) => other !== (channel as unknown) && other.name === name)
        const data: unknown = structuredClone(message)
        queueMicrotask(() => {
          for (const other of others)
            if (channels.has(other)) other.onmessage?.call(other, { data } as MessageEvent<unknown>)
        })
      },
      close: () => void channels.delete(channel as unknown as BroadcastChannel),
    }
    channels.add(channel as unknown as BroadcastChannel)
    return channel as unknown as BroadcastChannel
  }
}

/** A browser whose windows share the connections to a stream. Each call of `follow` is a window. */
export function createSharedWindows(stream: MarketStream, readUser = () => 'visitor') {
  const clock = createMemoryClock(toInstant('2026-11-20', '10:00'))
  const locks = createTestLocks()
  const createChannel = createTestChannels()
  let windows = 0
  function newKey() {
    windows += 1
    return `${windows}`
  }
  return {
    clock,
    createChannel,
    shared: shareStream(stream, { locks, createChannel, timers: clock, newKey, readUser }),
  }
}
