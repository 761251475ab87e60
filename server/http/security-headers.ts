import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

import type { ContentSecurity } from '#server/http/content-security.ts'

const PERMISSIONS = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'usb']
const PERMISSIONS_POLICY = PERMISSIONS.map((feature) => `${feature}=()`).join(', ')

const YEAR_S = 31_536_000

/**
 * Adds the security headers to every reply. HSTS is sent over TLS only: the portal must also run on
 * one machine without TLS.
 */
export async function addSecurityHeaders(app: FastifyInstance, { enforced, reported }: ContentSecurity): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: Object.fromEntries(Object.entries(enforced).map(([name, sources]) => [name, [...sources]])),
    },
    strictTransportSecurity: false,
    // The address of a page may contain the tokens of a recovery link.
    referrerPolicy: { policy: 'strict-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const report = Object.entries(reported).map(([name, sources]) => `${name} ${sources.join(' ')}`)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    if (report.length > 0) reply.header('content-security-policy-report-only', report.join(';'))
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR_S}`)
  })
}
