import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const PERMISSIONS = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'usb']
const PERMISSIONS_POLICY = PERMISSIONS.map((feature) => `${feature}=()`).join(', ')

const YEAR_S = 31_536_000

/** Puts the security headers on every answer. Over plain HTTP nothing demands TLS: it would lock out who tries the portal on one machine. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  directives: Record<string, readonly string[]>,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: Object.fromEntries(Object.entries(directives).map(([name, sources]) => [name, [...sources]])),
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR_S}`)
  })
}
