import { expect, test } from 'vitest'

import { runEach } from '#server/imc/run-each.ts'

test('an item that fails does not stop the work for the others, and its failure is thrown with its name', async () => {
  const done: string[] = []
  const work = runEach(
    ['a', 'bad', 'c', 'worse'],
    (item) => `entity ${item}`,
    async (item) => {
      if (item.length > 1) throw new Error('a row is damaged')
      done.push(item)
    },
  )
  await expect(work).rejects.toThrow('failed: entity bad, entity worse')
  await expect(work).rejects.toMatchObject({ errors: [{ cause: new Error('a row is damaged') }, {}] })
  expect(done).toEqual(['a', 'c'])
})

test('work without a failure ends without an error', async () => {
  await expect(runEach([], String, async () => {})).resolves.toBeUndefined()
})

test('other work runs between two items, although each ends without waiting', async () => {
  const order: string[] = []
  setImmediate(() => order.push('other'))
  await runEach(['one', 'two'], String, async (item) => void order.push(item))
  expect(order).toEqual(['one', 'other', 'two'])
})
