import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, resolve, sep } from 'node:path'

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
}

/** `URL` resolves a plain `..`, but not one beside an encoded slash: a path may leave `base`. */
const isFileIn = (base, path) => path.startsWith(base) && existsSync(path) && statSync(path).isFile()

/** Returns the path and the query of a request's address; null if it is malformed. */
function readAddress(address) {
  try {
    const { pathname, search } = new URL(address, 'http://localhost')
    return { pathname, search, decoded: decodeURIComponent(pathname) }
  } catch {
    return null
  }
}

function sendFile(response, status, file) {
  const content = createReadStream(file)
  content.on('open', () => {
    response.writeHead(status, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    content.pipe(response)
  })
  // The folder may have no 404.html, and a build may remove a file that was found.
  content.on('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(404).end('Not found')
  })
}

/**
 * Serves the files of a folder below `mount`, as a plain static host does: `index.html` of a
 * folder, a redirect to the slash at its end, and `404.html` for other addresses. Resolves to the
 * running server and its URL.
 */
export function startStaticServer({ folder, port = 0, mount = '/' }) {
  const base = join(resolve(folder), sep)
  const server = createServer((request, response) => {
    const address = readAddress(request.url)
    if (address === null) return response.writeHead(400).end('Bad request')
    const { pathname, search, decoded } = address
    const send = (status, file) => sendFile(response, status, file)
    if (!pathname.startsWith(mount)) return response.writeHead(404).end('Not found')
    const path = join(base, decoded.slice(mount.length))
    if (isFileIn(base, path)) return send(200, path)
    if (!isFileIn(base, join(path, 'index.html'))) return send(404, join(base, '404.html'))
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
