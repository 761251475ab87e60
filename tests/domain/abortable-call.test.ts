import { expect, test } from 'vitest'

import { runUntilAborted } from '#src/domain/abortable-call.ts'
import { ok } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { createOpenCalls } from '#tests/support/open-calls.ts'

function startCall() {
  const calls = createOpenCalls<null, string>()
  const controller = new AbortController()
  const settlements: unknown[] = []
  runUntilAborted((signal) => calls.call(null, signal), controller.signal).then(
    (result) => settlements.push(result),
    (error) => settlements.push(error),
  )
  return { call: calls.only(), controller, settlements }
}

test('a call that is not aborted settles with its result or its error', async () => {
  const returningCall = startCall()
  await returningCall.call.succeed('yes')
  expect(returningCall.settlements).toEqual([ok('yes')])
  const throwingCall = startCall()
  await throwingCall.call.crash('bug')
  expect(throwingCall.settlements).toEqual(['bug'])
})

test('an aborted call never settles', async () => {
  for (const outcome of ['succeed', 'crash'] as const) {
    const { call, controller, settlements } = startCall()
    controller.abort()
    await call[outcome]('late')
    await flushPromises()
    expect(settlements).toEqual([])
  }
})
