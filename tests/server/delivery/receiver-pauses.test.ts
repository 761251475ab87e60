import { expect, test } from 'vitest'

import { createReceiverPauses, FIRST_PAUSE_MS, PausedReceiverError } from '#server/delivery/receiver-pauses.ts'

function setUp() {
  let at = 0
  const calls: string[] = []
  const run = createReceiverPauses(() => at)
  const call = (owner: string, fails: boolean) =>
    run(owner, async () => {
      calls.push(owner)
      if (fails) throw new Error('no reply')
      return 204
    })
  const pass = (ms: number) => {
    at += ms
  }
  return { call, calls, pass }
}

test('a receiver without a reply is not called for a while, which doubles; others are (D125)', async () => {
  const { call, calls, pass } = setUp()
  await expect(call('ana', true)).rejects.toThrow('no reply')
  pass(FIRST_PAUSE_MS - 1)
  await expect(call('ana', false)).rejects.toThrow(PausedReceiverError)
  expect(await call('luis', false)).toBe(204)
  pass(1)
  await expect(call('ana', true)).rejects.toThrow('no reply')
  pass(2 * FIRST_PAUSE_MS - 1)
  await expect(call('ana', false)).rejects.toThrow(PausedReceiverError)
  pass(1)
  expect(await call('ana', false)).toBe(204)
  expect(calls).toEqual(['ana', 'luis', 'ana', 'ana'])
})

test('the longest pause is ten minutes, and a reply ends the pauses (D125)', async () => {
  const { call, pass } = setUp()
  for (let count = 0; count < 10; count += 1) {
    await expect(call('ana', true)).rejects.toThrow('no reply')
    pass(600_000)
  }
  expect(await call('ana', false)).toBe(204)
  await expect(call('ana', true)).rejects.toThrow('no reply')
  pass(FIRST_PAUSE_MS)
  expect(await call('ana', false)).toBe(204)
})
