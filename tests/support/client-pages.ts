import type { Browser } from 'playwright-core'

import {
  expect,
  openColdPage,
  openPage,
  type PageOptions,
  releasePage,
  type StorageState,
} from '#tests/support/browser.ts'
import { logIn } from '#tests/support/identity-portal.ts'
import { readPath } from '#tests/support/portal-page.ts'

/**
 * Returns functions that open pages of signed-in clients. An account has one session, so it signs
 * in once per portal. Its pages share the cookies and the storage of that login.
 */
export function shareClientPages(browser: () => Browser) {
  const states = new Map<string, Promise<StorageState>>()

  async function signIn(url: string, username: string): Promise<StorageState> {
    const { page } = await openPage(browser())
    await logIn(page, url, username)
    await expect.poll(() => readPath(page)).toBe('/dashboard/')
    const state = await page.context().storageState()
    await releasePage(browser(), page)
    return state
  }

  /** Returns the storage after the login of a client; the first call signs the client in. */
  function getState(url: string, username: string): Promise<StorageState> {
    const state = states.get(url + username) ?? signIn(url, username)
    states.set(url + username, state)
    return state
  }

  return {
    /** Returns the cookies and the storage of the demo client. */
    storage: (url: string) => getState(url, 'demo'),
    /** Opens an empty page of a signed-in client. */
    open: async (url: string, { username = 'demo', ...options }: PageOptions & { readonly username?: string } = {}) =>
      openPage(browser(), { ...options, storageState: await getState(url, username) }),
    /** Opens a page of the demo client in a new context with empty caches. */
    openCold: async (url: string, options: PageOptions = {}) =>
      openColdPage(browser(), { ...options, storageState: await getState(url, 'demo') }),
  }
}
