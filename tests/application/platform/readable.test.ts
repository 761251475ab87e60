import { expect, test } from 'vitest'

import {
  combine,
  createReadable,
  createRefreshable,
  createState,
  switchMap,
  withWork,
} from '#src/application/platform/readable.ts'

/** A readable whose snapshot the test sets. */
function createValue<S extends object>(initial: S) {
  let value = initial
  let notify = () => {}
  const counts = { starts: 0, stops: 0 }
  const readable = createReadable<S>(
    () => value,
    (changed) => {
      counts.starts += 1
      notify = changed
      return () => {
        counts.stops += 1
        notify = () => {}
      }
    },
  )
  const set = (next: S) => {
    value = next
    notify()
  }
  return { ...readable, set, counts }
}

test('combine starts its parts with the first subscriber, stops them with the last, and publishes only changes', () => {
  const a = createValue({ n: 1 })
  const b = createValue({ n: 10 })
  const sum = combine({ a, b }, (parts) => ({ isBig: parts.a.n + parts.b.n > 20, list: [parts.a, parts.b] }))
  expect(sum.getSnapshot()).toBe(sum.getSnapshot())
  const published: boolean[] = []
  const listener = ({ isBig }: { readonly isBig: boolean }) => published.push(isBig)
  const subscriptions = [sum.subscribe(listener), sum.subscribe(listener)]
  a.set({ n: 1 })
  expect(published).toEqual([])
  b.set({ n: 30 })
  expect(published).toEqual([true, true])
  expect(a.counts).toEqual({ starts: 1, stops: 0 })
  for (const { unsubscribe } of subscriptions) unsubscribe()
  expect([a.counts, b.counts]).toEqual([
    { starts: 1, stops: 1 },
    { starts: 1, stops: 1 },
  ])
})

test('combine returns the values of its parts without a subscriber too', () => {
  const a = createValue({ n: 1 })
  const double = combine({ a }, (parts) => ({ n: parts.a.n * 2 }))
  a.set({ n: 4 })
  expect(double.getSnapshot()).toEqual({ n: 8 })
})

test('unsubscribing twice removes one subscriber', () => {
  const value = createValue({ n: 1 })
  const { unsubscribe } = value.subscribe(() => {})
  value.subscribe(() => {})
  unsubscribe()
  unsubscribe()
  expect(value.counts.stops).toBe(0)
})

test('a readable whose start throws has no subscriber and starts again with the next subscriber', () => {
  let attempts = 0
  const readable = createReadable(
    () => ({ attempts }),
    () => {
      attempts += 1
      if (attempts === 1) throw new Error('the start failed')
      return () => {}
    },
  )
  expect(() => readable.subscribe()).toThrow('the start failed')
  readable.subscribe()
  expect(readable.getSnapshot()).toEqual({ attempts: 2 })
})

test('a notification skips a listener that an earlier listener removed', () => {
  const value = createValue({ n: 1 })
  let calls = 0
  let unsubscribeSecond = () => {}
  value.subscribe(() => unsubscribeSecond())
  unsubscribeSecond = value.subscribe(() => {
    calls += 1
  }).unsubscribe
  value.set({ n: 2 })
  expect(calls).toBe(0)
})

test('a running refreshable returns the same snapshot until refresh, also when read returns new objects', () => {
  let count = 0
  const view = createRefreshable(() => ({ list: [count] }))
  const published: unknown[] = []
  view.subscribe((snapshot) => published.push(snapshot))
  const first = view.getSnapshot()
  count = 1
  expect(view.getSnapshot()).toBe(first)
  view.refresh()
  expect(view.getSnapshot()).toEqual({ list: [1] })
  expect(published).toEqual([{ list: [1] }])
})

test('switchMap follows the readable of the current key and stops the replaced one', () => {
  const source = createValue({ day: 'monday', note: 0 })
  const made = new Map<string, ReturnType<typeof createValue<{ readonly text: string }>>>()
  const view = switchMap(
    source,
    ({ day }) => day,
    (day) => {
      const value = createValue({ text: day })
      made.set(day, value)
      return value
    },
  )
  const { unsubscribe } = view.subscribe()
  source.set({ day: 'monday', note: 1 })
  expect([view.getSnapshot(), made.size]).toEqual([{ text: 'monday' }, 1])
  source.set({ day: 'tuesday', note: 1 })
  expect(view.getSnapshot()).toEqual({ text: 'tuesday' })
  expect([made.get('monday')?.counts.stops, made.get('tuesday')?.counts.stops]).toEqual([1, 0])
  made.get('tuesday')?.set({ text: 'changed' })
  expect([view.getSnapshot(), view.current()]).toEqual([{ text: 'changed' }, made.get('tuesday')])
  unsubscribe()
  expect(made.get('tuesday')?.counts.stops).toBe(1)
})

test('withWork starts its work with the first subscriber and stops it before the readable stops', () => {
  const steps: string[] = []
  const source = createReadable(
    () => ({ value: 1 }),
    () => {
      steps.push('start')
      return () => steps.push('stop')
    },
  )
  const readable = withWork(source, () => {
    steps.push('work')
    return () => steps.push('work ends')
  })
  const subscriptions = [readable.subscribe(), readable.subscribe()]
  for (const { unsubscribe } of subscriptions) unsubscribe()
  expect(steps).toEqual(['start', 'work', 'work ends', 'stop'])
})

test('withWork publishes the changes of its readable', () => {
  const source = createState({ value: 1 })
  const published: number[] = []
  withWork(source, () => () => {}).subscribe(({ value }) => published.push(value))
  source.set({ value: 2 })
  expect(published).toEqual([2])
})
