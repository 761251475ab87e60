import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Lets the test change the width of the window, as the browser's full screen or a turned phone does. */
export function stubWindowWidth(first: number) {
  let width = first
  const original = window.matchMedia.bind(window)
  const changes = new EventTarget()
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      const [, side, limit] = /(min|max)-width: ([\d.]+)px/.exec(query) ?? []
      if (side === undefined) return original(query).matches
      return side === 'min' ? width >= Number(limit) : width <= Number(limit)
    },
    addEventListener: changes.addEventListener.bind(changes),
    removeEventListener: changes.removeEventListener.bind(changes),
  }))
  onTestFinished(() => void vi.stubGlobal('matchMedia', original))
  return (next: number) =>
    act(() => {
      width = next
      changes.dispatchEvent(new Event('change'))
    })
}
