import { createHash } from 'node:crypto'
import { readdir, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'

import { receiveFile } from '#server/documents/receive-file.ts'
import { temporaryFolder } from '#tests/support/databases.ts'

const LIMIT = 1_000

const receive = async (source: Readable, folder?: string) => {
  folder ??= await temporaryFolder()
  const received = await receiveFile(source, { path: join(folder, 'file'), limit: LIMIT })
  return { received, folder, files: await readdir(folder) }
}

const createStream = (...sizes: readonly number[]) => Readable.from(sizes.map((size) => Buffer.alloc(size, 'a')))

test.each([[[1]], [[1_000]], [[999, 1]], [[500, 0, 500]]])(
  'receiveFile writes chunks of %j bytes to a private file',
  async (sizes) => {
    const { received, folder } = await receive(createStream(...sizes))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    const content = Buffer.alloc(bytes, 'a')
    const path = join(folder, 'file')
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(received).toEqual({ ok: true, value: { path, bytes, sha256 } })
    expect((await readFile(path)).equals(content)).toBe(true)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  },
)

test('receiveFile refuses an empty file', async () => {
  expect(await receive(createStream())).toMatchObject({ received: { ok: false, error: 'empty' }, files: [] })
})

test('receiveFile stops a stream beyond the limit and removes its file', async () => {
  let sent = 0
  async function* endless() {
    for (;;) {
      sent += 100
      yield Buffer.alloc(100)
    }
  }
  const source = Readable.from(endless())
  expect(await receive(source)).toMatchObject({ received: { ok: false, error: 'too-large' }, files: [] })
  expect(source.destroyed).toBe(true)
  expect(sent).toBeLessThan(LIMIT + 100 * 100)
})

test('receiveFile removes the file of a stream that fails', async () => {
  const folder = await temporaryFolder()
  const source = new PassThrough()
  source.write(Buffer.alloc(500))
  setImmediate(() => source.destroy(new Error('cut')))
  expect(await receive(source, folder)).toMatchObject({ received: { ok: false, error: 'cut' }, files: [] })
})

test('receiveFile reports a full disk and removes the file', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'file')
  // The kernel refuses every write to this device with ENOSPC.
  await symlink('/dev/full', path)
  expect(await receiveFile(createStream(500), { path, limit: LIMIT })).toEqual({ ok: false, error: 'disk-full' })
  expect(await readdir(folder)).toEqual([])
})
