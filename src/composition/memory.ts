import { type Bind, ContainerModule } from 'inversify'

import type { AreaPorts, Portal, Ports } from '#src/application/portal.ts'
import { type OpenOptions, open } from '#src/composition/open.ts'
import { AREA_PORTS, PORTS } from '#src/composition/ports.ts'
import type { Tokens } from '#src/composition/provide.ts'

function bindValues<Values extends object>(bind: Bind, tokens: Tokens<Values>, values: Partial<Values>): void {
  for (const [name, id] of Object.entries<symbol>(tokens)) {
    const value: unknown = values[name as keyof Values]
    if (value !== undefined) bind(id).toConstantValue(value)
  }
}

/** Binds ports that exist already, such as those of `createMemoryPorts`. */
export const memory = (ports: Partial<Ports & AreaPorts>) =>
  new ContainerModule(({ bind }) => {
    bindValues(bind, PORTS, ports)
    bindValues(bind, AREA_PORTS.identity, ports.identity ?? {})
    bindValues(bind, AREA_PORTS.imc, ports.imc ?? {})
    bindValues(bind, AREA_PORTS.payment, ports.payment ?? {})
  })

/** Opens the portal over ports in memory, for the demo and for tests. */
export const openMemory = (ports: Ports & AreaPorts, options: Omit<OpenOptions, 'modules'> = {}): Portal =>
  open({ modules: [memory(ports)], ...options })
