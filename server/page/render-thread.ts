import { Worker } from 'node:worker_threads'

import type { PageRenderer, RenderedPage, RenderReply } from '#src/adapters/http/contract/page.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** A rendering that needs longer blocks its thread; the thread is replaced then. */
const RENDER_TIMEOUT_MS = 10 * SECOND_MS

interface Rendering {
  resolve(page: RenderedPage): void
  reject(error: unknown): void
}

/**
 * Renders pages in a thread of `file`: a rendering takes some 25 ms, in which the server would
 * answer nobody else. A thread that ends rejects its renderings; the next one starts another.
 */
export function createRenderThread(file: URL, timeoutMs = RENDER_TIMEOUT_MS): PageRenderer['render'] {
  const renderings = new Map<number, Rendering>()
  let thread: Worker | null = null
  let lastId = 0

  function end(ended: Worker, error: unknown) {
    if (thread !== ended) return
    thread = null
    for (const { reject } of renderings.values()) reject(error)
    renderings.clear()
  }

  function start(): Worker {
    const started = new Worker(file)
    started.on('message', (answer: RenderReply) => {
      const rendering = renderings.get(answer.id)
      renderings.delete(answer.id)
      if ('page' in answer) rendering?.resolve(answer.page)
      else rendering?.reject(answer.error)
    })
    started.on('error', (error) => end(started, error))
    started.on('exit', () => end(started, new Error('the thread that renders pages ended')))
    // The server ends when it has closed, without waiting for the thread.
    started.unref()
    return started
  }

  // The thread loads its code while the server opens.
  thread = start()

  return async (request) => {
    thread ??= start()
    const current = thread
    lastId += 1
    const id = lastId
    const timer = setTimeout(() => void current.terminate(), timeoutMs)
    try {
      return await new Promise<RenderedPage>((resolve, reject) => {
        renderings.set(id, { resolve, reject })
        current.postMessage({ id, request })
      })
    } finally {
      clearTimeout(timer)
    }
  }
}
