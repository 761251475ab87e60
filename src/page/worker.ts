/** The server renders pages in this thread, because a rendering would block other requests. */
import { parentPort } from 'node:worker_threads'

import type { RenderReply, RenderTask } from '#src/adapters/http/contract/page.ts'
import { pageRenderer } from '#src/page/renderer.tsx'

async function render({ id, request }: RenderTask): Promise<RenderReply> {
  try {
    return { id, page: await pageRenderer.render(request) }
  } catch (error) {
    return { id, error }
  }
}

parentPort?.on('message', async (task: RenderTask) => parentPort?.postMessage(await render(task)))
