import type { FastifyInstance, FastifyRequest } from 'fastify'

type PublicProtocol = 'http' | 'https'

declare module 'fastify' {
  interface FastifyInstance {
    /** The protocol of PUBLIC_URL; null when it is not set. */
    readonly publicProtocol: PublicProtocol | null
  }
}

/** Stores the protocol of PUBLIC_URL in the app. */
export function declarePublicProtocol(app: FastifyInstance, publicUrl: string | null): void {
  const protocol: PublicProtocol = publicUrl?.startsWith('https:') ? 'https' : 'http'
  app.decorate('publicProtocol', publicUrl === null ? null : protocol)
}

/**
 * Whether browsers use TLS. PUBLIC_URL decides; if it is not set, the protocol of the request
 * decides, which needs TRUST_PROXY behind a proxy.
 */
export const usesTls = ({ server, protocol }: FastifyRequest): boolean =>
  (server.publicProtocol ?? protocol) === 'https'
