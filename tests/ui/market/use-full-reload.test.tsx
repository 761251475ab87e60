import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createUseCases } from '#src/application/use-cases.ts'
import { FULL_RELOAD_MS } from '#src/domain/live/refresh-policy.ts'
import { useFullReload } from '#src/ui/market/use-full-reload.ts'
import { UseCasesProvider } from '#src/ui/shell/use-cases-context.tsx'

afterEach(cleanup)

const INTERVAL = FULL_RELOAD_MS.dashboard ?? Number.NaN

/** A screen that reloads; its time passes when a page that was hidden shows again. */
function openScreen(streaming: boolean) {
  const ports = createMemoryPorts()
  const useCases = createUseCases(ports)
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <UseCasesProvider value={useCases}>{children}</UseCasesProvider>
  )
  const { rerender, unmount } = renderHook((live: boolean) => useFullReload(INTERVAL, live), {
    wrapper,
    initialProps: streaming,
  })
  const pass = (milliseconds: number) => {
    ports.clock.advance(milliseconds)
    act(() => ports.page.show(false))
    act(() => ports.page.show(true))
  }
  return { ports, pass, stream: rerender, unmount }
}

test('a screen is loaded anew after its time in front of a person', () => {
  const { ports, pass } = openScreen(false)
  pass(INTERVAL - 1)
  expect(ports.page.reloads()).toBe(0)
  pass(1)
  expect(ports.page.reloads()).toBe(1)
})

test('a busy person keeps it as it is', () => {
  const { ports, pass } = openScreen(false)
  ports.page.occupy(true)
  pass(INTERVAL)
  expect(ports.page.reloads()).toBe(0)
  ports.page.occupy(false)
  pass(0)
  expect(ports.page.reloads()).toBe(1)
})

test('so does a stream, and its end starts the count again', () => {
  const { ports, pass, stream } = openScreen(true)
  pass(10 * INTERVAL)
  expect(ports.page.reloads()).toBe(0)
  stream(false)
  pass(INTERVAL - 1)
  expect(ports.page.reloads()).toBe(0)
  pass(1)
  expect(ports.page.reloads()).toBe(1)
})

test('a screen that was left reloads nothing', () => {
  const { ports, pass, unmount } = openScreen(false)
  unmount()
  pass(2 * INTERVAL)
  expect(ports.page.reloads()).toBe(0)
})
