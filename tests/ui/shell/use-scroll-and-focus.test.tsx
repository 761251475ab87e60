import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useLocation } from 'wouter'
import { navigate as goTo } from 'wouter/use-browser-location'

import { createBrowserScroll } from '#src/adapters/browser/scroll-positions.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'
import { useScrollAndFocus } from '#src/ui/shell/use-scroll-and-focus.ts'

const { pushState, replaceState } = window.history

afterEach(() => {
  cleanup()
  // createBrowserScroll wraps pushState and replaceState.
  Object.assign(window.history, { pushState, replaceState })
})

function Screen({ path }: { readonly path: string }) {
  useScrollAndFocus(path)
  return <Main title={path}>{path}</Main>
}

/** Renders a page at the address `/`. `scroll` counts the calls of `restore`. */
function openScreen() {
  const ports = createMemoryPorts()
  const portal = openMemory(ports)
  const toElement = (path: string) => (
    <PortalProvider value={portal}>
      <Screen path={path} />
    </PortalProvider>
  )
  const { rerender } = render(toElement('/'))
  return { scroll: ports.scroll, navigate: (path: string) => rerender(toElement(path)) }
}

test('the first page does not change focus or scroll position', () => {
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

test('a new render of the same page does not change focus or scroll position', () => {
  const { scroll, navigate } = openScreen()
  navigate('/')
  expect(scroll.restoreCount()).toBe(0)
  expect(document.activeElement).toBe(document.body)
})

function RoutedScreen() {
  const [path] = useLocation()
  return <Screen path={path} />
}

/** Renders the page of the browser's address with the scroll adapter of the browser. */
function openRoutedScreen() {
  goTo('/', { replace: true })
  const ports = createMemoryPorts()
  const scroll = createBrowserScroll({ window: globalThis.window as Window & typeof globalThis, clock: ports.clock })
  const portal = openMemory({ ...ports, scroll })
  render(
    <PortalProvider value={portal}>
      <RoutedScreen />
    </PortalProvider>,
  )
  const page = document.documentElement
  return {
    readTop: () => page.scrollTop,
    scrollTo(top: number) {
      page.scrollTop = top
      window.dispatchEvent(new Event('scroll'))
    },
    navigate: (path: string, options?: { readonly replace: true }) => act(async () => goTo(path, options)),
    async goBack(address: string) {
      await act(async () => window.history.back())
      await waitFor(() => expect(location.pathname + location.search).toBe(address))
    },
  }
}

test('a navigation starts at the top after a Back that changed only the query', async () => {
  const { readTop, scrollTo, navigate, goBack } = openRoutedScreen()
  await navigate('/precios/')
  await navigate('/precios/?vista=velas')
  await goBack('/precios/')
  scrollTo(600)
  await navigate('/')
  expect(readTop()).toBe(0)
})

test('Back restores the scroll position of an entry after its address was replaced', async () => {
  const { readTop, scrollTo, navigate, goBack } = openRoutedScreen()
  await navigate('/precios/')
  scrollTo(600)
  await navigate('/precios/?vista=velas', { replace: true })
  await navigate('/')
  expect(readTop()).toBe(0)
  await goBack('/precios/?vista=velas')
  await waitFor(() => expect(readTop()).toBe(600))
})
