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

test('dismissing a number that is not shown changes nothing', () => {
  const toasts = createToasts()
  toasts.show('uno')
  toasts.dismiss(7)
  expect(toasts.getSnapshot().current?.text).toBe('uno')
})
