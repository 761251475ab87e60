import { expect, test } from 'vitest'
import { assign, setup } from 'xstate'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createCaller, createFlow } from '#src/application/platform/flow.ts'
import { type Answer, declareCall, type Timed } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

type Event = Timed<{ readonly type: 'LOAD'; readonly text: string }>

const machine = setup({
  types: { context: {} as { readonly text: string; readonly answer: Answer<string> | null }, events: {} as Event },
  actors: { load: declareCall<string, string>() },
  actions: { storeAnswer: assign((_, answer: Answer<string>) => ({ answer })) },
}).createMachine({
  context: { text: '', answer: null },
  initial: 'ready',
  states: {
    ready: { on: { LOAD: { target: 'loading', actions: assign(({ event }) => ({ text: event.text })) } } },
    loading: {
      invoke: {
        src: 'load',
        input: ({ context }) => context.text,
        onDone: { target: 'ready', actions: { type: 'storeAnswer', params: ({ event }) => event.output } },
      },
    },
  },
})

const select = ({ value, context }: { readonly value: string; readonly context: { readonly answer: unknown } }) => ({
  value,
  answer: context.answer,
})

function createHarness(run: (text: string, signal: AbortSignal) => Promise<Result<string, never>>) {
  const ports = createMemoryPorts()
  const signals: AbortSignal[] = []
  const load = createCaller(ports)((text: string, signal) => {
    signals.push(signal)
    return run(text, signal)
  })
  const flow = createFlow(machine.provide({ actors: { load } }), { ...ports, input: () => undefined, select })
  return { flow, ports, signals }
}

test('a flow adds the time to an event and to the result of a call', async () => {
  const { flow, ports } = createHarness(async (text) => ok(text))
  flow.subscribe()
  flow.send({ type: 'LOAD', text: 'TRM' })
  expect(flow.getSnapshot().value).toBe('loading')
  await flushPromises()
  expect(flow.getSnapshot()).toEqual({ value: 'ready', answer: { ...ok('TRM'), at: ports.clock.now() } })
})

test('a call that throws is logged once and fails as crashed', async () => {
  const crash = new Error('unforeseen')
  const { flow, ports } = createHarness(() => Promise.reject(crash))
  flow.subscribe()
  flow.send({ type: 'LOAD', text: 'TRM' })
  await flushPromises()
  expect(flow.getSnapshot().answer).toMatchObject(err({ kind: 'crashed' }))
  expect(ports.log.entries().map(({ detail }) => detail)).toEqual([crash])
})

test('the last unsubscription aborts a call, whose result has no effect, and the next start is new', async () => {
  let answer = (_result: Result<string, never>) => {}
  const { flow, ports, signals } = createHarness(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const { unsubscribe } = flow.subscribe()
  flow.send({ type: 'LOAD', text: 'TRM' })
  unsubscribe()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  answer(ok('late'))
  await flushPromises()
  flow.subscribe()
  expect(flow.getSnapshot()).toEqual({ value: 'ready', answer: null })
  expect(ports.log.entries()).toEqual([])
})

test('an event before the first subscriber waits for it', async () => {
  const { flow } = createHarness(async (text) => ok(text))
  flow.send({ type: 'LOAD', text: 'TRM' })
  expect(flow.getSnapshot().value).toBe('ready')
  flow.subscribe()
  expect(flow.getSnapshot().value).toBe('loading')
})

test('an event after the last unsubscription has no effect, also not on the next start', async () => {
  const { flow, signals } = createHarness(async (text) => ok(text))
  flow.subscribe().unsubscribe()
  flow.send({ type: 'LOAD', text: 'TRM' })
  flow.subscribe()
  expect([flow.getSnapshot().value, signals]).toEqual(['ready', []])
})

test('a crash of the machine is logged once and keeps the last state', async () => {
  const ports = createMemoryPorts()
  const flow = createFlow(machine, { ...ports, input: () => undefined, select })
  flow.subscribe()
  flow.send({ type: 'LOAD', text: 'TRM' })
  await flushPromises()
  expect(flow.getSnapshot().value).toBe('loading')
  expect(ports.log.entries().map(({ detail }) => detail)).toEqual([new Error('a declared call is not provided')])
})
