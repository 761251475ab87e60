import { expect, test } from 'vitest'
import { createFetchUpload, createUpload, type SendUpload, UPLOAD_TIMEOUT_MS } from '#src/adapters/http/imc/upload.ts'
import { neverRespond } from '#tests/adapters/http/recording-client.ts'
import { createPdf } from '#tests/contract/imc-under-test.ts'

const PATH = '/solicitudes/sol-00425/requisito/req-autorizacion'

/** Creates an upload to a service that replies with `respond`. */
function createTestUpload(respond: (request: Request) => Response | Promise<Response>, timeoutMs?: number) {
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => respond(new Request(input, init))
  const send = createFetchUpload({ base: 'http://portal.test/api/imc', fetch })
  return createUpload(timeoutMs === undefined ? { send } : { send, timeoutMs })
}

test('upload posts a file as the form field fupload, with its name and type (§7.2)', async () => {
  const requests: Request[] = []
  const upload = createTestUpload((request) => {
    requests.push(request)
    return Response.json({ message: 'Archivo cargado.' })
  })
  expect(await upload(PATH, createPdf('carta niño.pdf', 512_000))).toEqual({ ok: true, value: undefined })
  const [request] = requests
  expect([request?.method, request?.url]).toEqual(['POST', `http://portal.test/api/imc${PATH}`])
  const form = await request?.formData()
  expect([...(form?.keys() ?? [])]).toEqual(['fupload'])
  expect(form?.get('fupload')).toMatchObject({ name: 'carta niño.pdf', size: 512_000, type: 'application/pdf' })
})

test.each([
  [400, { message: 'Archivo no valido!!' }, { kind: 'rejected', status: 400, message: 'Archivo no valido!!' }],
  [413, 'demasiado', { kind: 'rejected', status: 413, message: null }],
  [507, { message: 'Sin espacio.' }, { kind: 'server-error', status: 507, message: 'Sin espacio.' }],
])('upload maps the reply %i to a failure with status and message', async (status, body, failure) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const upload = createTestUpload(() => new Response(text, { status }))
  expect(await upload(PATH, createPdf('a.pdf'))).toEqual({ ok: false, error: failure })
})

test('upload succeeds on a reply without a body', async () => {
  const upload = createTestUpload(() => new Response(null, { status: 204 }))
  expect((await upload(PATH, createPdf('a.pdf'))).ok).toBe(true)
})

test('upload returns unreachable when the connection drops', async () => {
  const upload = createTestUpload(() => Promise.reject(new TypeError('failed to fetch')))
  expect(await upload(PATH, createPdf('a.pdf'))).toEqual({ ok: false, error: { kind: 'unreachable' } })
})

test('upload times out without a reply, by default after 60 s (D38)', async () => {
  const upload = createTestUpload(neverRespond, 20)
  expect(await upload(PATH, createPdf('a.pdf'))).toEqual({ ok: false, error: { kind: 'timeout' } })
  expect(UPLOAD_TIMEOUT_MS).toBe(60_000)
})

test('upload returns unreachable when its signal aborts', async () => {
  const controller = new AbortController()
  const upload = createTestUpload(neverRespond)
  const result = upload(PATH, createPdf('a.pdf'), { signal: controller.signal })
  controller.abort()
  expect(await result).toEqual({ ok: false, error: { kind: 'unreachable' } })
})

test('upload sends nothing and returns unreadable when the file cannot be read', async () => {
  const send: SendUpload = () => Promise.reject(new Error('sent'))
  const unreadableFile = {
    ...createPdf('a.pdf'),
    name: 'a.pdf',
    size: 1,
    type: '',
    arrayBuffer: () => Promise.reject(new Error()),
  }
  expect(await createUpload({ send })(PATH, unreadableFile)).toEqual({ ok: false, error: { kind: 'unreadable' } })
})

test('upload notifies sessionWatch of a 401 with the session of the request', async () => {
  const refusals: unknown[] = []
  const sessionWatch = {
    readSessionId: () => 7,
    onRefused: (sessionId: number, { message }: { readonly message: string | null }) =>
      refusals.push([sessionId, message]),
    onDelayed: () => {},
  }
  const send: SendUpload = async () => ({ status: 401, text: '{"message":"Su sesión terminó."}' })
  await createUpload({ send, sessionWatch })(PATH, createPdf('a.pdf'))
  expect(refusals).toEqual([[7, 'Su sesión terminó.']])
})
