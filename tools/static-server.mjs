import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
}

const isFile = (path) => existsSync(path) && statSync(path).isFile()

/**
 * Serves the files of a folder below `mount`, as a plain static host does: `index.html` of a
 * folder, a redirect to the slash at its end, and `404.html` for other addresses. Resolves to the
 * running server and its URL.
 */
export function startStaticServer({ folder, port = 0, mount = '/' }) {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://localhost')
    const send = (status, file) => {
      response.writeHead(status, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
      createReadStream(file).pipe(response)
    }
    if (!pathname.startsWith(mount)) return response.writeHead(404).end('Not found')
    // `URL` has resolved every `..` in the path.
    const path = join(folder, decodeURIComponent(pathname.slice(mount.length)))
    if (isFile(path)) return send(200, path)
    if (!isFile(join(path, 'index.html'))) return send(404, join(folder, '404.html'))
    if (pathname.endsWith('/')) return send(200, join(path, 'index.html'))
    return response.writeHead(301, { location: `${pathname}/${search}` }).end()
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve({ server, url: `http://127.0.0.1:${server.address().port}${mount.slice(0, -1)}` }),
    )
  })
}
