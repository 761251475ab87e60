// The build of the package that inversify itself imports.
import 'reflect-metadata/lite'

import { Container, type ContainerModule } from 'inversify'

import type { FirstView } from '#src/application/market/first-view.ts'
import { fetchOnce } from '#src/application/platform/load-code.ts'
import { type AreaPorts, createPortal, type Portal } from '#src/application/portal.ts'
import { AREA_PORTS, PORTS } from '#src/composition/ports.ts'
import type { Tokens } from '#src/composition/provide.ts'

/** Loads the module that binds the ports of an area. */
export type LoadModule = () => Promise<ContainerModule>

export interface OpenOptions {
  /** The modules of the technologies, such as `browser` and `http`, or `memory`. */
  readonly modules: readonly ContainerModule[]
  /** Parts of `http` that are loaded with the use-cases of their area, so that the home is small. */
  readonly areas?: Partial<Readonly<Record<keyof AreaPorts, LoadModule>>>
  /** The values that the server rendered into the page. */
  readonly first?: FirstView | null
}

/**
 * Binds all ports in one container and opens the portal over them. Every binding is a singleton. A
 * missing port throws an error with the port's name.
 */
export function open({ modules, areas = {}, first = null }: OpenOptions): Portal {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(...modules)

  const read = <Ports extends object>(tokens: Tokens<Ports>) =>
    Object.fromEntries(Object.entries<symbol>(tokens).map(([name, id]) => [name, container.get(id)])) as Ports

  const bind = (load: LoadModule | undefined) => fetchOnce(async () => load && container.load(await load()))
  const binds = {
    identity: bind(areas.identity),
    imc: bind(areas.imc),
    payment: bind(areas.payment),
    alerts: bind(areas.alerts),
  }

  return createPortal(read(PORTS), {
    first,
    async loadPorts(area) {
      await binds[area]()
      return read(AREA_PORTS[area])
    },
  })
}
