import { env } from 'node:process'

/**
 * The portal's server. The page calls it at its own origin, as the portal does; the server refuses
 * posts whose `Host` is another one.
 */
const server = { target: env['SERVER'] ?? 'http://localhost:3000', changeOrigin: false }

export default {
  build: { target: 'es2022' },
  preview: { proxy: { '/api': server, '/config.json': server } },
}
