import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

import { createRenderThread } from '#server/page/render-thread.ts'
import type { PageRequest } from '#src/adapters/http/contract/page.ts'
import { temporaryFolder } from '#tests/support/databases.ts'

/** Code of a thread whose pages contain the address and the number of tasks so far. */
const THREAD = `
import { parentPort } from 'node:worker_threads'
let tasks = 0
parentPort.on('message', ({ id, request: { address } }) => {
  tasks += 1
  if (address === '/throws') parentPort.postMessage({ id, error: new Error('a component threw') })
  else if (address === '/crashes') throw new Error('out of memory')
  else if (address === '/exits') process.exit(0)
  else if (address === '/loops') for (;;);
  else if (address !== '/waits') parentPort.postMessage({ id, page: { title: address, html: String(tasks), data: '' } })
})`

async function createThread(code = THREAD, timeoutMs?: number) {
  const file = join(await temporaryFolder(), 'worker.mjs')
  await writeFile(file, code)
  const render = createRenderThread(pathToFileURL(file), timeoutMs)
  return (address: string) => render({ address } as PageRequest)
}

const createPage = (title: string, tasks: number) => ({ title, html: String(tasks), data: '' })

test('a thread renders simultaneous pages', async () => {
  const render = await createThread()
  expect(await Promise.all([render('/'), render('/trm/')])).toEqual([createPage('/', 1), createPage('/trm/', 2)])
})

test('a thread rejects a page that throws and renders the next page', async () => {
  const render = await createThread()
  await expect(render('/throws')).rejects.toThrow('a component threw')
  expect(await render('/')).toEqual(createPage('/', 2))
})

test.each([
  ['crashes', '/crashes', 'out of memory'],
  ['exits', '/exits', 'ended'],
])('a thread that %s rejects its pages, and a new thread renders the next page', async (_end, address, message) => {
  const render = await createThread()
  const [waitingPage, endingPage] = await Promise.allSettled([render('/waits'), render(address)])
  expect(waitingPage).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(message) } })
  expect(endingPage).toMatchObject({ status: 'rejected' })
  expect(await render('/')).toEqual(createPage('/', 1))
})

test('a page is rejected when the thread does not reply in time', async () => {
  const render = await createThread(THREAD, 50)
  await expect(render('/loops')).rejects.toThrow('ended')
})

test('a page is rejected when the file of the thread is missing', async () => {
  const render = createRenderThread(pathToFileURL(join(await temporaryFolder(), 'missing.mjs')))
  await expect(render({ address: '/' } as PageRequest)).rejects.toThrow('missing.mjs')
})
