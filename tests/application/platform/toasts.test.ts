import { expect, test, vi } from 'vitest'

import { createToasts } from '#src/application/platform/notices.ts'

test('toasts are shown one at a time, in their order', () => {
  const toasts = createToasts()
  const listener = vi.fn<() => void>()
  toasts.subscribe(listener)
  expect(toasts.getSnapshot().current).toBeNull()
  toasts.show('uno')
  toasts.show('dos')
  expect(toasts.getSnapshot().current).toEqual({ text: 'uno', number: 1 })
  toasts.dismiss(1)
  expect(toasts.getSnapshot().current).toEqual({ text: 'dos', number: 2 })
  toasts.dismiss(2)
  expect(toasts.getSnapshot().current).toBeNull()
  expect(listener).toHaveBeenCalledTimes(3)
})

test('a repeated text gets a new number, and a waiting text is not added twice', () => {
  const toasts = createToasts()
  for (const text of ['uno', 'uno', 'uno']) toasts.show(text)
  toasts.dismiss(1)
  expect(toasts.getSnapshot().current).toEqual({ text: 'uno', number: 2 })
  toasts.dismiss(2)
  expect(toasts.getSnapshot().current).toBeNull()
})

const toFirings = (...texts: readonly string[]) => ({
  ...{ kind: 'firings', texts, action: { text: 'Ver', run: () => {} } },
  toSummary: (count: number) => `${count} en total`,
})

test('several events are one toast with their number and a button, one alone has its text', () => {
  const toasts = createToasts()
  toasts.showEvents(toFirings('uno'))
  expect(toasts.getSnapshot().current).toEqual({ text: 'uno', number: 1 })
  toasts.dismiss(1)
  toasts.showEvents(toFirings('dos', 'tres'))
  expect(toasts.getSnapshot().current).toMatchObject({ text: '2 en total', action: { text: 'Ver' }, number: 2 })
})

test('events that wait join those of their kind that wait, in their place', () => {
  const toasts = createToasts()
  toasts.showEvents(toFirings('uno'))
  toasts.showEvents(toFirings('dos'))
  toasts.show('Guardado')
  toasts.showEvents({ ...toFirings('x'), kind: 'corrections' })
  toasts.showEvents(toFirings('tres', 'cuatro'))
  const seen: (string | undefined)[] = []
  for (let number = 1; number <= 5; number += 1) {
    seen.push(toasts.getSnapshot().current?.text)
    toasts.dismiss(number)
  }
  expect(seen).toEqual(['uno', '3 en total', 'Guardado', 'x', undefined])
})

test('dismissing a number that is not shown changes nothing', () => {
  const toasts = createToasts()
  toasts.show('uno')
  toasts.dismiss(7)
  expect(toasts.getSnapshot().current?.text).toBe('uno')
})
