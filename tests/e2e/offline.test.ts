import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { loadPageRenderer } from '#server/page/render-thread.ts'
import { CACHE_NAME, HOME_PATH, OFFLINE_PAGE_PATH } from '#src/offline/offline-cache.ts'
import { expect, openColdPage, stopClock } from '#tests/support/browser.ts'
import { type FlakyProxy, startFlakyProxy } from '#tests/support/flaky-proxy.ts'
import { logIn } from '#tests/support/identity-portal.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { BUILT_PORTAL, shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { createPushBrowser } from '#tests/support/push-browser.ts'
import { createRelease, RELEASE_META } from '#tests/support/releases.ts'

const MOMENT = '2026-11-20T12:13:15-05:00'

const browser = shareBrowser()

let firstPortal: TestPortal
let secondPortal: TestPortal
/** A portal whose service worker removes itself. */
let removingPortal: TestPortal
beforeAll(async () => {
  const pageRenderer = await loadPageRenderer(join(BUILT_PORTAL, '..'))
  firstPortal = await startTestPortal(MOMENT, { portalFolder: await createRelease('uno'), pageRenderer })
  secondPortal = await startTestPortal(MOMENT, { portalFolder: await createRelease('dos'), pageRenderer })
  removingPortal = await startTestPortal(MOMENT, {
    portalFolder: await createRelease('tres'),
    env: { OFFLINE_WORKER: 'off' },
  })
})

/**
 * Opens a page of the first release with its worker. The proxy can block the network or change the
 * release.
 */
async function openReleasePage(path: string, options: BrowserContextOptions = {}) {
  const proxy = await startFlakyProxy(firstPortal.url)
  const { page, complaints } = await openColdPage(browser(), { serviceWorkers: 'allow', ...options })
  await page.goto(proxy.url + path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return { page, proxy, complaints }
}

async function setOffline(page: Page, proxy: FlakyProxy, isOffline: boolean) {
  proxy.block(isOffline)
  await page.context().setOffline(isOffline)
}

/** Reloads the page and sets it offline again: a reply of the worker makes Chromium go online. */
async function reloadOffline(page: Page) {
  await page.reload()
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}

const listSavedPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (name) => {
    const requests = await (await caches.open(name)).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  }, CACHE_NAME)

const expectRelease = (page: Page, release: string) =>
  expect(page.locator(`meta[name="${RELEASE_META}"]`)).toHaveAttribute('content', release)

const findHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Lists the paths of the scripts and styles that the page has loaded. */
const listLoadedFiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/')),
  )

/** Waits until the worker has saved the home and all files that the page has loaded. */
async function waitForSavedHome(page: Page) {
  await page.getByRole('button', { name: /^Ver como tabla/ }).waitFor()
  await expect
    .poll(() => listSavedPaths(page))
    .toEqual(expect.arrayContaining([HOME_PATH, ...(await listLoadedFiles(page))]))
}

/** Returns the close, average, prices and amounts that the home shows. */
const readFigures = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('#contenido .wdth-figure')].map(({ textContent }) => textContent))

test('without a connection the home shows its last figures, their time and an offline notice', async () => {
  const { page, proxy } = await openReleasePage('/')
  await waitForSavedHome(page)
  const countFigures = async () => (await readFigures(page)).filter((figure) => /\d/.test(figure)).length
  await expect.poll(countFigures).toBeGreaterThan(8)
  const figures = await readFigures(page)
  await setOffline(page, proxy, true)
  await reloadOffline(page)
  await page.getByText('Sin conexión', { exact: true }).waitFor()
  await page.getByText(/Mostramos los últimos datos recibidos, de las 12:13\./).waitFor()
  await expect.poll(() => readFigures(page)).toEqual(figures)
  await expectAccessible(page)
  await setOffline(page, proxy, false)
  await page.getByText('Mercado abierto', { exact: true }).waitFor()
  await expect(page.getByText('Sin conexión', { exact: true })).toHaveCount(0)
})

test('without a connection the converter goes on with the rates that it has, and says of when they are', async () => {
  const { page, proxy } = await openReleasePage('/convertidor/?monto=2.000')
  const result = page.getByRole('status', { name: 'Resultado', exact: true })
  const region = page.getByRole('region', { name: 'Resultado', exact: true })
  await expect(result).toHaveText(/^\$\s\d/)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/convertidor/')) !== undefined)).toBe(true)
  const converted = await result.textContent()
  await setOffline(page, proxy, true)
  await reloadOffline(page)
  await expect(result).toHaveText(converted ?? '')
  await expect(region).toContainText('Sin conexión con el servidor: tasa de las 12:13')
  await page.getByRole('radio', { name: 'Último precio' }).check()
  await expect(result).toHaveText(/^\$\s\d/)
  await page.getByLabel(/^Fecha/).fill('2026-11-18')
  await expect(region).toContainText('Sin conexión: esta tasa no está guardada en este dispositivo.')
  await expectAccessible(page)
  await setOffline(page, proxy, false)
  await expect(result).toHaveText(/^\$\s\d/)
})

test('the saved home shows the time of its figures at once when the server does not respond', async () => {
  const { page, proxy } = await openReleasePage('/')
  await waitForSavedHome(page)
  const figures = await readFigures(page)
  let navigations = 0
  page.on('framenavigated', () => {
    navigations += 1
  })
  proxy.block(true)
  await page.reload()
  await expect.poll(() => readFigures(page)).toEqual(figures)
  await page.getByText('Última actualización 12:13:15', { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(navigations).toBe(1)
  proxy.block(false)
  await page.reload()
  await page.getByText('Mercado abierto', { exact: true }).waitFor()
})

test('the offline page replaces the statistics, and opens them when the connection returns', async () => {
  const { page, proxy } = await openReleasePage('/estadisticas/')
  // The test clock prevents the retry every ten seconds: only the browser event opens the page.
  await page.clock.install({ time: Date.now() })
  await setOffline(page, proxy, true)
  await reloadOffline(page)
  await findHeading(page, 'Sin conexión').waitFor()
  // This browser has saved neither page: a link would open the offline page again.
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  await stopClock(page)
  await setOffline(page, proxy, false)
  await findHeading(page, 'Estadísticas IMCs/Clientes').waitFor()
})

test('the offline page retries on a button press, and by timer when the browser sends no event', async () => {
  const { page, proxy } = await openReleasePage('/estadisticas/')
  await page.clock.install({ time: Date.now() })
  proxy.block(true)
  await page.reload()
  const loadEvent = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await loadEvent
  await findHeading(page, 'Sin conexión').waitFor()
  proxy.block(false)
  await page.clock.runFor(10_000)
  await findHeading(page, 'Estadísticas IMCs/Clientes').waitFor()
})

test('the worker shows the push message of an alert as a notification (D125)', async () => {
  const { page, proxy } = await openReleasePage('/', { permissions: ['notifications'] })
  const devtools = await page.context().newCDPSession(page)
  const registrationIds = new Set<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId } of registrations) registrationIds.add(registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrationIds.size).toBe(1)
  const deliver = () =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: proxy.url,
      registrationId: [...registrationIds].join(),
      data: '{"titulo":"Dólar spot: sube a 4.000,00","texto":"Se negoció.","etiqueta":"alerta-7","direccion":"/dashboard/spot/"}',
    })
  const readNotices = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, tag, data }) => [
        title,
        tag,
        data,
      ]),
    )
  // The worker may still be activating, and loses the message then. A second one replaces the first: their tag is the same.
  const readAfterMessage = async () => {
    await deliver()
    return readNotices()
  }
  await expect.poll(readAfterMessage).toEqual([['Dólar spot: sube a 4.000,00', 'alerta-7', '/dashboard/spot/']])
})

test('the worker replaces a push subscription that the browser has ended, at the server too (D125)', async () => {
  const { page, proxy } = await openReleasePage('/')
  await logIn(page, proxy.url, 'demodos')
  const call = async (path: string, data: object) => {
    const reply = await page.request.post(`${proxy.url}/api/market/alertas/push${path}`, {
      headers: { origin: proxy.url },
      data,
    })
    expect(reply.status()).toBe(200)
    return reply.json()
  }
  const { p256dh, auth } = createPushBrowser()
  const [ended, next] = ['https://push.example/1', 'https://push.example/2']
  await call('', { endpoint: ended, p256dh, auth })
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(
    ([oldEndpoint, endpoint, keys]) => {
      const newSubscription = { toJSON: () => ({ endpoint, keys }) }
      // A script's own event cannot wait.
      const event = { oldSubscription: { endpoint: oldEndpoint }, newSubscription, waitUntil: () => {} }
      self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), event))
    },
    [ended, next, { p256dh, auth }] as const,
  )
  const isActive = async (endpoint: string) => (await call('/estado', { endpoint })).data.activo
  await expect.poll(() => isActive(next)).toBe(true)
  await expect.poll(() => isActive(ended)).toBe(false)
})

test('the offline page has no accessibility violation and does not scroll sideways', async () => {
  const { page, proxy } = await openReleasePage('/estadisticas/')
  await setOffline(page, proxy, true)
  await page.reload()
  await findHeading(page, 'Sin conexión').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('an open tab shows the new release after a reload', async () => {
  const { page, proxy } = await openReleasePage('/')
  await expectRelease(page, 'uno')
  proxy.retarget(secondPortal.url)
  await page.reload()
  await expectRelease(page, 'dos')
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  )
  expect(scripts.filter((name) => name.includes('/assets/') && !name.endsWith('-dos.js'))).toEqual([])
})

test('an open tab of the old release loads a page of the new release with one reload', async () => {
  const { page, proxy } = await openReleasePage('/')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  proxy.retarget(secondPortal.url)
  await page.getByRole('link', { name: 'IMCs/Clientes' }).first().click()
  await findHeading(page, 'Estadísticas IMCs/Clientes').waitFor()
  // The heading may appear before the load event.
  await expect.poll(() => loads).toBe(1)
  await expectRelease(page, 'dos')
  expect(loads).toBe(1)
})

test('a removal worker replaces the installed worker and removes itself and the saved pages', async () => {
  const { page, proxy } = await openReleasePage('/')
  proxy.retarget(removingPortal.url)
  await page.reload()
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0)
  await expectRelease(page, 'tres')
  // The old worker may still handle a last message; each load repeats the removal.
  await page.reload()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
})

test('the worker saves no data of a client', async () => {
  const { page, proxy } = await openReleasePage('/')
  await logIn(page, proxy.url, 'demo')
  await page.goto(`${proxy.url}/dashboard/spot/`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(proxy.url)
  await waitForSavedHome(page)
  const savedPaths = await listSavedPaths(page)
  expect(savedPaths.filter((path) => !path.startsWith('/assets/')).sort()).toEqual([HOME_PATH, OFFLINE_PAGE_PATH])
  const texts = await page.evaluate(async (name) => {
    const cache = await caches.open(name)
    return Promise.all((await cache.keys()).map(async (request) => (await cache.match(request))?.text() ?? ''))
  }, CACHE_NAME)
  const cookies = await page.context().cookies()
  for (const { value } of cookies.filter(({ httpOnly }) => httpOnly)) {
    expect(texts.filter((text) => text.includes(value))).toEqual([])
  }
})
