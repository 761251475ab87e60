import { ContainerModule } from 'inversify'
import { createBrowserDownloads } from '#src/adapters/browser/downloads.ts'
import { createInertParser } from '#src/adapters/browser/inert-document.ts'
import { createBrowserFetch, createBrowserFrames, createBrowserPage } from '#src/adapters/browser/page.ts'
import { createBrowserReloadMark } from '#src/adapters/browser/reload-mark.ts'
import { createBrowserReturnAddress } from '#src/adapters/browser/return-address.ts'
import { createBrowserScroll } from '#src/adapters/browser/scroll-positions.ts'
import { createSessionStorage } from '#src/adapters/browser/session-storage.ts'
import { createThemeCookie } from '#src/adapters/browser/theme-cookie.ts'
import { createSystemClock, createSystemTimers } from '#src/adapters/system/clock.ts'
import { createConsoleLog } from '#src/adapters/system/console-log.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { HTTP } from '#src/composition/http.ts'
import { PORTS } from '#src/composition/ports.ts'
import { provide } from '#src/composition/provide.ts'

/** The ports that the browser implements, and what the calls over HTTP need of it. */
export const browser = (window: Window & typeof globalThis) =>
  new ContainerModule(({ bind }) => {
    provide(bind, PORTS.clock, createSystemClock, {})
    provide(bind, PORTS.timers, createSystemTimers, {})
    provide(bind, PORTS.frames, () => createBrowserFrames({ window }), {})
    provide(bind, PORTS.page, () => createBrowserPage({ window }), {})
    provide(bind, PORTS.scroll, ({ clock }: { readonly clock: Clock }) => createBrowserScroll({ window, clock }), {
      clock: PORTS.clock,
    })
    provide(bind, PORTS.reloadMark, () => createBrowserReloadMark({ window }), {})
    provide(bind, PORTS.returnAddress, () => createBrowserReturnAddress({ window }), {})
    provide(bind, PORTS.session, () => createSessionStorage({ window }), {})
    provide(bind, PORTS.theme, () => createThemeCookie({ window }), {})
    provide(bind, PORTS.downloads, () => createBrowserDownloads({ window }), {})
    provide(bind, PORTS.log, () => createConsoleLog(window), {})

    provide(bind, HTTP.fetch, () => createBrowserFetch({ window }), {})
    provide(bind, HTTP.parseHtml, () => createInertParser({ window }), {})
  })
