import type { AreaPorts, Portal, Ports } from '#src/application/portal.ts'
import { type OpenOptions, open } from '#src/composition/open.ts'
import { type GivenPorts, givenPorts } from '#src/composition/ports.ts'

/** The ports in memory: all of them in tests; in the demo those in the place of `http`. */
export const memory = (ports: GivenPorts) => givenPorts(ports)

/** Opens the portal over ports in memory, for tests and for a terminal without a server. */
export const openMemory = (ports: Ports & AreaPorts, options: Omit<OpenOptions, 'modules'> = {}): Portal =>
  open({ modules: [memory(ports)], ...options })
