import fc from 'fast-check'
import { expect, test } from 'vitest'

import { FALLBACK_MS, type LinkEvent, OPENING_MS, SILENCE_MS } from '#src/domain/live/live-machine.ts'
import { type LiveHarness, startLive } from '#tests/support/live-harness.ts'

/** What the machine was told and what it may know of it; how it keeps time is its own affair. */
interface Model {
  visible: boolean
  online: boolean
  placed: boolean
  whole: boolean
  /** The connection of now was opened and not ended. */
  opened: boolean
  /** The server has no stream, or the session is over. */
  over: boolean
  /** Asked whether the session is over. */
  asking: boolean
  /** How long it has been on screen and connected without a stream that feeds. */
  hungryFor: number
}

const present = (model: Model) => model.visible && model.online
const mayConnect = (model: Model) => present(model) && model.placed && !model.over && !model.asking
const flows = (model: Model) => model.opened && model.whole

const leave = (model: Model) => Object.assign(model, { opened: false })

/** What must never be, whatever happened. */
function broken(model: Model, live: LiveHarness) {
  const open = live.open().length
  const last = live.emitted.findLast((type) => type !== 'CRASHED')
  return Object.entries({
    'two streams are open': open > 1,
    'a stream is open that nobody looks at, or that has nowhere to go on from': open > 0 && !mayConnect(model),
    'it says that values come by the stream when they do not': (live.connection() === 'stream') !== flows(model),
    'the parts were not told that values come by the stream': flows(model) && last !== 'FED',
    'nobody asks although the stream does not feed': model.hungryFor >= FALLBACK_MS && last === 'FED',
    'the page is not told that it rests':
      (live.connection() === 'paused') !== (!present(model) && !model.over && !model.asking),
    'an ended session is tried again': model.over && open > 0,
  }).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

type Act = (model: Model, live: LiveHarness) => void | Promise<void>

const command = (name: string, act: Act, check: (model: Readonly<Model>) => boolean = () => true) => ({
  check,
  run: async (model: Model, live: LiveHarness) => {
    await act(model, live)
    if (flows(model) || !present(model)) model.hungryFor = 0
    expect(broken(model, live)).toEqual([])
  },
  toString: () => name,
})

const turn = (type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE', key: 'visible' | 'online', to: boolean) =>
  command(type, (model, live) => {
    live.actor.send({ type })
    if (model[key] !== to) leave(model)
    model[key] = to
  })

const series = (type: 'WHOLE' | 'BROKEN' | 'SPOILT') =>
  command(type, (model, live) => {
    live.actor.send({ type })
    model.whole = type === 'WHOLE'
    if (type === 'WHOLE') model.placed = true
    if (type === 'SPOILT') Object.assign(model, { placed: false, opened: false })
  })

const MEANING: Readonly<Record<LinkEvent['type'], Partial<Model>>> = {
  OPENED: { opened: true },
  BEAT: {},
  CUT: { opened: false },
  REFUSED: { opened: false },
  UNAVAILABLE: { opened: false, over: true },
  CLOSED: { opened: false, asking: true },
}

/** No longer than the longest pause after cuts. */
const REFUSAL_MS = 20_000

function linkEvent(type: LinkEvent['type']): LinkEvent {
  if (type === 'CLOSED') return { type, reason: null }
  return type === 'REFUSED' ? { type, pause: REFUSAL_MS } : { type }
}

const say = (type: LinkEvent['type']) =>
  command(
    type,
    (model, live) => {
      if (live.open().length === 0) return
      live.current().tell(linkEvent(type))
      Object.assign(model, MEANING[type])
    },
    (model) => mayConnect(model),
  )

const sayTooLate = command('OPENED too late', (_, live) => {
  for (const old of live.connections.filter(({ left }) => left)) old.tell({ type: 'OPENED' })
})

const answer = (good: boolean) =>
  command(
    `session ${good ? 'good' : 'over'}`,
    async (model, live) => {
      await live.asked.at(-1)?.answer(good)
      model.asking = false
      if (!good) model.over = true
    },
    (model) => model.asking,
  )

const STEP_MS = 250
const LONGEST_PAUSE_MS = 30_000

/** Goes in small steps, each shorter than any time of the machine, and says nothing meanwhile. */
const wait = (ms: number) =>
  command(`wait ${ms}`, (model, live) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      live.clock.increment(STEP_MS)
      if (live.open().length === 0) leave(model)
      model.hungryFor = flows(model) || !present(model) ? 0 : model.hungryFor + STEP_MS
    }
  })

const anything = fc.commands(
  [
    fc.constant(turn('SHOWN', 'visible', true)),
    fc.constant(turn('HIDDEN', 'visible', false)),
    fc.constant(turn('ONLINE', 'online', true)),
    fc.constant(turn('OFFLINE', 'online', false)),
    fc.constant(series('WHOLE')),
    fc.constant(series('WHOLE')),
    fc.constant(series('BROKEN')),
    fc.constant(series('SPOILT')),
    fc.constantFrom('OPENED' as const, 'OPENED' as const, 'BEAT' as const, 'CUT' as const).map(say),
    fc.constantFrom('OPENED' as const, 'CLOSED' as const, 'UNAVAILABLE' as const).map(say),
    fc.constant(sayTooLate),
    fc.boolean().map(answer),
    fc.constantFrom(250, 500, FALLBACK_MS, OPENING_MS, SILENCE_MS, 60_000).map(wait),
  ],
  { maxCommands: 60, size: 'max' },
)

test('whatever happens in whatever order, the machine keeps what it promises and ends up with a stream where there is one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.boolean(), anything, async (visible, online, commands) => {
      const live = startLive({ visible, online })
      const model: Model = {
        visible,
        online,
        placed: false,
        whole: false,
        opened: false,
        over: false,
        asking: false,
        hungryFor: 0,
      }
      expect(broken(model, live)).toEqual([])
      await fc.asyncModelRun(() => ({ model, real: live }), commands)
      await live.asked.at(-1)?.answer(true)
      for (const type of ['SHOWN', 'ONLINE', 'WHOLE'] as const) live.actor.send({ type })
      if (!model.over) {
        for (let step = 0; step < LONGEST_PAUSE_MS / STEP_MS && live.open().length === 0; step += 1) {
          live.clock.increment(STEP_MS)
        }
        live.current().tell({ type: 'OPENED' })
        expect(live.connection()).toBe('stream')
      }
      live.actor.stop()
      expect(live.open()).toEqual([])
    }),
    { numRuns: 300 },
  )
})
