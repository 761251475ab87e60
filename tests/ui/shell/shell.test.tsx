import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { VISIBLE_TITLE_MS } from '#src/application/market/tab-title.ts'
import { ANNOUNCEMENT_MS } from '#src/application/platform/notices.ts'
import { StartFailure } from '#src/ui/shell/start-failure.tsx'
import { NO_LINKS } from '#tests/support/no-links.ts'
import { CLIENT, getRegion, openPortal } from '#tests/ui/portal.tsx'

afterEach(() => vi.restoreAllMocks())

const getBanner = () => within(screen.getByRole('banner'))
const getFooter = () => within(screen.getByRole('contentinfo'))
const getHref = (link: HTMLElement) => link.getAttribute('href')

test('the header links to its pages, to the login and to the registration', async () => {
  await openPortal()
  const menu = within(getBanner().getByRole('navigation', { name: 'Principal' }))
  expect(menu.getAllByRole('link').map(getHref)).toEqual([
    '/',
    'https://divisas.example/',
    'https://contacto.example/',
    '/estadisticas/',
  ])
  for (const [name, href, description] of [
    ['Inicio', '/', ''],
    ['Divisas', 'https://divisas.example/', 'Abre otro sitio'],
    ['Contacto', 'https://contacto.example/', 'Abre otro sitio'],
    ['IMCs/Clientes', '/estadisticas/', ''],
  ] as const) {
    expect(getHref(menu.getByRole('link', { name, description }))).toBe(href)
  }
  expect(getHref(getBanner().getByRole('link', { name: 'Registro demo' }))).toBe('/auth/registro/')
  expect(getHref(getBanner().getByRole('link', { name: 'Iniciar sesión' }))).toBe('/auth/login/')
  expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('Inicio')
})

test('a link without a configured address is hidden, and a contact too', async () => {
  await openPortal({ config: { links: NO_LINKS } })
  expect(getFooter().queryByText('(601) 555 01 40')).toBeNull()
  expect(getFooter().queryByText('Bogotá D. C., Colombia')).toBeNull()
  expect(screen.queryByText('Divisas', { selector: 'a' })).toBeNull()
  expect(screen.queryByText('Contacto', { selector: 'a' })).toBeNull()
  expect(screen.queryByText('Política de privacidad')).toBeNull()
})

// §2.2: "a menu with Inicio (/), an external exchange page, Contacto (external)"
test('a configured page of the portal itself opens without leaving it', async () => {
  await openPortal({ path: '/contacto/', config: { links: { ...NO_LINKS, contact: '/contacto/' } } })
  const menu = within(getBanner().getByRole('navigation', { name: 'Principal' }))
  const link = menu.getByRole('link', { name: 'Contacto', description: '' })
  expect([getHref(link), link.getAttribute('aria-current')]).toEqual(['/contacto/', 'page'])
})

test('the first Tab stop is a link to the main part', async () => {
  await openPortal()
  const first = document.querySelector('a, button, input, [tabindex]')
  expect([first?.textContent, first?.getAttribute('href')]).toEqual(['Ir al contenido', '#contenido'])
  expect(screen.getByRole('main').id).toBe('contenido')
})

test('the phone menu opens as a dialog, and its close button and a choice close it', async () => {
  await openPortal()
  const toggle = screen.getByRole('button', { name: 'Abrir menú' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(toggle)
  const menu = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menú' })
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(within(menu).getByRole('link', { name: 'Registro demo' })).toBeTruthy()

  fireEvent.click(within(menu).getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toggle.getAttribute('aria-expanded')).toBe('false')

  fireEvent.click(toggle)
  fireEvent.click(within(menu).getByRole('link', { name: 'Inicio' }))
  expect(menu.open).toBe(false)
})

test('the phone menu closes when the page becomes 1200 px wide', async () => {
  const desktopQuery = new EventTarget()
  await openPortal()
  const originalMatchMedia = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(min-width: 1200px)' ? desktopQuery : originalMatchMedia(query),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  fireEvent.click(screen.getByRole('button', { name: 'Abrir menú' }))
  expect(screen.getByRole('dialog', { name: 'Menú' })).toBeTruthy()
  act(() => void desktopQuery.dispatchEvent(new Event('change')))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([['/nada'], ['/auth/change-contrasena/x'], ['/dashboard/'], ['/dashboard/otra/']])(
  '%s redirects to the home and replaces the history entry',
  async (path) => {
    const { history } = await openPortal({ path })
    expect(history()).toEqual(['/'])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dólar Spot')
  },
)

test('header, home, footer and phone menu link to the pricing page', async () => {
  await openPortal()
  for (const name of ['Precios', 'Ver precios']) expect(getHref(screen.getByRole('link', { name }))).toBe('/precios/')
  expect(getHref(getBanner().getByRole('link', { name: 'Pagar servicios' }))).toBe('/precios/')
  fireEvent.click(screen.getByRole('button', { name: 'Abrir menú' }))
  const menu = within(screen.getByRole('dialog', { name: 'Menú' }))
  expect(getHref(menu.getByRole('link', { name: 'Pagar servicios' }))).toBe('/precios/')
})

test('a redirect to the home does not remount the home', async () => {
  const { calls, history, navigate, flush } = await openPortal()
  const callCount = calls.length
  navigate('/nada')
  await flush()
  expect(history().at(-1)).toBe('/')
  expect(calls).toHaveLength(callCount)
})

test('the region of announcements exists before its first text and announces a repeated text again', async () => {
  const { portal, ports } = await openPortal()
  const announcements = document.getElementById('anuncios')
  expect([announcements?.textContent, announcements?.getAttribute('aria-live')]).toEqual(['', 'polite'])
  act(() => portal.announcer.announce('Orden original'))
  expect(document.getElementById('anuncios')).toBe(announcements)
  expect(announcements?.textContent).toBe('Orden original')
  const first = announcements?.firstElementChild
  // Each is a node of its own, which is added once: a screen reader reads both, and neither again.
  act(() => {
    portal.announcer.announce('Orden original')
    portal.announcer.announce('Noticias: oculta')
  })
  const texts = () => [...(announcements?.children ?? [])].map(({ textContent }) => textContent)
  expect(texts()).toEqual(['Orden original', 'Orden original', 'Noticias: oculta'])
  expect(announcements?.firstElementChild).toBe(first)
  act(() => ports.clock.advance(ANNOUNCEMENT_MS))
  expect(texts()).toEqual([])
})

test('toasts are shown one after the other in one live region', async () => {
  const { portal } = await openPortal()
  act(() => {
    portal.toasts.show('Uno')
    portal.toasts.show('Dos')
  })
  const toast = screen.getByText('Uno')
  expect(toast.closest('[role="status"]')).toBeTruthy()
  expect(screen.queryByText('Dos')).toBeNull()
  fireEvent.animationEnd(toast)
  expect(screen.queryByText('Uno')).toBeNull()
  fireEvent.animationEnd(screen.getByText('Dos'))
  expect(screen.queryByText('Dos')).toBeNull()
})

test('the document title of the home is the delayed price, or Inicio without a price', async () => {
  const { ports } = await openPortal()
  await expect.poll(() => document.title).toContain('4.102,35')
  act(() => ports.clock.advance(VISIBLE_TITLE_MS))
  await expect.poll(() => document.title).toBe('4.102,35 ▲ hace 15 min · Mercado Dólar')
  cleanup()
  await openPortal({ failures: { closeAndAverage: { kind: 'timeout' } } })
  expect(document.title).toBe('Inicio | Mercado Dólar')
})

test('a page without a market has its own document title', async () => {
  const { navigate } = await openPortal()
  await expect.poll(() => document.title).toContain('4.102,35')
  navigate('/auth/login/')
  await expect.poll(() => document.title).toBe('Inicie sesión | Mercado Dólar')
})

test('the theme chosen in the footer is stored', async () => {
  const { ports } = await openPortal()
  const choice = within(getFooter().getByRole('group', { name: 'Apariencia' }))
  const readChoice = () => choice.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value
  expect(readChoice()).toBe('system')
  fireEvent.click(choice.getByRole('radio', { name: 'Oscuro' }))
  expect([readChoice(), ports.theme.getSnapshot().theme]).toEqual(['dark', 'dark'])
  fireEvent.click(choice.getByRole('radio', { name: 'Claro' }))
  expect([readChoice(), ports.theme.getSnapshot().theme]).toEqual(['light', 'light'])
  fireEvent.click(choice.getByRole('radio', { name: 'Sistema' }))
  expect([readChoice(), ports.theme.getSnapshot().theme]).toEqual(['system', 'system'])
})

test('the footer has the site map, the legal pages and the year of the market', async () => {
  await openPortal()
  const map = within(getFooter().getByRole('navigation', { name: 'Mapa del sitio' }))
  expect(map.getAllByRole('link').map((link) => [link.textContent, getHref(link)])).toEqual([
    ['Inicio', '/'],
    ['Precios', '/precios/'],
    ['IMCs/Clientes', '/estadisticas/'],
    ['TRM', '/trm/'],
    ['Convertidor', '/convertidor/'],
    ['Día a día', '/dias/'],
    ['Widget', '/widget/'],
    ['Registro', '/auth/registro/'],
    ['API', '/api/docs'],
  ])
  expect(getHref(getFooter().getByRole('link', { name: 'Tratamiento de datos' }))).toBe('https://legal.example/datos')
  // §2.2: "privacy policy and data-treatment link, site map, contact details, copyright"
  expect(getFooter().getByText('Bogotá D. C., Colombia')).toBeTruthy()
  expect(getFooter().getByText('(601) 555 01 40')).toBeTruthy()
  expect(getFooter().getByText(/© 2026 Mercado Dólar/)).toBeTruthy()
})

test('the back-office has one legal line in the place of the footer (D98)', async () => {
  await openPortal({ path: '/imc/login' })
  const line = getFooter()
  expect(line.queryByRole('navigation')).toBeNull()
  expect(line.getAllByRole('link').map((link) => [link.textContent, getHref(link)])).toEqual([
    ['Política de privacidad', 'https://legal.example/privacidad'],
    ['Tratamiento de datos', 'https://legal.example/datos'],
    ['Términos de uso', 'https://legal.example/terminos'],
    ['servicio@mercadodolar.example', 'mailto:servicio@mercadodolar.example'],
  ])
  expect(line.getByText('© 2026 Mercado Dólar')).toBeTruthy()
  expect(line.getByRole('group', { name: 'Apariencia' })).toBeTruthy()
})

test('an error outside the panels shows an error page with a retry button', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const portal = await openPortal()
  const { replies } = portal.services
  portal.services.replies = { ...replies, indexSeries: { ...replies.indexSeries, times: Float64Array.of(Number.NaN) } }
  await portal.refresh()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('No pudimos mostrar la página')
  portal.services.replies = replies
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await portal.flush()
  expect(getRegion('Precio de cierre')).toBeTruthy()
})

test('an invalid configuration shows each invalid field and a retry button', () => {
  const onRetry = vi.fn<() => void>()
  render(<StartFailure problems={['tickers: se esperaba una lista', 'demo: falta']} onRetry={onRetry} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('El portal no pudo iniciar')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'tickers: se esperaba una lista',
    'demo: falta',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a screen starts again for another account of the same browser, whose settings it reads (D127)', async () => {
  const { ports, portal, flush } = await openPortal({ path: '/dashboard/spot/', isSignedIn: true })
  await screen.findByRole('button', { name: 'Dibujos' })
  const reads = vi.spyOn(ports.settings, 'read')
  const signIn = async (id: string) => {
    ports.session.write({ username: id, user: { ...CLIENT, id }, startedAt: ports.clock.now() })
    act(() => portal.clientSession.send({ type: 'STORAGE_CHANGED' }))
    await flush()
  }
  await signIn(CLIENT.id)
  expect(reads).not.toHaveBeenCalled()
  await signIn('8')
  expect(reads).toHaveBeenCalledWith('dibujos-spot', expect.anything())
})
