import { Container, type ContainerModule } from 'inversify'

import type { FirstView } from '#src/application/market/first-view.ts'
import type { Ports } from '#src/application/ports.ts'
import { createUseCases, type UseCases } from '#src/application/use-cases.ts'
import { provide, type Tokens, token } from '#src/composition/provide.ts'

export const PORTS: Tokens<Ports> = {
  market: token('market'),
  marketStream: token('marketStream'),
  quotes: token('quotes'),
  news: token('news'),
  holidays: token('holidays'),
  clock: token('clock'),
  timers: token('timers'),
  marketClock: token('marketClock'),
  page: token('page'),
  scroll: token('scroll'),
  reloadMark: token('reloadMark'),
  returnAddress: token('returnAddress'),
  frames: token('frames'),
  log: token('log'),
  downloads: token('downloads'),
  theme: token('theme'),
  session: token('session'),
  sessionRefusals: token('sessionRefusals'),
  identity: token('identity'),
  imc: token('imc'),
  payment: token('payment'),
}

const USE_CASES = token<UseCases>('useCases')

/**
 * Composes the use-cases in steps. Every binding is a singleton, and the UI gets only the returned
 * record. A missing port throws an error with the port's name. `first` has the values in the
 * server-rendered page. The caller can run each step in a separate task, so that a slow phone can
 * paint and handle input between two steps.
 */
export function* composeInSteps(
  first: FirstView | null,
  ...adapters: readonly ContainerModule[]
): Generator<void, UseCases> {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(...adapters)
  provide(
    (id) => container.bind(id),
    USE_CASES,
    (ports: Ports) => createUseCases(ports, first),
    PORTS,
  )
  yield
  for (const port of Object.values<symbol>(PORTS)) container.get(port)
  yield
  return container.get<UseCases>(USE_CASES)
}

/** Composes the use-cases without pauses between the steps. */
export function compose(first: FirstView | null, ...adapters: readonly ContainerModule[]): UseCases {
  const steps = composeInSteps(first, ...adapters)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
