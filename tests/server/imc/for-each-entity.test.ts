import { expect, test } from 'vitest'

import { forEachEntity } from '#server/imc/for-each-entity.ts'

test('an entity that fails does not keep the work from the others, and its failure is thrown', async () => {
  const done: string[] = []
  const work = forEachEntity(['a', 'bad', 'c'], async (entity) => {
    if (entity === 'bad') throw new Error('a row is damaged')
    done.push(entity)
  })
  await expect(work).rejects.toThrow('1 entities failed')
  expect(done).toEqual(['a', 'c'])
})
