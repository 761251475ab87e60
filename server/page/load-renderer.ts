import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createRenderThread } from '#server/page/render-thread.ts'
import type { PageRenderer } from '#src/adapters/http/contract/page.ts'

/**
 * Loads the renderer of the built portal, which is next to the built server. The renderer runs in a
 * separate thread.
 */
export async function loadPageRenderer(dist: string): Promise<PageRenderer> {
  const toUrl = (file: string) => pathToFileURL(join(dist, 'page', file))
  const module: { readonly pageRenderer: PageRenderer } = await import(/* @vite-ignore */ toUrl('renderer.js').href)
  return { ...module.pageRenderer, render: createRenderThread(toUrl('worker.js')) }
}
