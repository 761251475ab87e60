import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { arrayBuffer } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar'

import type { PartRecord } from '#server/backup/manifest.ts'

/** Only the owner may read an unpacked part, because it may contain secrets. */
const PART_MODE = 0o600

/** Returns the path, size and hash of a part. */
export const describePart = (path: string, content: Uint8Array): PartRecord => ({
  path,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

/** Adds a part to an archive. */
export type AddPart = (path: string, content: Uint8Array) => Promise<void>

/**
 * Streams an archive of the parts that `produce` adds. An error of `produce` destroys the stream.
 * When the reader closes the stream, `add` rejects.
 */
export function writeArchive(produce: (add: AddPart) => Promise<void>): Readable {
  const { readable, controller } = createTarPacker()

  async function add(path: string, content: Uint8Array) {
    const writer = controller.add({ name: path, size: content.length, mode: PART_MODE, type: 'file' }).getWriter()
    await writer.write(content)
    await writer.close()
  }

  produce(add).then(controller.finalize, controller.error)
  const tar = Readable.fromWeb(readable as NodeReadableStream<Uint8Array>)
  return pipeline(tar, createGzip(), () => {
    // The reader of the stream gets the error.
  })
}

/** A file in an archive: the manifest, a page of rows or a document. */
export interface ArchivePart {
  readonly path: string
  readonly content: Buffer
}

/**
 * Reads the parts of an archive one by one. Throws for an unreadable, damaged or truncated file.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchivePart> {
  const tar = pipeline(createReadStream(file), createGunzip(), () => {
    // The reader of the stream gets the error.
  })
  const entries = (Readable.toWeb(tar) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries as unknown as NodeReadableStream<ParsedTarEntry>)
    yield { path: header.name, content: Buffer.from(await arrayBuffer(body as NodeReadableStream)) }
}
