import type { AreaPorts, Portal, Ports } from '#src/application/portal.ts'
import { type OpenOptions, open } from '#src/composition/open.ts'
import { givenPorts } from '#src/composition/ports.ts'

/** Opens the portal over ports in memory, for the demo and for tests. */
export const openMemory = (ports: Ports & AreaPorts, options: Omit<OpenOptions, 'modules'> = {}): Portal =>
  open({ modules: [givenPorts(ports)], ...options })
