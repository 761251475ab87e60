import { Container, ContainerModule } from 'inversify'
import { afterAll, expect, test } from 'vitest'

const NAMES = ['getOwnMetadata', 'getMetadata', 'defineMetadata'] as const
const originals = NAMES.map((name) => [name, Reflect.get(Reflect, name)] as const)
afterAll(() => Object.assign(Reflect, Object.fromEntries(originals)))

test('inversify resolves singletons with the portal’s replacement of reflect-metadata', async () => {
  await import('#src/composition/metadata.ts')
  for (const [name, original] of originals) expect(Reflect.get(Reflect, name)).not.toBe(original)
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(
    new ContainerModule(({ bind }) => {
      bind<object>('one').toResolvedValue(() => ({}))
      bind<readonly object[]>('two').toResolvedValue((one: object) => [one], ['one'])
    }),
    new ContainerModule(({ bind }) => {
      bind<readonly object[]>('three').toResolvedValue((...values: object[]) => values, ['one', 'two'])
    }),
  )
  const [one, two] = container.get<readonly object[]>('three')
  expect(two).toEqual([one])
  expect(container.get('one')).toBe(one)
  expect(() => container.get('missing')).toThrow('missing')
})

test('a metadata value belongs to one key of one target', async () => {
  await import('#src/composition/metadata.ts')
  const read = Reflect.get(Reflect, 'getOwnMetadata')
  const write = Reflect.get(Reflect, 'defineMetadata')
  const [one, other] = [{}, {}]
  write('key', 1, one)
  write('key', 2, one)
  write('second', 3, one)
  expect([read('key', one), read('second', one), read('key', other)]).toEqual([2, 3, undefined])
})
