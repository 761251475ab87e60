import { createActor, fromCallback, SimulatedClock } from 'xstate'

import { createCaller } from '#src/application/platform/flow.ts'
import { type LinkEvent, liveMachine, toConnectionStatus } from '#src/domain/live/live-machine.ts'
import { ok } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

/** A connection that the machine opened. `closed` is true once the machine closed it. */
export interface OpenedConnection {
  readonly openedAt: number
  closed: boolean
  emit(event: LinkEvent): void
}

/** Starts a live machine on a simulated clock, with connections that the test controls. */
export function startLive(page: { readonly visible?: boolean; readonly online?: boolean } = {}) {
  const clock = new SimulatedClock()
  const connections: OpenedConnection[] = []
  /** The session checks that the machine started; the test settles them. */
  const checks: {
    readonly reason: string | null
    resolve(isValid: boolean): Promise<void>
    reject(): Promise<void>
  }[] = []
  /** The effects of the machine, and `CRASHED` for a call that threw. */
  const emitted: string[] = []
  const call = createCaller({ clock, log: { error: () => emitted.push('CRASHED') } })
  const machine = liveMachine.provide({
    actors: {
      connect: fromCallback<LinkEvent>(({ sendBack }) => {
        const connection: OpenedConnection = { openedAt: clock.now(), closed: false, emit: sendBack }
        connections.push(connection)
        return () => {
          connection.closed = true
        }
      }),
      verifySession: call(
        ({ reason }) =>
          new Promise((settle, abort) => {
            checks.push({
              reason,
              resolve: (isValid) => {
                settle(ok(isValid))
                return flushPromises()
              },
              reject: () => {
                abort(new Error('no response'))
                return flushPromises()
              },
            })
          }),
      ),
    },
    actions: { setStreaming: (_, isStreaming) => emitted.push(isStreaming ? 'STREAM_OPENED' : 'STREAM_LOST') },
  })
  const actor = createActor(machine, { clock, input: { visible: true, online: true, ...page } })
  actor.start()

  return {
    actor,
    clock,
    connections,
    checks,
    emitted,
    openConnections: () => connections.filter(({ closed }) => !closed),
    /** The latest connection. */
    current() {
      const connection = connections.at(-1)
      if (!connection) throw new Error('no connection was opened')
      return connection
    },
    connectionStatus: () => toConnectionStatus(actor.getSnapshot()),
    supply: () => actor.getSnapshot().value.supply,
    context: () => actor.getSnapshot().context,
  }
}

export type LiveHarness = ReturnType<typeof startLive>
