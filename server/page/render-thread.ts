import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PageRenderer, RenderedPage, RenderReply } from '#src/adapters/http/contract/page.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/**
 * Loads the renderer of the built portal, which is next to the built server. The renderer runs in a
 * separate thread.
 */
export async function loadPageRenderer(dist: string): Promise<PageRenderer> {
  const toUrl = (file: string) => pathToFileURL(join(dist, 'page', file))
  const module: { readonly pageRenderer: PageRenderer } = await import(/* @vite-ignore */ toUrl('renderer.js').href)
  return { ...module.pageRenderer, render: createRenderThread(toUrl('worker.js')) }
}

/** Timeout of a rendering. A new thread then replaces the blocked thread. */
const RENDER_TIMEOUT_MS = 10 * SECOND_MS

interface Rendering {
  resolve(page: RenderedPage): void
  reject(error: unknown): void
}

/**
 * Renders pages in a thread that runs `file`, because a rendering blocks its event loop for some
 * 25 ms. When the thread ends, its renderings reject, and the next rendering starts a new thread.
 */
export function createRenderThread(file: URL, timeoutMs = RENDER_TIMEOUT_MS): PageRenderer['render'] {
  const renderings = new Map<number, Rendering>()
  let thread: Worker | null = null
  let lastId = 0

  function onThreadEnd(endedThread: Worker, error: unknown) {
    if (thread !== endedThread) return
    thread = null
    for (const { reject } of renderings.values()) reject(error)
    renderings.clear()
  }

  function startThread(): Worker {
    const worker = new Worker(file)
    worker.on('message', (reply: RenderReply) => {
      const rendering = renderings.get(reply.id)
      renderings.delete(reply.id)
      if ('page' in reply) rendering?.resolve(reply.page)
      else rendering?.reject(reply.error)
    })
    worker.on('error', (error) => onThreadEnd(worker, error))
    worker.on('exit', () => onThreadEnd(worker, new Error('the thread that renders pages ended')))
    // A running thread must not prevent the process from ending.
    worker.unref()
    return worker
  }

  // Start the thread now, so that it loads its code while the server opens.
  thread = startThread()

  return async (request) => {
    thread ??= startThread()
    const currentThread = thread
    lastId += 1
    const id = lastId
    const timer = setTimeout(() => void currentThread.terminate(), timeoutMs)
    try {
      return await new Promise<RenderedPage>((resolve, reject) => {
        renderings.set(id, { resolve, reject })
        currentThread.postMessage({ id, request })
      })
    } finally {
      clearTimeout(timer)
    }
  }
}
