import { expect, test } from 'vitest'

import { runUntilAborted } from '#src/domain/identity/abortable-call.ts'
import { ok } from '#src/domain/result.ts'
import { createOpenCalls, flushPromises } from '#tests/support/open-calls.ts'

function asked() {
  const calls = createOpenCalls<null, string>()
  const controller = new AbortController()
  const heard: unknown[] = []
  runUntilAborted((signal) => calls.ask(null, signal), controller.signal).then(
    (answer) => heard.push(answer),
    (error) => heard.push(error),
  )
  return { call: calls.only(), controller, heard }
}

test('an answer that is waited for is given, and so is a throw', async () => {
  const answer = asked()
  await answer.call.succeed('yes')
  expect(answer.heard).toEqual([ok('yes')])
  const thrown = asked()
  await thrown.call.crash('bug')
  expect(thrown.heard).toEqual(['bug'])
})

test('what comes after it was given up is never heard', async () => {
  for (const how of ['succeed', 'crash'] as const) {
    const { call, controller, heard } = asked()
    controller.abort()
    await call[how]('late')
    await flushPromises()
    expect(heard).toEqual([])
  }
})
