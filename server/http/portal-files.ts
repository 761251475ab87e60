import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { HTML_TYPE, JSON_TYPE, TEXT_TYPE } from '#server/http/headers.ts'
import { digestBody, type Encoding } from '#server/http/prepared-reply.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** A file of the built portal, ready to be sent. */
export interface PortalFile {
  readonly type: string
  readonly cacheControl: string
  readonly body: Buffer
  /** The compressed bodies that are smaller than `body`. */
  readonly encoded: ReadonlyMap<Encoding, Buffer>
  /** Identifies the body in its `ETag`. */
  readonly digest: string
  /** The status of a rendered page; 200 by default. */
  readonly status?: 200 | 404
}

/** The files of the built portal by path. Only these are served. */
export interface PortalFiles {
  readonly byPath: ReadonlyMap<string, PortalFile>
  readonly index: PortalFile
}

/** The folder has no built portal. */
export interface PortalMissing {
  readonly kind: 'portal-missing'
  readonly folder: string
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': HTML_TYPE,
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': JSON_TYPE,
  '.map': JSON_TYPE,
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': TEXT_TYPE,
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** The page that browsers show without a connection (D75). */
export const OFFLINE_PAGE_PATH = '/sin-conexion.html'

/**
 * Path of the offline worker. It never changes, so that each release replaces the previous worker
 * (D75).
 */
const WORKER_PATH = '/sw.js'

/** The file of a worker that removes itself and its caches. */
const REMOVAL_WORKER_PATH = '/sw-off.js'

const YEAR_S = 31_536_000
const HOUR_S = 3_600

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Returns the `Cache-Control` of a path. Files below `/assets/` never change: their names contain
 * hashes of their contents.
 */
function toCacheControl(path: string): string {
  if (path.startsWith('/assets/')) return `public, max-age=${YEAR_S}, immutable`
  return path.endsWith('.html') || path === WORKER_PATH ? 'no-cache' : `public, max-age=${HOUR_S}`
}

async function compressBody(type: string, body: Buffer): Promise<ReadonlyMap<Encoding, Buffer>> {
  // Only text has a charset; images and fonts are compressed already.
  if (!type.includes('charset')) return new Map()
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [brotliBody, gzipBody] = await Promise.all([
    toBrotli(body, { params }),
    toGzip(body, { level: constants.Z_BEST_COMPRESSION }),
  ])
  const bodies = [['br', brotliBody] as const, ['gzip', gzipBody] as const]
  return new Map(bodies.filter(([, compressed]) => compressed.length < body.length))
}

/** Converts a body to the file of a path, without compressed bodies. */
export const toPortalFile = (path: string, body: Buffer): PortalFile => ({
  type: MEDIA_TYPES[extname(path)] ?? 'application/octet-stream',
  cacheControl: toCacheControl(path),
  body,
  encoded: new Map(),
  digest: digestBody(body),
})

const listFiles = (folder: string) =>
  readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

/** Reads the built portal into memory, without compressing it. Requests then read no file. */
export async function readPortalFiles(folder: string): Promise<Result<PortalFiles, PortalMissing>> {
  const files = (await listFiles(folder))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const entries = await Promise.all(
    files.map(async (file) => {
      const path = `/${relative(folder, file).split(sep).join('/')}`
      return [path, toPortalFile(path, await readFile(file))] as const
    }),
  )
  const byPath = new Map(entries)
  const index = byPath.get('/index.html')
  return index ? ok({ byPath, index }) : err({ kind: 'portal-missing', folder })
}

/**
 * Adds the compressed bodies. It takes about a second in the thread pool, so it can run while the
 * market opens.
 */
export async function compressFiles({ byPath, index }: PortalFiles): Promise<PortalFiles> {
  const files = await Promise.all(
    [...byPath].map(async ([path, file]) => {
      return [path, { ...file, encoded: await compressBody(file.type, file.body) }] as const
    }),
  )
  const compressedByPath = new Map(files)
  return { byPath: compressedByPath, index: compressedByPath.get('/index.html') ?? index }
}

/**
 * Replaces the offline worker by the worker that removes it (OFFLINE_WORKER=off). Without the
 * latter, only omits the offline worker.
 */
export function removeOfflineWorker({ byPath, index }: PortalFiles): PortalFiles {
  const removal = byPath.get(REMOVAL_WORKER_PATH)
  const files = new Map(byPath)
  if (removal) files.set(WORKER_PATH, { ...removal, cacheControl: toCacheControl(WORKER_PATH) })
  else files.delete(WORKER_PATH)
  return { byPath: files, index }
}
