import type { Page } from '#src/application/platform/page.ts'
import type { ReloadMark } from '#src/application/platform/reload-mark.ts'

/** Loads a part of the portal's code; after a failure it may reload the page. */
export type LoadCode = <T>(load: () => Promise<T>) => Promise<T>

interface Deps {
  readonly page: Pick<Page, 'online' | 'busy' | 'reload'>
  readonly reloadMark: ReloadMark
}

/**
 * After a release an open page asks for files that no longer exist. The first failure reloads the
 * page, which brings the new release, and never settles. The next failure rejects, until a load
 * succeeds. An offline page, or one with a dialog or a field in use, is not reloaded.
 */
export const createLoadCode =
  ({ page, reloadMark }: Deps): LoadCode =>
  async (load) => {
    try {
      const code = await load()
      reloadMark.clear()
      return code
    } catch (error) {
      if (!page.online() || page.busy() || !reloadMark.set()) throw error
      page.reload()
      return new Promise(() => {})
    }
  }
