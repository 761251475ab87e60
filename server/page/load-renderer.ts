import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createRenderThread } from '#server/page/render-thread.ts'
import type { PageRenderer } from '#src/adapters/http/contract/page.ts'

/**
 * Loads the renderer of the built portal, which is next to the built server. It renders in a thread
 * of its own.
 */
export async function loadPageRenderer(dist: string): Promise<PageRenderer> {
  const toUrl = (file: string) => pathToFileURL(join(dist, 'page', file))
  const built: { readonly pageRenderer: PageRenderer } = await import(/* @vite-ignore */ toUrl('renderer.js').href)
  return { ...built.pageRenderer, render: createRenderThread(toUrl('worker.js')) }
}
