import fc from 'fast-check'
import { expect, test } from 'vitest'

import { FALLBACK_MS, type LinkEvent, OPENING_MS, SILENCE_MS } from '#src/domain/live/live-machine.ts'
import { type LiveHarness, startLive } from '#tests/support/live-harness.ts'

/** The expected state after the events so far, without the timers of the machine. */
interface Model {
  visible: boolean
  online: boolean
  hasCursor: boolean
  isComplete: boolean
  /** Whether the latest connection is open. */
  isOpen: boolean
  /** Whether the server has no stream or the session has ended. */
  isOver: boolean
  /** Whether the machine waits for the verification of the session. */
  isVerifying: boolean
  /** Time in ms that the page has been visible and online without a stream that delivers. */
  msWithoutStream: number
}

const isPageActive = (model: Model) => model.visible && model.online
const canConnect = (model: Model) => isPageActive(model) && model.hasCursor && !model.isOver && !model.isVerifying
const isDelivering = (model: Model) => model.isOpen && model.isComplete

const closeStream = (model: Model) => Object.assign(model, { isOpen: false })

/** Lists the broken invariants. */
function findBrokenInvariants(model: Model, live: LiveHarness) {
  const openStreams = live.openConnections().length
  const lastEmitted = live.emitted.findLast((type) => type !== 'CRASHED')
  return Object.entries({
    'two streams are open': openStreams > 1,
    'a stream is open although the machine may not connect': openStreams > 0 && !canConnect(model),
    'the connection status `stream` disagrees with the delivery of the stream':
      (live.connectionStatus() === 'stream') !== isDelivering(model),
    'STREAM_OPENED was not emitted although the stream delivers':
      isDelivering(model) && lastEmitted !== 'STREAM_OPENED',
    'STREAM_LOST was not emitted although the stream does not deliver':
      model.msWithoutStream >= FALLBACK_MS && lastEmitted === 'STREAM_OPENED',
    'the connection status `paused` disagrees with the state of the page':
      (live.connectionStatus() === 'paused') !== (!isPageActive(model) && !model.isOver && !model.isVerifying),
    'a stream is open after the session ended or the server had no stream': model.isOver && openStreams > 0,
  }).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

type Act = (model: Model, live: LiveHarness) => void | Promise<void>

const command = (name: string, act: Act, check: (model: Readonly<Model>) => boolean = () => true) => ({
  check,
  run: async (model: Model, live: LiveHarness) => {
    await act(model, live)
    if (isDelivering(model) || !isPageActive(model)) model.msWithoutStream = 0
    expect(findBrokenInvariants(model, live)).toEqual([])
  },
  toString: () => name,
})

const changePage = (type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE', key: 'visible' | 'online', to: boolean) =>
  command(type, (model, live) => {
    live.actor.send({ type })
    if (model[key] !== to) closeStream(model)
    model[key] = to
  })

const changeSeries = (type: 'SERIES_COMPLETE' | 'SERIES_INCOMPLETE' | 'CURSOR_LOST') =>
  command(type, (model, live) => {
    live.actor.send({ type })
    model.isComplete = type === 'SERIES_COMPLETE'
    if (type === 'SERIES_COMPLETE') model.hasCursor = true
    if (type === 'CURSOR_LOST') Object.assign(model, { hasCursor: false, isOpen: false })
  })

const EFFECTS: Readonly<Record<LinkEvent['type'], Partial<Model>>> = {
  OPENED: { isOpen: true },
  HEARTBEAT: {},
  DISCONNECTED: { isOpen: false },
  REFUSED: { isOpen: false },
  UNAVAILABLE: { isOpen: false, isOver: true },
  CLOSED: { isOpen: false, isVerifying: true },
}

/** Pause of a refused stream, in ms. It is shorter than `LONGEST_PAUSE_MS`. */
const REFUSAL_MS = 20_000

function createLinkEvent(type: LinkEvent['type']): LinkEvent {
  if (type === 'CLOSED') return { type, reason: null }
  return type === 'REFUSED' ? { type, pause: REFUSAL_MS } : { type }
}

const emitLink = (type: LinkEvent['type']) =>
  command(
    type,
    (model, live) => {
      if (live.openConnections().length === 0) return
      live.current().emit(createLinkEvent(type))
      Object.assign(model, EFFECTS[type])
    },
    (model) => canConnect(model),
  )

const emitTooLate = command('OPENED too late', (_, live) => {
  for (const old of live.connections.filter(({ closed }) => closed)) old.emit({ type: 'OPENED' })
})

const verify = (isValid: boolean) =>
  command(
    `session ${isValid ? 'valid' : 'over'}`,
    async (model, live) => {
      await live.checks.at(-1)?.resolve(isValid)
      model.isVerifying = false
      if (!isValid) model.isOver = true
    },
    (model) => model.isVerifying,
  )

const STEP_MS = 250
const LONGEST_PAUSE_MS = 30_000

/** Passes time in steps shorter than every timer of the machine, without events. */
const wait = (ms: number) =>
  command(`wait ${ms}`, (model, live) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      live.clock.increment(STEP_MS)
      if (live.openConnections().length === 0) closeStream(model)
      model.msWithoutStream = isDelivering(model) || !isPageActive(model) ? 0 : model.msWithoutStream + STEP_MS
    }
  })

const anyCommands = fc.commands(
  [
    fc.constant(changePage('SHOWN', 'visible', true)),
    fc.constant(changePage('HIDDEN', 'visible', false)),
    fc.constant(changePage('ONLINE', 'online', true)),
    fc.constant(changePage('OFFLINE', 'online', false)),
    fc.constant(changeSeries('SERIES_COMPLETE')),
    fc.constant(changeSeries('SERIES_COMPLETE')),
    fc.constant(changeSeries('SERIES_INCOMPLETE')),
    fc.constant(changeSeries('CURSOR_LOST')),
    fc.constantFrom('OPENED' as const, 'OPENED' as const, 'HEARTBEAT' as const, 'DISCONNECTED' as const).map(emitLink),
    fc.constantFrom('OPENED' as const, 'CLOSED' as const, 'REFUSED' as const, 'UNAVAILABLE' as const).map(emitLink),
    fc.constant(emitTooLate),
    fc.boolean().map(verify),
    fc.constantFrom(250, 500, FALLBACK_MS, OPENING_MS, SILENCE_MS, 60_000).map(wait),
  ],
  { maxCommands: 60, size: 'max' },
)

test('the invariants hold after any sequence of events, and the machine connects at the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.boolean(), anyCommands, async (visible, online, commands) => {
      const live = startLive({ visible, online })
      const model: Model = {
        visible,
        online,
        hasCursor: false,
        isComplete: false,
        isOpen: false,
        isOver: false,
        isVerifying: false,
        msWithoutStream: 0,
      }
      expect(findBrokenInvariants(model, live)).toEqual([])
      await fc.asyncModelRun(() => ({ model, real: live }), commands)
      await live.checks.at(-1)?.resolve(true)
      for (const type of ['SHOWN', 'ONLINE', 'SERIES_COMPLETE'] as const) live.actor.send({ type })
      if (!model.isOver) {
        for (let step = 0; step < LONGEST_PAUSE_MS / STEP_MS && live.openConnections().length === 0; step += 1) {
          live.clock.increment(STEP_MS)
        }
        live.current().emit({ type: 'OPENED' })
        expect(live.connectionStatus()).toBe('stream')
      }
      live.actor.stop()
      expect(live.openConnections()).toEqual([])
    }),
    { numRuns: 300 },
  )
})
