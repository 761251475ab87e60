import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { createCaller, type Untimed } from '#src/application/platform/flow.ts'
import {
  type CheckedReply,
  type CheckedRequest,
  type CheckedRequestEvent,
  createCheckedRequestMachine,
} from '#src/domain/identity/checked-request-machine.ts'
import { canSubmit } from '#src/domain/identity/human-check-machine.ts'
import { createOpenCalls, toCall } from '#tests/support/open-calls.ts'

function startRequest() {
  const clock = new SimulatedClock()
  /** Time that the computer slept: it advances the real clock, but not the timers. */
  const sleep = { ms: 0 }
  const now = () => 1_000 + clock.now() + sleep.ms
  const calls = createOpenCalls<CheckedRequest<string>, CheckedReply>()
  const crashes: unknown[] = []
  const call = createCaller({ clock: { now }, log: { error: (_, error) => crashes.push(error) } })
  const machine = createCheckedRequestMachine<string>().provide({ actors: { send: call(toCall(calls)) } })
  const actor = createActor(machine, { clock }).start()
  const send = (event: Untimed<CheckedRequestEvent<string>>) => actor.send({ ...event, at: now() })
  return {
    actor,
    send,
    clock,
    sleep,
    calls,
    crashes,
    solve: (text = 'proof', lifetime = 60_000) =>
      send({ type: 'CHECK_SOLVED', proof: { text, expiresAt: now() + lifetime } }),
    submit: (content = 'first') => send({ type: 'SUBMIT', content }),
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    canSubmit: () => canSubmit(actor.getSnapshot(), now()),
  }
}

test('SUBMIT is ignored without a usable proof', () => {
  const request = startRequest()
  request.submit()
  request.solve('one', 1_000)
  request.clock.increment(1_000)
  request.submit()
  request.solve('two')
  request.send({ type: 'CHECK_LOST' })
  request.submit()
  request.solve('three', 1_000)
  request.sleep.ms = 1_000
  request.submit()
  expect([request.state(), request.calls.all.length, request.canSubmit()]).toEqual(['ready', 0, false])
  expect(request.context().round).toBe(2)
})

test('SUBMIT sends one request and uses its proof', () => {
  const request = startRequest()
  request.solve()
  expect(request.canSubmit()).toBe(true)
  request.submit()
  request.solve('another')
  request.submit('second')
  expect([request.state(), request.calls.all.length, request.canSubmit()]).toEqual(['sending', 1, false])
  expect(request.calls.only().request).toEqual({ content: 'first', proof: { text: 'proof', expiresAt: 61_000 } })
  expect(request.context().round).toBe(1)
})

test('a response ends the machine in done', async () => {
  const request = startRequest()
  request.solve()
  request.submit()
  await request.calls.only().succeed('done')
  expect([request.state(), request.context().answer, request.context().request]).toEqual([
    'done',
    { ok: true, value: 'done', at: 1_000 },
    null,
  ])
})

test('SUBMIT with a new proof sends a failed request again and clears the failure', async () => {
  const request = startRequest()
  request.solve()
  request.submit()
  await request.calls.only().fail('timeout')
  expect([request.state(), request.context().answer, request.canSubmit()]).toEqual([
    'failed',
    { ok: false, error: { kind: 'timeout' }, at: 1_000 },
    false,
  ])
  request.submit()
  expect(request.state()).toBe('failed')
  request.solve('two')
  expect(request.canSubmit()).toBe(true)
  request.submit('again')
  expect([request.state(), request.context().answer]).toEqual(['sending', null])
  expect(request.calls.only().request).toMatchObject({ content: 'again', proof: { text: 'two' } })
})

test('a refused request fails and can be sent again', async () => {
  const request = startRequest()
  request.solve()
  request.submit()
  await request.calls.only().succeed('refused')
  expect(request.state()).toBe('failed')
})

test('a request that throws fails and is logged', async () => {
  const request = startRequest()
  const error = new Error('a bug')
  request.solve()
  request.submit()
  await request.calls.only().crash(error)
  expect([request.state(), request.context().answer]).toEqual([
    'failed',
    { ok: false, error: { kind: 'crashed' }, at: 1_000 },
  ])
  expect(request.crashes).toEqual([error])
})

test('a stopped machine aborts its request', async () => {
  const request = startRequest()
  request.solve()
  request.submit()
  const call = request.calls.only()
  request.actor.stop()
  expect(call.signal?.aborted).toBe(true)
})
