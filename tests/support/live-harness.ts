import { createActor, SimulatedClock } from 'xstate'

import { connectionOf, type LinkEvent, liveMachine } from '#src/domain/live/live-machine.ts'

/** A connection that the machine asked for; `left` once it wants no more of it. */
export interface AskedConnection {
  readonly askedAt: number
  left: boolean
  tell(event: LinkEvent): void
}

/** A live machine on a clock that only the test moves, with connections that do what it says. */
export function startLive(page: { readonly visible?: boolean; readonly online?: boolean } = {}) {
  const clock = new SimulatedClock()
  const connections: AskedConnection[] = []
  const asked: { readonly reason: string | null; answer(good: boolean): Promise<void>; fail(): Promise<void> }[] = []
  const emitted: string[] = []
  const flushed = () => new Promise<void>((resolve) => setImmediate(resolve))

  const actor = createActor(liveMachine, {
    clock,
    input: {
      visible: true,
      online: true,
      ...page,
      connect: (tell) => {
        const connection: AskedConnection = { askedAt: clock.now(), left: false, tell }
        connections.push(connection)
        return () => {
          connection.left = true
        }
      },
      askSession: (reason) =>
        new Promise((resolve, reject) => {
          asked.push({
            reason,
            answer: (good) => {
              resolve(good)
              return flushed()
            },
            fail: () => {
              reject(new Error('no answer'))
              return flushed()
            },
          })
        }),
    },
  })
  for (const type of ['FED', 'STARVED', 'CRASHED'] as const) actor.on(type, () => emitted.push(type))
  actor.start()

  return {
    actor,
    clock,
    connections,
    asked,
    emitted,
    open: () => connections.filter(({ left }) => !left),
    /** The connection of now. */
    current() {
      const connection = connections.at(-1)
      if (!connection) throw new Error('no connection was asked for')
      return connection
    },
    connection: () => connectionOf(actor.getSnapshot()),
    supply: () => actor.getSnapshot().value.supply,
    context: () => actor.getSnapshot().context,
  }
}

export type LiveHarness = ReturnType<typeof startLive>
