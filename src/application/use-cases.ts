import { createCore } from '#src/application/core.ts'
import { createDownloadStatistics } from '#src/application/market/download-statistics.ts'
import { createAnnouncer } from '#src/application/platform/announcer.ts'
import { createLoadCode } from '#src/application/platform/load-code.ts'
import { createOutage } from '#src/application/platform/outage.ts'
import { createToasts } from '#src/application/platform/toasts.ts'
import type { Ports } from '#src/application/ports.ts'

/** The core and what only a web page has. `close` stops all of it. */
export function createUseCases(ports: Ports) {
  const announcer = createAnnouncer()
  return {
    ...createCore(ports, ports.frames),
    announcer,
    outage: createOutage(announcer.announce),
    toasts: createToasts(),
    loadCode: createLoadCode(ports),
    scroll: ports.scroll,
    downloadStatistics: createDownloadStatistics(ports),
    theme: ports.theme,
  }
}

export type UseCases = ReturnType<typeof createUseCases>
