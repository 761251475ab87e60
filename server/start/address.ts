import type { Logger } from 'pino'

import type { ServerConfig } from '#server/config/config.ts'
import { findMissingTexts, type PortalConfig } from '#server/http/portal-config.ts'

const WILDCARDS = new Set(['0.0.0.0', '::'])

/** Local names of this machine. Other machines cannot open a portal at these names. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '::1'])

const toUrl = (host: string, port: number) => {
  const name = WILDCARDS.has(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** The URLs of the server, without a final slash. */
export interface ServerAddress {
  /** The URL at which the server listens. */
  url(): string
  /** PUBLIC_URL, else the URL at which the server listens. */
  publicUrl(): string
  /** PEER_URL, else the URL at which the server listens; null while the system has not chosen the port. */
  peerUrl(): string | null
  /** Sets the actual port. It differs from the configured port when that is 0. */
  setPort(port: number): void
}

export function createServerAddress({ host, port, peerUrl, identity }: ServerConfig): ServerAddress {
  let url = toUrl(host, port)
  let hasPort = port !== 0
  return {
    url: () => url,
    publicUrl: () => identity.publicUrl ?? url,
    peerUrl: () => peerUrl ?? (hasPort ? url : null),
    setPort(actual) {
      url = toUrl(host, actual)
      hasPort = true
    },
  }
}

/** Warns when production has no texts of its operator (§2.2, D62, D84), and names what is missing. */
export function warnWithoutTexts({ production }: ServerConfig, portalConfig: PortalConfig, logger: Logger) {
  const missing = findMissingTexts(portalConfig)
  if (!production || missing.length === 0) return
  logger.warn(
    { missing },
    'PORTAL_CONFIG lacks these texts of the operator: the portal hides links and contacts, and shows sample terms',
  )
}

/** Warns when other machines can open the portal, but PUBLIC_URL is missing. */
export function warnWithoutPublicUrl({ host, identity }: ServerConfig, url: string, logger: Logger) {
  if (identity.publicUrl !== null || LOCAL_HOSTS.has(host)) return
  logger.warn({ url }, 'no PUBLIC_URL: links in mails, shared links and the sitemap have this address')
}
