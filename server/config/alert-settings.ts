import type * as z from 'zod'

import { isProduction, onOff, type SettingConflict } from '#server/config/parse-settings.ts'

/** Configuration of the messages of alerts. */
export interface AlertConfig {
  /** Allows webhooks of this machine, also without TLS; for development and tests. */
  readonly localWebhooks: boolean
}

export const ALERT_SETTINGS = { LOCAL_WEBHOOKS: onOff.default(false) }

export const ALERT_CONFLICTS: readonly SettingConflict<keyof typeof ALERT_SETTING_MESSAGES>[] = [
  {
    field: 'LOCAL_WEBHOOKS',
    hasConflict: (settings) => isProduction(settings) && settings['LOCAL_WEBHOOKS'] === 'on',
  },
]

export const toAlertConfig = (settings: z.output<z.ZodObject<typeof ALERT_SETTINGS>>): AlertConfig => ({
  localWebhooks: settings.LOCAL_WEBHOOKS,
})

/** Error texts of the settings of alerts; each follows the name of its setting. */
export const ALERT_SETTING_MESSAGES = {
  LOCAL_WEBHOOKS: 'debe ser on u off, y no se admite on en producción',
} as const
