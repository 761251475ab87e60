import { createCore } from '#src/application/core.ts'
import { createLinkNotice } from '#src/application/identity/link-notice.ts'
import { createReturnAfterLogin } from '#src/application/identity/return-after-login.ts'
import { createLoadImc } from '#src/application/imc/load-imc.ts'
import type { FirstView } from '#src/application/market/first-view.ts'
import { createLoadCode, fetchOnce } from '#src/application/platform/load-code.ts'
import { createAnnouncer, createOutage, createStaleSections, createToasts } from '#src/application/platform/notices.ts'
import type { Ports } from '#src/application/ports.ts'

/**
 * Creates the core and the use-cases that only a web page has. `first` contains the values that the
 * server rendered into the page. `loadImc` and `loadPayment` load the use-cases of these areas;
 * `loadCode` loads other code of the portal.
 */
export function createUseCases(ports: Ports, first: FirstView | null = null) {
  const announcer = createAnnouncer()
  const toasts = createToasts()
  const core = createCore({ ...ports, announcer, toasts }, { frames: ports.frames, first })
  return {
    ...core,
    loadImc: createLoadImc({ ...ports, announcer, toasts, endClientSession: core.signOut }),
    loadPayment: fetchOnce(async () => {
      const [{ createPayment }, paymentPorts] = await Promise.all([
        import('#src/application/payment/payment.ts'),
        ports.payment(),
      ])
      return createPayment({ ...ports, ...paymentPorts, clientSession: core.clientSession })
    }),
    announcer,
    outage: createOutage(announcer.announce),
    staleSections: createStaleSections(),
    toasts,
    loadCode: createLoadCode(ports),
    linkNotice: createLinkNotice(),
    returnAfterLogin: createReturnAfterLogin(ports),
    scroll: ports.scroll,
    theme: ports.theme,
  }
}

export type UseCases = ReturnType<typeof createUseCases>
