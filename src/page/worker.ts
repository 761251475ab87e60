/** The thread in which the server renders pages: a rendering would block its other requests. */
import { parentPort } from 'node:worker_threads'

import type { RenderReply, RenderTask } from '#src/adapters/http/contract/page.ts'
import { pageRenderer } from '#src/page/renderer.tsx'

async function answer({ id, request }: RenderTask): Promise<RenderReply> {
  try {
    return { id, page: await pageRenderer.render(request) }
  } catch (error) {
    return { id, error }
  }
}

parentPort?.on('message', async (task: RenderTask) => parentPort?.postMessage(await answer(task)))
