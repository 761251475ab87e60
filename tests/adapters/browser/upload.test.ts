import { expect, test, vi } from 'vitest'

import { createBrowserUpload } from '#src/adapters/browser/upload.ts'
import { createUpload } from '#src/adapters/http/imc/upload.ts'
import { createPdf } from '#tests/contract/imc-under-test.ts'

const PATH = '/usuarios/usr-andina-mrojas/contrato'

/** Implements the part of `XMLHttpRequest` that the adapter uses. The test emits the events. */
class ScriptedRequest extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  openArguments: readonly string[] = []
  body: FormData | null = null
  isAborted = false

  open(method: string, address: string) {
    this.openArguments = [method, address]
  }
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
  emitProgress(loaded: number, total: number, lengthComputable = true) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total, lengthComputable }))
  }
  reply(status: number, text = '') {
    this.status = status
    this.responseText = text
    this.dispatchEvent(new Event('load'))
  }
  dropConnection() {
    this.dispatchEvent(new Event('error'))
  }
}

function createNetwork() {
  const requests: ScriptedRequest[] = []
  class XMLHttpRequest extends ScriptedRequest {
    constructor() {
      super()
      requests.push(this)
    }
  }
  const window = { XMLHttpRequest } as unknown as Window & typeof globalThis
  return { requests, send: createBrowserUpload({ window, base: 'http://portal.test/api/imc' }) }
}

/** Starts an upload. Returns its request after the send. */
async function startUpload({ timeoutMs = 60_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const { requests, send } = createNetwork()
  const fractions: number[] = []
  const options = { onProgress: (fraction: number) => void fractions.push(fraction), ...(signal && { signal }) }
  const result = createUpload({ timeoutMs, send })(PATH, createPdf('contrato.pdf'), options)
  const request = await vi.waitUntil(() => requests[0])
  return { request, fractions, result }
}

test('an upload posts the file as a form to the address of the service', async () => {
  const { request, result } = await startUpload()
  request.reply(200, '{"message":"Contrato cargado."}')
  expect(await result).toEqual({ ok: true, value: undefined })
  expect(request.openArguments).toEqual(['POST', `http://portal.test/api/imc${PATH}`])
  expect(request.body?.get('fupload')).toMatchObject({ name: 'contrato.pdf', size: 2_000 })
})

test('onProgress receives the sent fraction, and no value while the total is unknown', async () => {
  const { request, fractions, result } = await startUpload()
  request.emitProgress(0, 0, false)
  request.emitProgress(500, 0)
  request.emitProgress(500, 2_000)
  request.emitProgress(2_000, 2_000)
  request.reply(204)
  expect((await result).ok).toBe(true)
  expect(fractions).toEqual([0.25, 1])
})

test('an upload returns unreachable when the connection drops', async () => {
  const { request, fractions, result } = await startUpload()
  request.emitProgress(1_000, 2_000)
  request.dropConnection()
  expect(await result).toEqual({ ok: false, error: { kind: 'unreachable' } })
  expect(fractions).toEqual([0.5])
})

test.each([
  [400, '{"message":"Archivo no valido!!"}', { kind: 'rejected', status: 400, message: 'Archivo no valido!!' }],
  [413, '<html>413</html>', { kind: 'rejected', status: 413, message: null }],
  [500, '', { kind: 'server-error', status: 500, message: null }],
  [507, '{"message":"Sin espacio."}', { kind: 'server-error', status: 507, message: 'Sin espacio.' }],
  [507, '{"message":', { kind: 'server-error', status: 507, message: null }],
])('an upload maps the reply %i with the body %j to its failure', async (status, text, error) => {
  const { request, result } = await startUpload()
  request.reply(status, text)
  expect(await result).toEqual({ ok: false, error })
})

test('an upload aborts its request after the timeout', async () => {
  const { request, result } = await startUpload({ timeoutMs: 20 })
  expect(await result).toEqual({ ok: false, error: { kind: 'timeout' } })
  expect(request.isAborted).toBe(true)
})

test('an aborted upload aborts its request and returns unreachable', async () => {
  const controller = new AbortController()
  const { request, result } = await startUpload({ signal: controller.signal })
  controller.abort()
  expect(await result).toEqual({ ok: false, error: { kind: 'unreachable' } })
  expect(request.isAborted).toBe(true)
})

test('an upload that was aborted before its start sends nothing', async () => {
  const { requests, send } = createNetwork()
  const upload = createUpload({ send })
  const result = await upload(PATH, createPdf('contrato.pdf'), { signal: AbortSignal.abort() })
  expect(result).toEqual({ ok: false, error: { kind: 'unreachable' } })
  expect(requests).toEqual([])
})

test('an abort after the reply does not abort the request', async () => {
  const controller = new AbortController()
  const { request, result } = await startUpload({ signal: controller.signal })
  request.reply(200)
  await result
  controller.abort()
  expect(request.isAborted).toBe(false)
})
