import { ContainerModule } from 'inversify'
import { createBrowserClipboard } from '#src/adapters/browser/clipboard.ts'
import { createBrowserDownloads } from '#src/adapters/browser/downloads.ts'
import { createImcStorage } from '#src/adapters/browser/imc-storage.ts'
import { createInertParser } from '#src/adapters/browser/inert-document.ts'
import { createBrowserFetch, createBrowserFrames, createBrowserPage } from '#src/adapters/browser/page.ts'
import { createPageSizeCookie } from '#src/adapters/browser/page-size-cookie.ts'
import { createRandomKey } from '#src/adapters/browser/random-key.ts'
import { createBrowserReloadMark } from '#src/adapters/browser/reload-mark.ts'
import { createBrowserReturnAddress } from '#src/adapters/browser/return-address.ts'
import { createBrowserScroll } from '#src/adapters/browser/scroll-positions.ts'
import { createSessionStorage } from '#src/adapters/browser/session-storage.ts'
import { createStreamSharing } from '#src/adapters/browser/shared-stream.ts'
import { openLocalStorage } from '#src/adapters/browser/storage.ts'
import { createThemeCookie } from '#src/adapters/browser/theme-cookie.ts'
import { createUsernameCookie } from '#src/adapters/browser/username-cookie.ts'
import { createVisitorSettings } from '#src/adapters/browser/visitor-settings.ts'
import { createSystemClock, createSystemTimers } from '#src/adapters/system/clock.ts'
import { createConsoleLog } from '#src/adapters/system/console-log.ts'
import type { Clock, Timers } from '#src/application/platform/ports.ts'
import { HTTP } from '#src/composition/http.ts'
import { AREA_PORTS, PORTS } from '#src/composition/ports.ts'
import { provide } from '#src/composition/provide.ts'

/**
 * The ports that the browser implements, and what the calls over HTTP need of it. `sessions` stores
 * the session of the client and of the entity's user.
 */
export const browser = (window: Window & typeof globalThis, sessions = openLocalStorage(window)) =>
  new ContainerModule(({ bind }) => {
    const newKey = () => createRandomKey(window)

    provide(bind, PORTS.clock, createSystemClock, {})
    provide(bind, PORTS.timers, createSystemTimers, {})
    provide(bind, PORTS.frames, () => createBrowserFrames({ window }), {})
    provide(bind, PORTS.page, () => createBrowserPage({ window }), {})
    provide(bind, PORTS.scroll, ({ clock }: { readonly clock: Clock }) => createBrowserScroll({ window, clock }), {
      clock: PORTS.clock,
    })
    provide(bind, PORTS.reloadMark, () => createBrowserReloadMark({ window }), {})
    provide(bind, PORTS.returnAddress, () => createBrowserReturnAddress({ window }), {})
    provide(bind, PORTS.session, () => createSessionStorage({ window, storage: sessions }), {})
    provide(bind, PORTS.visitorSettings, () => createVisitorSettings({ window }), {})
    provide(bind, PORTS.theme, () => createThemeCookie({ window }), {})
    provide(bind, PORTS.downloads, () => createBrowserDownloads({ window }), {})
    provide(bind, PORTS.clipboard, () => createBrowserClipboard({ window }), {})
    provide(bind, PORTS.log, () => createConsoleLog(window), {})

    provide(bind, AREA_PORTS.identity.rememberedUsername, () => createUsernameCookie({ window }), {})
    provide(bind, AREA_PORTS.imc.imcSession, () => createImcStorage({ window, storage: sessions }), {})
    provide(bind, AREA_PORTS.imc.pageSizes, () => createPageSizeCookie({ window }), {})
    provide(bind, AREA_PORTS.imc.newKey, () => newKey, {})
    provide(bind, AREA_PORTS.payment.newKey, () => newKey, {})

    provide(bind, HTTP.fetch, () => createBrowserFetch({ window }), {})
    provide(bind, HTTP.parseHtml, () => createInertParser({ window }), {})
    provide(bind, HTTP.shareStream, ({ timers }: { readonly timers: Timers }) => createStreamSharing(window, timers), {
      timers: PORTS.timers,
    })
  })
