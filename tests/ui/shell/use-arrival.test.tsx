import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createUseCases } from '#src/application/use-cases.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { useArrival } from '#src/ui/shell/use-arrival.ts'
import { UseCasesProvider } from '#src/ui/shell/use-cases-context.tsx'

afterEach(cleanup)

function Screen({ path }: { readonly path: string }) {
  useArrival(path)
  return <Main title={path}>{path}</Main>
}

/** A screen at an address; `scroll` counts the screens that were settled. */
function openScreen() {
  const ports = createMemoryPorts()
  const useCases = createUseCases(ports)
  const at = (path: string) => (
    <UseCasesProvider value={useCases}>
      <Screen path={path} />
    </UseCasesProvider>
  )
  const { rerender } = render(at('/'))
  return { scroll: ports.scroll, navigate: (path: string) => rerender(at(path)) }
}

test('the first screen leaves focus and scroll position as they are', () => {
  const { scroll } = openScreen()
  expect(document.activeElement).toBe(document.body)
  expect(scroll.settled()).toBe(0)
})

test('a navigation settles the scroll position, focuses the main part and names the tab', () => {
  const { scroll, navigate } = openScreen()
  navigate('/precios/')
  expect(scroll.settled()).toBe(1)
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(document.title).toBe('/precios/ | Mercado Dólar')
})

test('rendering the same screen again moves nothing', () => {
  const { scroll, navigate } = openScreen()
  navigate('/')
  expect(scroll.settled()).toBe(0)
  expect(document.activeElement).toBe(document.body)
})
