import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { PageRenderer } from '#src/adapters/http/contract/page.ts'

/** Loads the renderer of the built portal, which is next to the built server. */
export async function loadPageRenderer(dist: string): Promise<PageRenderer> {
  const address = pathToFileURL(join(dist, 'page', 'renderer.js')).href
  const built: { readonly pageRenderer: PageRenderer } = await import(/* @vite-ignore */ address)
  return built.pageRenderer
}
