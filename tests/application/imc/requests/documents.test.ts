import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createRequestUploads } from '#src/application/imc/requests/documents.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import { ok } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const createRequest = (id: string) => ({
  id,
  reference: id,
  status: 'created' as const,
  documents: [{ id: 'carta', name: 'Carta', file: null, bytes: null, uploaded: false }],
})

const FILE: AttachedFile = {
  name: 'carta.pdf',
  size: 1,
  type: 'application/pdf',
  arrayBuffer: async () => new ArrayBuffer(1),
}

const noOp = () => {}

test('the documents of a closed request are released when its upload has ended', async () => {
  let endUpload = noOp
  const upload = () =>
    new Promise<ReturnType<typeof ok<void>>>((resolve) => {
      endUpload = () => resolve(ok(undefined))
    })
  const uploads = createRequestUploads({ ...createMemoryPorts(), requests: { upload }, toasts: createToasts() })
  const stop = uploads.start()
  const first = uploads.open(createRequest('first'), noOp)
  first.attach('carta', FILE)
  uploads.open(createRequest('second'), noOp)
  expect(uploads.open(createRequest('first'), noOp)).toBe(first)
  uploads.open(createRequest('second'), noOp)
  endUpload()
  await flushPromises()
  expect(uploads.open(createRequest('first'), noOp)).not.toBe(first)
  stop()
})
