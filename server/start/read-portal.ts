import type { ServerConfig } from '#server/config/config.ts'
import { type PortalConfig, readPortalConfig } from '#server/http/portal-config.ts'
import { type PortalFiles, readPortalFiles, removeOfflineWorker } from '#server/http/portal-files.ts'
import { createPageTemplate, type PageTemplate, readManifest, withTemplate } from '#server/page/page-template.ts'
import { findCheckoutFailure } from '#server/payments/payments-module.ts'
import type { StartFailure } from '#server/start/start-failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The built portal and its configuration. */
export interface Portal {
  readonly settings: PortalConfig
  /** Null when the server serves only the API. */
  readonly files: PortalFiles | null
  readonly template: PageTemplate | null
}

/**
 * Reads the configuration of the portal. Fails when it is invalid, needs a missing secret, or names
 * a checkout that this server cannot serve.
 */
async function readSettings(config: ServerConfig): Promise<Result<PortalConfig, StartFailure>> {
  const settings = await readPortalConfig(config.portalConfigFile, {
    demo: config.demoData,
    hasApplicationAccount: config.identity.applicationAccount !== null,
  })
  if (!settings.ok) return settings
  const { provider } = settings.value.humanCheck
  if (provider !== 'altcha' && config.identity.humanCheckSecret === null)
    return err({ kind: 'no-check-secret', provider })
  const checkoutFailure = findCheckoutFailure(settings.value, config)
  return checkoutFailure === null ? settings : err(checkoutFailure)
}

/**
 * Reads the configuration of the portal and the files in its folder; a null folder has no files.
 * `modules` are the source modules whose style sheets the rendered pages need.
 */
export async function readPortal(
  config: ServerConfig,
  folder: string | null,
  modules: readonly string[],
): Promise<Result<Portal, StartFailure>> {
  const settings = await readSettings(config)
  if (!settings.ok) return settings
  if (folder === null) return ok({ settings: settings.value, files: null, template: null })
  const files = await readPortalFiles(folder)
  if (!files.ok) return files
  const servedFiles = config.offlineWorker ? files.value : removeOfflineWorker(files.value)
  const template = createPageTemplate(servedFiles, await readManifest(folder), modules)
  return ok({ settings: settings.value, files: withTemplate(servedFiles, template), template })
}
