import { expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { Answer, CallFailure } from '#src/domain/call.ts'
import {
  type DrawingEvent,
  drawingMachine,
  type StoredDrawings,
  showDrawings,
} from '#src/domain/charting/drawing-machine.ts'
import { createLevel, type Drawings, MAX_DRAWINGS } from '#src/domain/charting/drawings.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never

/** A store with versions, like the server's. Calls of `fail` answer with a failure once. */
function createStore(drawings: Drawings = []) {
  let stored: StoredDrawings = { version: drawings.length === 0 ? 0 : 1, drawings }
  let failure: CallFailure | null = null
  const answer = (run: () => Result<StoredDrawings, CallFailure>): Answer<StoredDrawings> => {
    const failed = failure
    failure = null
    return { ...(failed ? err(failed) : run()), at: 0 }
  }
  return {
    read: () => stored,
    fail(next: CallFailure) {
      failure = next
    },
    /** Another window stores drawings. */
    overtake(next: Drawings) {
      stored = { version: stored.version + 1, drawings: next }
    },
    load: () => answer(() => ok(stored)),
    save: ({ version, drawings: next }: StoredDrawings) =>
      answer(() => {
        if (version !== stored.version) return err({ kind: 'rejected', status: 409, message: null })
        stored = { version: version + 1, drawings: next }
        return ok(stored)
      }),
  }
}

function start(store = createStore()) {
  const clock = { timers: [] as (() => void)[] }
  const actor = createActor(
    drawingMachine.provide({
      actors: {
        load: fromPromise(async () => store.load()),
        save: fromPromise(async ({ input }) => store.save(input)),
      },
    }),
    { clock: { setTimeout: (run: () => void) => clock.timers.push(run), clearTimeout: () => undefined } },
  ).start()
  return {
    store,
    send: (event: WithoutTime<DrawingEvent>) => actor.send({ ...event, at: 0 } as DrawingEvent),
    context: () => actor.getSnapshot().context,
    state: () => actor.getSnapshot().value,
    /** Waits for a state of storing; until then, timers are due at once. */
    storing: (state: string) =>
      vi.waitFor(() => {
        const { value } = actor.getSnapshot()
        if (typeof value === 'object' && value.storing === state) return
        for (const run of clock.timers.splice(0)) run()
        throw new Error(`not ${state}: ${JSON.stringify(value)}`)
      }),
  }
}

const at = (price: number, time = 100) => ({ at: time, price })
const level = (id: string, price: number) => createLevel(id, price)

test('a level is placed by one point, chosen, and stored', async () => {
  const { send, context, storing, store } = start()
  await storing('stored')
  send({ type: 'CHOOSE_TOOL', tool: 'level' })
  send({ type: 'HOVER', point: at(4001) })
  expect(showDrawings(context())).toHaveLength(1)
  expect(context().drawings).toEqual([])
  send({ type: 'POINT', id: 'a', point: at(4002) })
  expect(context()).toMatchObject({ drawings: [level('a', 4002)], selected: { id: 'a' }, tool: null })
  await storing('stored')
  expect(store.read()).toEqual({ version: 1, drawings: [level('a', 4002)] })
})

test('a line is placed by two points; Esc after the first one leaves nothing', async () => {
  const { send, context } = start()
  send({ type: 'CHOOSE_TOOL', tool: 'line' })
  send({ type: 'POINT', id: 'a', point: at(4001, 50) })
  expect(context().drawings).toEqual([])
  send({ type: 'CANCEL' })
  expect(showDrawings(context())).toEqual([])
  send({ type: 'CHOOSE_TOOL', tool: 'line' })
  send({ type: 'POINT', id: 'a', point: at(4001, 50) })
  send({ type: 'POINT', id: 'a', point: at(4005, 20) })
  expect(context().drawings).toMatchObject([{ from: { at: 20, price: 4005 }, to: { at: 50, price: 4001 } }])
})

test('a drag moves the drawing on the screen, and is stored when it is dropped; Esc brings it back', async () => {
  const { send, context, store, storing } = start(createStore([level('a', 4000)]))
  await storing('stored')
  send({ type: 'GRAB', id: 'a', part: 'whole', point: at(4000) })
  send({ type: 'HOVER', point: at(4003) })
  expect(showDrawings(context())).toEqual([level('a', 4003)])
  send({ type: 'CANCEL' })
  expect(showDrawings(context())).toEqual([level('a', 4000)])
  send({ type: 'GRAB', id: 'a', part: 'whole', point: at(4000) })
  send({ type: 'HOVER', point: at(3990) })
  send({ type: 'DROP' })
  await storing('stored')
  expect(store.read().drawings).toEqual([level('a', 3990)])
})

test('a deleted drawing returns by UNDO, once', async () => {
  const { send, context, storing, store } = start(createStore([level('a', 4000)]))
  await storing('stored')
  send({ type: 'DELETE', id: 'a' })
  send({ type: 'UNDO' })
  send({ type: 'UNDO' })
  await storing('stored')
  expect(context().drawings).toEqual([level('a', 4000)])
  expect(store.read().drawings).toEqual([level('a', 4000)])
})

test('drawings that another window stored meanwhile are merged, and nothing is lost', async () => {
  const { send, context, storing, store } = start(createStore([level('a', 4000), level('b', 4001)]))
  await storing('stored')
  store.overtake([level('a', 4000), level('b', 4500), level('theirs', 4002)])
  send({ type: 'MOVE', id: 'a', part: 'whole', move: { time: 0, price: 1 } })
  await storing('stored')
  const expected = [level('a', 4001), level('b', 4500), level('theirs', 4002)]
  expect(context().drawings).toEqual(expected)
  expect(store.read().drawings).toEqual(expected)
})

test('a change that was not stored stays on the page, says why, and is stored later', async () => {
  const { send, context, storing, store } = start()
  await storing('stored')
  store.fail({ kind: 'unreachable' })
  send({ type: 'ADD', drawing: level('a', 4000) })
  await storing('failed')
  expect(context()).toMatchObject({ drawings: [level('a', 4000)], failure: { kind: 'unreachable' } })
  send({ type: 'RETRY' })
  await storing('stored')
  expect(context().failure).toBeNull()
  expect(store.read().drawings).toEqual([level('a', 4000)])
})

test('a change that is still not stored says so without a pause while it is tried again', async () => {
  const { send, context, storing, store } = start()
  await storing('stored')
  store.fail({ kind: 'storage-unavailable' })
  send({ type: 'ADD', drawing: level('a', 4000) })
  await storing('failed')
  send({ type: 'RETRY' })
  await storing('changed')
  expect(context().failure).toEqual({ kind: 'storage-unavailable' })
  await storing('stored')
  expect(context().failure).toBeNull()
})

test('a drawing that was made before the stored ones were read is added to them', async () => {
  const { send, storing, store } = start(createStore([level('old', 4000)]))
  send({ type: 'ADD', drawing: level('new', 4001) })
  await storing('changed')
  await storing('stored')
  expect(store.read().drawings).toEqual([level('old', 4000), level('new', 4001)])
})

test('at the limit no tool can be chosen, and nothing is added', () => {
  const { send, context } = start()
  for (let i = 0; i < MAX_DRAWINGS + 3; i += 1) send({ type: 'ADD', drawing: level(`${i}`, 4000) })
  send({ type: 'CHOOSE_TOOL', tool: 'level' })
  expect(context().tool).toBeNull()
  expect(context().drawings).toHaveLength(MAX_DRAWINGS)
})

test('events of a drawing that is gone change nothing', () => {
  const { send, context, state } = start()
  send({ type: 'GRAB', id: 'x', part: 'whole', point: at(1) })
  send({ type: 'MOVE', id: 'x', part: 'whole', move: { time: 1, price: 1 } })
  send({ type: 'DELETE', id: 'x' })
  expect(state()).toMatchObject({ editing: 'idle' })
  expect(context().drawings).toEqual([])
})
