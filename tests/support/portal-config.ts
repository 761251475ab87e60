import { type PortalConfig, readPortalConfig } from '#server/http/portal-config.ts'

/** Returns the configuration of a portal without a configuration file. */
export async function defaultPortalConfig(given = { demo: true, hasApplicationAccount: true }): Promise<PortalConfig> {
  const config = await readPortalConfig(null, given)
  if (!config.ok) throw new Error('the portal configuration cannot be read')
  return config.value
}
