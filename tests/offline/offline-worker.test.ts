import { expect, test } from 'vitest'

import { createOfflineCache } from '#src/offline/offline-cache.ts'
import { createOfflineWorker, SAVED_PAGE_TIMEOUT_MS } from '#src/offline/offline-worker.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'

const ORIGIN = 'https://dolar.example'

const HOME = '<script type="application/json" id="datos">{"parts":{}}</script><p>4.102,35</p>'
/** The saved home: the worker adds `saved` to its data. */
const SAVED_HOME = HOME.replace('{', '{"saved":true,')
const HTML_HEADERS = { 'content-type': 'text/html' }

/** Creates a worker whose fetch returns `replies` and throws a network error for other paths. */
function setUp() {
  const replies: Record<string, () => Response | Promise<Response>> = {
    '/': () => new Response(HOME, { headers: HTML_HEADERS }),
    '/sin-conexion.html': () => new Response('<h1>Sin conexión</h1>', { headers: HTML_HEADERS }),
    '/estadisticas/': () => new Response('<h1>Estadísticas</h1>', { headers: HTML_HEADERS }),
    '/assets/a.js': () => new Response('a'),
  }
  const requests: string[] = []
  const timers: { milliseconds: number; end(): void }[] = []

  async function fetch(request: string | Request) {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, ORIGIN)
    requests.push(pathname)
    const reply = replies[pathname]
    if (!reply) throw new TypeError('network error')
    return reply()
  }

  const cache = createOfflineCache({ caches: createMemoryCaches(), fetch })
  const worker = createOfflineWorker({
    cache,
    fetch,
    origin: ORIGIN,
    wait: (milliseconds) => new Promise<void>((end) => timers.push({ milliseconds, end })),
  })

  const send = (
    path: string,
    { mode = 'navigate', method = 'GET', preloaded = Promise.resolve<Response | undefined>(undefined) } = {},
  ) =>
    worker.respond({
      request: { url: new URL(path, ORIGIN).href, mode: mode as RequestMode, method },
      preloaded,
    })

  async function readReply(path: string) {
    const reply = await send(path)
    return reply ? [reply.status, await reply.text()] : null
  }

  const goOffline = () => {
    for (const path of Object.keys(replies)) delete replies[path]
  }

  return { worker, cache, replies, requests, timers, send, readReply, goOffline }
}

/** Creates a worker with a saved home and a saved file. */
async function setUpWithSavedHome() {
  const setup = setUp()
  await setup.worker.install()
  await setup.worker.receive({ save: true, files: ['/assets/a.js'] })
  setup.requests.length = 0
  return setup
}

test('a page is loaded from the network, so that a new release is shown immediately', async () => {
  const { readReply, replies } = await setUpWithSavedHome()
  replies['/'] = () => new Response('release 2', { headers: HTML_HEADERS })
  expect(await readReply('/')).toEqual([200, 'release 2'])
  expect(await readReply('/estadisticas/')).toEqual([200, '<h1>Estadísticas</h1>'])
})

test('an error reply of the network is returned unchanged', async () => {
  const { readReply, replies } = await setUpWithSavedHome()
  replies['/'] = () => new Response('mantenimiento', { status: 503 })
  expect(await readReply('/')).toEqual([503, 'mantenimiento'])
})

test('without a connection the worker returns the saved home, and the offline page for other pages', async () => {
  const { readReply, goOffline } = await setUpWithSavedHome()
  goOffline()
  expect(await readReply('/')).toEqual([200, SAVED_HOME])
  expect(await readReply('/?origen=correo')).toEqual([200, SAVED_HOME])
  expect(await readReply('/estadisticas/')).toEqual([503, '<h1>Sin conexión</h1>'])
  expect(await readReply('/dashboard/spot/')).toEqual([503, '<h1>Sin conexión</h1>'])
})

test('without a connection or a saved home the worker returns the offline page', async () => {
  const { worker, readReply, goOffline } = setUp()
  await worker.install()
  goOffline()
  expect(await readReply('/')).toEqual([503, '<h1>Sin conexión</h1>'])
})

test('without a connection or a saved page the worker returns a network error', async () => {
  const { send, goOffline } = setUp()
  goOffline()
  expect((await send('/'))?.type).toBe('error')
})

test('the worker returns the saved home when the network times out', async () => {
  const { send, replies, timers } = await setUpWithSavedHome()
  replies['/'] = () => new Promise(() => {})
  const reply = send('/')
  await expect.poll(() => timers.map(({ milliseconds }) => milliseconds)).toEqual([SAVED_PAGE_TIMEOUT_MS])
  for (const { end } of timers) end()
  expect(await (await reply)?.text()).toBe(SAVED_HOME)
})

test('without a saved home the worker waits for a slow network', async () => {
  const { worker, send, replies, timers } = setUp()
  await worker.install()
  const slowReply = createDeferred<Response>()
  replies['/'] = () => slowReply.promise
  const reply = send('/')
  await expect.poll(() => timers.length).toBe(1)
  for (const { end } of timers) end()
  slowReply.resolve(new Response('tarde', { headers: HTML_HEADERS }))
  expect(await (await reply)?.text()).toBe('tarde')
})

test('the worker uses a preloaded response and sends no request', async () => {
  const { send, requests } = await setUpWithSavedHome()
  const reply = await send('/', { preloaded: Promise.resolve(new Response('precargada')) })
  expect([await reply?.text(), requests]).toEqual(['precargada', []])
})

test('the worker returns the saved home when the preload fails', async () => {
  const { send } = await setUpWithSavedHome()
  const reply = await send('/', { preloaded: Promise.reject(new TypeError('network error')) })
  expect(await reply?.text()).toBe(SAVED_HOME)
})

test('the worker returns a saved file from the cache and loads other files', async () => {
  const { send, requests, replies } = await setUpWithSavedHome()
  replies['/assets/b.js'] = () => new Response('b')
  const readReply = async (path: string) => (await send(path, { mode: 'cors' }))?.text()
  expect([await readReply('/assets/a.js'), await readReply('/assets/b.js'), requests]).toEqual([
    'a',
    'b',
    ['/assets/b.js'],
  ])
})

test.each([
  ['a call of the API', '/api/market/estadisticas/estadisticasPromedioCierre/', 'cors', 'GET'],
  ['the configuration', '/config.json', 'cors', 'GET'],
  ['a form', '/auth/login/', 'navigate', 'POST'],
  ['a file of another site', 'https://otro.example/assets/a.js', 'cors', 'GET'],
  ['a page of another site', 'https://otro.example/', 'navigate', 'GET'],
])('the worker does not handle %s', async (_what, path, mode, method) => {
  const { send, requests } = await setUpWithSavedHome()
  expect(send(path, { mode, method })).toBeNull()
  expect(requests).toEqual([])
})

test('the worker saves the files of an open home before the home', async () => {
  const { worker, requests } = setUp()
  await worker.receive({ save: true, files: ['/assets/a.js'] })
  expect(requests).toEqual(['/assets/a.js', '/'])
})

test('the worker handles messages in order: the files of a later message remain saved', async () => {
  const { worker, cache, replies } = setUp()
  replies['/assets/b.js'] = () => new Response('b')
  const saving = worker.receive({ save: true, files: ['/assets/a.js'] })
  await worker.receive({ files: ['/assets/a.js', '/assets/b.js'] })
  await saving
  expect(await (await cache.find('/assets/b.js'))?.text()).toBe('b')
})

test('the worker saves the home only after a message with `save: true`', async () => {
  const { readReply, requests, goOffline, worker, replies } = await setUpWithSavedHome()
  replies['/'] = () => new Response(HOME.replace('4.102,35', 'de un cliente'), { headers: HTML_HEADERS })
  await readReply('/')
  expect(requests).toEqual(['/'])
  goOffline()
  expect(await readReply('/')).toEqual([200, SAVED_HOME])
  await worker.receive({ save: false, files: [] })
  await worker.receive(null)
  await worker.receive('save')
  expect(await readReply('/')).toEqual([200, SAVED_HOME])
})

test('offline, the converter is its saved copy, whatever its query, and its files are its own (D75)', async () => {
  const { worker, cache, replies, readReply, goOffline } = setUp()
  replies['/convertidor/'] = () => new Response(HOME.replace('4.102,35', 'Convertidor'), { headers: HTML_HEADERS })
  replies['/assets/b.js'] = () => new Response('b')
  await worker.install()
  await worker.receive({ page: '/', save: true, files: ['/assets/a.js'] })
  await worker.receive({ page: '/convertidor/', save: true, files: ['/assets/b.js'] })
  await worker.receive({ page: '/trm/', save: true, files: [] })
  goOffline()
  expect(await readReply('/convertidor/?monto=20')).toEqual([200, SAVED_HOME.replace('4.102,35', 'Convertidor')])
  expect(await readReply('/')).toEqual([200, SAVED_HOME])
  for (const file of ['a', 'b']) expect(await (await cache.find(`/assets/${file}.js`))?.text()).toBe(file)
  expect((await readReply('/trm/'))?.[0]).toBe(503)
})
