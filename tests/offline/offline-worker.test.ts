import { expect, test } from 'vitest'

import { createOfflineCache } from '#src/offline/offline-cache.ts'
import { createOfflineWorker, HOME_TIMEOUT_MS } from '#src/offline/offline-worker.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'

const ORIGIN = 'https://dolar.example'

const HOME = '<script type="application/json" id="datos">{}</script><p>4.102,35</p>'
const PAGE = { 'content-type': 'text/html' }

/** A worker over a server whose replies the test sets; an unset path is a failed network. */
function setUp() {
  const replies: Record<string, () => Response | Promise<Response>> = {
    '/': () => new Response(HOME, { headers: PAGE }),
    '/sin-conexion.html': () => new Response('<h1>Sin conexión</h1>', { headers: PAGE }),
    '/estadisticas/': () => new Response('<h1>Estadísticas</h1>', { headers: PAGE }),
    '/assets/a.js': () => new Response('a'),
  }
  const requests: string[] = []
  const waits: { milliseconds: number; end(): void }[] = []

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
    wait: (milliseconds) => new Promise<void>((end) => waits.push({ milliseconds, end })),
  })

  const send = (
    path: string,
    { mode = 'navigate', method = 'GET', preloaded = Promise.resolve<Response | undefined>(undefined) } = {},
  ) =>
    worker.respond({
      request: { url: new URL(path, ORIGIN).href, mode: mode as RequestMode, method },
      preloaded,
    })

  async function read(path: string) {
    const reply = await send(path)
    return reply ? [reply.status, await reply.text()] : null
  }

  const goOffline = () => {
    for (const path of Object.keys(replies)) delete replies[path]
  }

  return { worker, cache, replies, requests, waits, send, read, goOffline }
}

/** A worker that has saved the home and a file. */
async function setUpSaved() {
  const parts = setUp()
  await parts.worker.install()
  await parts.worker.receive({ save: true, files: ['/assets/a.js'] })
  parts.requests.length = 0
  return parts
}

test('a page comes from the network while there is one, so that a new release shows at once', async () => {
  const { read, replies } = await setUpSaved()
  replies['/'] = () => new Response('release 2', { headers: PAGE })
  expect(await read('/')).toEqual([200, 'release 2'])
  expect(await read('/estadisticas/')).toEqual([200, '<h1>Estadísticas</h1>'])
})

test('a reply with an error is passed on', async () => {
  const { read, replies } = await setUpSaved()
  replies['/'] = () => new Response('mantenimiento', { status: 503 })
  expect(await read('/')).toEqual([503, 'mantenimiento'])
})

test('without a connection the home is the saved one and other pages are the offline page', async () => {
  const { read, goOffline } = await setUpSaved()
  goOffline()
  expect(await read('/')).toEqual([200, HOME])
  expect(await read('/?origen=correo')).toEqual([200, HOME])
  expect(await read('/estadisticas/')).toEqual([503, '<h1>Sin conexión</h1>'])
  expect(await read('/dashboard/spot/')).toEqual([503, '<h1>Sin conexión</h1>'])
})

test('without a saved home the home is the offline page', async () => {
  const { worker, read, goOffline } = setUp()
  await worker.install()
  goOffline()
  expect(await read('/')).toEqual([503, '<h1>Sin conexión</h1>'])
})

test('without anything saved a page fails as it would without the worker', async () => {
  const { send, goOffline } = setUp()
  goOffline()
  expect((await send('/'))?.type).toBe('error')
})

test('a home that the network does not answer in time is the saved one', async () => {
  const { send, replies, waits } = await setUpSaved()
  replies['/'] = () => new Promise(() => {})
  const reply = send('/')
  await expect.poll(() => waits.map(({ milliseconds }) => milliseconds)).toEqual([HOME_TIMEOUT_MS])
  for (const { end } of waits) end()
  expect(await (await reply)?.text()).toBe(HOME)
})

test('without a saved home a slow network is waited for', async () => {
  const { worker, send, replies, waits } = setUp()
  await worker.install()
  const slow = createDeferred<Response>()
  replies['/'] = () => slow.promise
  const reply = send('/')
  await expect.poll(() => waits.length).toBe(1)
  for (const { end } of waits) end()
  slow.resolve(new Response('tarde', { headers: PAGE }))
  expect(await (await reply)?.text()).toBe('tarde')
})

test('a preloaded response is used instead of another request', async () => {
  const { send, requests } = await setUpSaved()
  const reply = await send('/', { preloaded: Promise.resolve(new Response('precargada')) })
  expect([await reply?.text(), requests]).toEqual(['precargada', []])
})

test('a failed preload is a failed network', async () => {
  const { send } = await setUpSaved()
  const reply = await send('/', { preloaded: Promise.reject(new TypeError('network error')) })
  expect(await reply?.text()).toBe(HOME)
})

test('a saved file comes without the network, any other from it', async () => {
  const { send, requests, replies } = await setUpSaved()
  replies['/assets/b.js'] = () => new Response('b')
  const read = async (path: string) => (await send(path, { mode: 'cors' }))?.text()
  expect([await read('/assets/a.js'), await read('/assets/b.js'), requests]).toEqual(['a', 'b', ['/assets/b.js']])
})

test.each([
  ['a call of the API', '/api/market/estadisticas/estadisticasPromedioCierre/', 'cors', 'GET'],
  ['the configuration', '/config.json', 'cors', 'GET'],
  ['a form', '/auth/login/', 'navigate', 'POST'],
  ['a file of another site', 'https://otro.example/assets/a.js', 'cors', 'GET'],
  ['a page of another site', 'https://otro.example/', 'navigate', 'GET'],
])('%s is left to the browser and never saved', async (_what, path, mode, method) => {
  const { send, requests } = await setUpSaved()
  expect(send(path, { mode, method })).toBeNull()
  expect(requests).toEqual([])
})

test('the files of an open home are saved before the home, which needs them without a connection', async () => {
  const { worker, requests } = setUp()
  await worker.receive({ save: true, files: ['/assets/a.js'] })
  expect(requests).toEqual(['/assets/a.js', '/'])
})

test('only a home that an open page reports is saved', async () => {
  const { read, requests, goOffline, worker, replies } = await setUpSaved()
  replies['/'] = () => new Response(HOME.replace('4.102,35', 'de un cliente'), { headers: PAGE })
  await read('/')
  expect(requests).toEqual(['/'])
  goOffline()
  expect(await read('/')).toEqual([200, HOME])
  await worker.receive({ save: false, files: [] })
  await worker.receive(null)
  await worker.receive('save')
  expect(await read('/')).toEqual([200, HOME])
})
