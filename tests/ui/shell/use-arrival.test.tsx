import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useLocation } from 'wouter'
import { navigate as goTo } from 'wouter/use-browser-location'

import { createBrowserScroll } from '#src/adapters/browser/scroll-positions.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createUseCases } from '#src/application/use-cases.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { useArrival } from '#src/ui/shell/use-arrival.ts'
import { UseCasesProvider } from '#src/ui/shell/use-cases-context.tsx'

const { pushState, replaceState } = window.history

afterEach(() => {
  cleanup()
  // The browser's scroll positions wrap these two.
  Object.assign(window.history, { pushState, replaceState })
})

function Screen({ path }: { readonly path: string }) {
  useArrival(path)
  return <Main title={path}>{path}</Main>
}

/** A screen at an address; `scroll` counts the calls of `restore`. */
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
  expect(scroll.restoreCount()).toBe(0)
})

test('a navigation restores the scroll position, focuses the main part and sets the document title', () => {
  const { scroll, navigate } = openScreen()
  navigate('/precios/')
  expect(scroll.restoreCount()).toBe(1)
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(document.title).toBe('/precios/ | Mercado Dólar')
})

test('rendering the same screen again changes neither scroll position nor focus', () => {
  const { scroll, navigate } = openScreen()
  navigate('/')
  expect(scroll.restoreCount()).toBe(0)
  expect(document.activeElement).toBe(document.body)
})

function RoutedScreen() {
  const [path] = useLocation()
  return <Screen path={path} />
}

/** The screen of the browser's address, with the real scroll positions. */
function openRouted() {
  goTo('/', { replace: true })
  const ports = createMemoryPorts()
  const scroll = createBrowserScroll({ window: globalThis.window as Window & typeof globalThis, clock: ports.clock })
  const useCases = createUseCases({ ...ports, scroll })
  render(
    <UseCasesProvider value={useCases}>
      <RoutedScreen />
    </UseCasesProvider>,
  )
  const page = document.documentElement
  return {
    top: () => page.scrollTop,
    scrollTo(top: number) {
      page.scrollTop = top
      window.dispatchEvent(new Event('scroll'))
    },
    navigate: (path: string, options?: { readonly replace: true }) => act(async () => goTo(path, options)),
    async back(address: string) {
      await act(async () => window.history.back())
      await waitFor(() => expect(location.pathname + location.search).toBe(address))
    },
  }
}

test('a navigation after Back within one screen starts at the top', async () => {
  const { top, scrollTo, navigate, back } = openRouted()
  await navigate('/precios/')
  await navigate('/precios/?vista=velas')
  await back('/precios/')
  scrollTo(600)
  await navigate('/')
  expect(top()).toBe(0)
})

test('Back restores an entry whose address was replaced', async () => {
  const { top, scrollTo, navigate, back } = openRouted()
  await navigate('/precios/')
  scrollTo(600)
  await navigate('/precios/?vista=velas', { replace: true })
  await navigate('/')
  expect(top()).toBe(0)
  await back('/precios/?vista=velas')
  await waitFor(() => expect(top()).toBe(600))
})
