import type { FastifyInstance, FastifyRequest } from 'fastify'

type PublicProtocol = 'http' | 'https'

declare module 'fastify' {
  interface FastifyInstance {
    /** The protocol of PUBLIC_URL; null without it. */
    readonly publicProtocol: PublicProtocol | null
  }
}

/** Stores the protocol with which browsers reach the portal. */
export function declarePublicProtocol(app: FastifyInstance, publicUrl: string | null): void {
  const protocol: PublicProtocol = publicUrl?.startsWith('https:') ? 'https' : 'http'
  app.decorate('publicProtocol', publicUrl === null ? null : protocol)
}

/**
 * Whether browsers reach the portal over TLS, from PUBLIC_URL. Without it, from the request: behind
 * a proxy, that needs TRUST_PROXY.
 */
export const usesTls = ({ server, protocol }: FastifyRequest): boolean =>
  (server.publicProtocol ?? protocol) === 'https'
