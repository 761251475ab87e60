import { createHash, randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'

import type { DocumentFiles } from '#server/documents/document-files.ts'
import { createLocalFiles } from '#server/documents/local-files.ts'
import type { ReceivedFile } from '#server/documents/receive-file.ts'
import { createS3Files } from '#server/documents/s3-files.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
import { computeSignature, SECRET_KEY, startS3Server } from '#tests/support/s3-server.ts'

const createKey = () => randomBytes(16).toString('hex')

async function createReceivedFile(content: Buffer): Promise<ReceivedFile> {
  const path = join(await temporaryFolder(), createKey())
  await writeFile(path, content)
  return { path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

async function readContent(files: DocumentFiles, key: string): Promise<Buffer | null> {
  const stream = await files.open(key)
  return stream === null ? null : buffer(stream)
}

const STORES: Readonly<Record<string, () => Promise<DocumentFiles>>> = {
  'a local folder': async () => createLocalFiles(await temporaryFolder()),
  'an S3 server': async () => createS3Files((await startS3Server()).location),
}

describe.each(Object.keys(STORES))('%s', (name) => {
  const open = () => STORES[name]?.() ?? Promise.reject(new Error(name))

  test.each([1, 600, 512_000])('returns the %i bytes that were saved', async (size) => {
    const files = await open()
    const content = randomBytes(size)
    const key = createKey()
    await files.save(key, await createReceivedFile(content))
    expect((await readContent(files, key))?.equals(content)).toBe(true)
  })

  test('returns null for an unknown key and for a removed key', async () => {
    const files = await open()
    const key = createKey()
    expect(await files.open(key)).toBeNull()
    await files.save(key, await createReceivedFile(randomBytes(10)))
    await files.remove(key)
    expect(await files.open(key)).toBeNull()
    await files.remove(key)
  })
})

test('save moves a received file into a subfolder named by the start of its key', async () => {
  const folder = await temporaryFolder()
  const files = createLocalFiles(folder)
  const file = await createReceivedFile(Buffer.from('x'))
  await files.save('abcdef', file)
  expect(await readdir(join(folder, 'ab'))).toEqual(['abcdef'])
  expect(await readdir(join(file.path, '..'))).toEqual([])
})

test('the test server computes the signature of the example in the documentation of S3', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': createHash('sha256').digest('hex'),
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFOD997EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${'0'.repeat(64)}`,
  }
  expect(computeSignature({ method: 'GET', path: '/test.txt', headers }, SECRET_KEY)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('save stores the bytes as an object whose name is the prefix and the key', async () => {
  const { location, objects } = await startS3Server()
  const content = randomBytes(100)
  await createS3Files(location).save('abc', await createReceivedFile(content))
  expect([...objects]).toEqual([['imc/abc', content]])
})

test('save throws when S3 refuses the secret or the hash of the content', async () => {
  const { location, objects } = await startS3Server()
  const filesWithWrongSecret = createS3Files({ ...location, secretKey: 'otra' })
  const file = await createReceivedFile(randomBytes(100))
  await expect(filesWithWrongSecret.save(createKey(), file)).rejects.toThrow('403')
  const other = createHash('sha256').update('other').digest('hex')
  await expect(createS3Files(location).save(createKey(), { ...file, sha256: other })).rejects.toThrow('400')
  expect(objects.size).toBe(0)
})

test('an S3 call is retried twice and throws the third error', async () => {
  const { location, objects, fail } = await startS3Server()
  const files = createS3Files(location)
  const file = await createReceivedFile(randomBytes(100))
  fail(503, 503)
  await files.save('abc', file)
  expect(objects.size).toBe(1)
  fail(500, 500, 500)
  await expect(files.open('abc')).rejects.toThrow('500')
})

test('an S3 call throws when the bucket is missing or the service is unreachable', async () => {
  const { location } = await startS3Server()
  const file = await createReceivedFile(randomBytes(100))
  await expect(createS3Files({ ...location, bucket: 'ninguna' }).save(createKey(), file)).rejects.toThrow('404')
  await expect(createS3Files({ ...location, endpoint: 'http://127.0.0.1:1' }).open(createKey())).rejects.toThrow()
})
