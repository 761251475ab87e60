import fc from 'fast-check'
import { expect, test } from 'vitest'

import { FALLBACK_MS, type LinkEvent, OPENING_MS, SILENCE_MS } from '#src/domain/live/live-machine.ts'
import { type LiveHarness, startLive } from '#tests/support/live-harness.ts'

/** The events so far and what follows from them; the machine's timers are not part of it. */
interface Model {
  visible: boolean
  online: boolean
  hasCursor: boolean
  complete: boolean
  /** The latest connection was opened and not ended. */
  opened: boolean
  /** The server has no stream, or the session is over. */
  over: boolean
  /** The session is being verified. */
  verifying: boolean
  /** How long the page has been shown and online without a stream that delivers, in ms. */
  withoutStreamFor: number
}

const present = (model: Model) => model.visible && model.online
const canConnect = (model: Model) => present(model) && model.hasCursor && !model.over && !model.verifying
const delivers = (model: Model) => model.opened && model.complete

const closeStream = (model: Model) => Object.assign(model, { opened: false })

/** The invariants that do not hold. */
function violations(model: Model, live: LiveHarness) {
  const open = live.open().length
  const last = live.emitted.findLast((type) => type !== 'CRASHED')
  return Object.entries({
    'two streams are open': open > 1,
    'a stream is open while the page is away or the series has no cursor': open > 0 && !canConnect(model),
    'the connection is `stream` although the stream does not deliver':
      (live.connection() === 'stream') !== delivers(model),
    'STREAM_OPENED was not emitted although the stream delivers': delivers(model) && last !== 'STREAM_OPENED',
    'STREAM_LOST was not emitted although the stream does not deliver':
      model.withoutStreamFor >= FALLBACK_MS && last === 'STREAM_OPENED',
    'the connection is not `paused` although the page is away':
      (live.connection() === 'paused') !== (!present(model) && !model.over && !model.verifying),
    'an ended session opens a stream': model.over && open > 0,
  }).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

type Act = (model: Model, live: LiveHarness) => void | Promise<void>

const command = (name: string, act: Act, check: (model: Readonly<Model>) => boolean = () => true) => ({
  check,
  run: async (model: Model, live: LiveHarness) => {
    await act(model, live)
    if (delivers(model) || !present(model)) model.withoutStreamFor = 0
    expect(violations(model, live)).toEqual([])
  },
  toString: () => name,
})

const turn = (type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE', key: 'visible' | 'online', to: boolean) =>
  command(type, (model, live) => {
    live.actor.send({ type })
    if (model[key] !== to) closeStream(model)
    model[key] = to
  })

const series = (type: 'SERIES_COMPLETE' | 'SERIES_INCOMPLETE' | 'CURSOR_LOST') =>
  command(type, (model, live) => {
    live.actor.send({ type })
    model.complete = type === 'SERIES_COMPLETE'
    if (type === 'SERIES_COMPLETE') model.hasCursor = true
    if (type === 'CURSOR_LOST') Object.assign(model, { hasCursor: false, opened: false })
  })

const MEANING: Readonly<Record<LinkEvent['type'], Partial<Model>>> = {
  OPENED: { opened: true },
  HEARTBEAT: {},
  DISCONNECTED: { opened: false },
  REFUSED: { opened: false },
  UNAVAILABLE: { opened: false, over: true },
  CLOSED: { opened: false, verifying: true },
}

/** Below the longest pause after disconnects. */
const REFUSAL_MS = 20_000

function linkEvent(type: LinkEvent['type']): LinkEvent {
  if (type === 'CLOSED') return { type, reason: null }
  return type === 'REFUSED' ? { type, pause: REFUSAL_MS } : { type }
}

const emitLink = (type: LinkEvent['type']) =>
  command(
    type,
    (model, live) => {
      if (live.open().length === 0) return
      live.current().emit(linkEvent(type))
      Object.assign(model, MEANING[type])
    },
    (model) => canConnect(model),
  )

const emitTooLate = command('OPENED too late', (_, live) => {
  for (const old of live.connections.filter(({ closed }) => closed)) old.emit({ type: 'OPENED' })
})

const verify = (good: boolean) =>
  command(
    `session ${good ? 'valid' : 'over'}`,
    async (model, live) => {
      await live.checks.at(-1)?.resolve(good)
      model.verifying = false
      if (!good) model.over = true
    },
    (model) => model.verifying,
  )

const STEP_MS = 250
const LONGEST_PAUSE_MS = 30_000

/** Passes time in steps shorter than every timer of the machine, without events. */
const wait = (ms: number) =>
  command(`wait ${ms}`, (model, live) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      live.clock.increment(STEP_MS)
      if (live.open().length === 0) closeStream(model)
      model.withoutStreamFor = delivers(model) || !present(model) ? 0 : model.withoutStreamFor + STEP_MS
    }
  })

const anything = fc.commands(
  [
    fc.constant(turn('SHOWN', 'visible', true)),
    fc.constant(turn('HIDDEN', 'visible', false)),
    fc.constant(turn('ONLINE', 'online', true)),
    fc.constant(turn('OFFLINE', 'online', false)),
    fc.constant(series('SERIES_COMPLETE')),
    fc.constant(series('SERIES_COMPLETE')),
    fc.constant(series('SERIES_INCOMPLETE')),
    fc.constant(series('CURSOR_LOST')),
    fc.constantFrom('OPENED' as const, 'OPENED' as const, 'HEARTBEAT' as const, 'DISCONNECTED' as const).map(emitLink),
    fc.constantFrom('OPENED' as const, 'CLOSED' as const, 'UNAVAILABLE' as const).map(emitLink),
    fc.constant(emitTooLate),
    fc.boolean().map(verify),
    fc.constantFrom(250, 500, FALLBACK_MS, OPENING_MS, SILENCE_MS, 60_000).map(wait),
  ],
  { maxCommands: 60, size: 'max' },
)

test('after any sequence of events the invariants hold, and a server with a stream is connected at the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.boolean(), anything, async (visible, online, commands) => {
      const live = startLive({ visible, online })
      const model: Model = {
        visible,
        online,
        hasCursor: false,
        complete: false,
        opened: false,
        over: false,
        verifying: false,
        withoutStreamFor: 0,
      }
      expect(violations(model, live)).toEqual([])
      await fc.asyncModelRun(() => ({ model, real: live }), commands)
      await live.checks.at(-1)?.resolve(true)
      for (const type of ['SHOWN', 'ONLINE', 'SERIES_COMPLETE'] as const) live.actor.send({ type })
      if (!model.over) {
        for (let step = 0; step < LONGEST_PAUSE_MS / STEP_MS && live.open().length === 0; step += 1) {
          live.clock.increment(STEP_MS)
        }
        live.current().emit({ type: 'OPENED' })
        expect(live.connection()).toBe('stream')
      }
      live.actor.stop()
      expect(live.open()).toEqual([])
    }),
    { numRuns: 300 },
  )
})
