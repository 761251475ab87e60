import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { afterFile } from '#tests/support/after-file.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
import { call, rawExchange } from '#tests/support/raw-http.ts'
import { startStaticServer } from '../../tools/static-server.mjs'

/** Serves a small site, next to a file that is not part of it. */
async function serveSite(mount?: string) {
  const parent = await temporaryFolder()
  const folder = join(parent, 'site')
  mkdirSync(join(folder, 'datos'), { recursive: true })
  mkdirSync(join(parent, 'site-old'))
  for (const [name, text] of [
    ['site/index.html', 'home'],
    ['site/404.html', 'absent'],
    ['site/datos/a b.txt', 'text'],
    ['package.json', 'secret'],
    ['site-old/index.html', 'secret'],
  ] as const)
    writeFileSync(join(parent, name), text)
  const { server, url } = await startStaticServer({ folder, ...(mount && { mount }) })
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return { folder, origin: new URL(url).origin }
}

test.each(['/', '/portal/'])('below %s files, folders and absent addresses are served', async (mount) => {
  const { origin } = await serveSite(mount)
  const get = async (path: string) => {
    const { status, text } = await call(origin, `${mount}${path}`)
    return [status, text]
  }
  expect(await get('')).toEqual([200, 'home'])
  expect(await get('datos/a%20b.txt')).toEqual([200, 'text'])
  expect(await get('datos')).toEqual([404, 'absent'])
  expect(await get('nada/')).toEqual([404, 'absent'])
})

test.each([
  '/..%2fpackage.json',
  '/datos/..%2f..%2fpackage.json',
  '/..%2fsite-old/',
  '/..%2fsite-old%2findex.html',
  '/%2e%2e%2fpackage.json',
])('%s does not leave the folder', async (path) => {
  const { origin } = await serveSite()
  const { status, text } = await call(origin, path)
  expect([status, text]).toEqual([404, 'absent'])
})

test.each(['/%', '/%ff', '//'])('the malformed address %s gets 400, and the server goes on', async (path) => {
  const { origin } = await serveSite()
  const refused = await rawExchange(origin, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(refused).toMatch(/^HTTP\/1\.1 400 /)
  expect((await call(origin, '/')).text).toBe('home')
})

test('a site without 404.html still gets a reply', async () => {
  const { folder, origin } = await serveSite()
  rmSync(join(folder, '404.html'))
  expect((await call(origin, '/nada')).status).toBe(404)
  expect((await call(origin, '/')).text).toBe('home')
})
