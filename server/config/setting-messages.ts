import { FEEDS_SETTING_MESSAGES } from '#server/config/feeds-messages.ts'
import { HTTP_SETTING_MESSAGES } from '#server/config/http-messages.ts'
import { IDENTITY_SETTING_MESSAGES } from '#server/config/identity-messages.ts'
import { MARKET_SETTING_MESSAGES } from '#server/config/market-messages.ts'
import { MONITORING_SETTING_MESSAGES } from '#server/config/monitoring-messages.ts'
import { OPERATOR_SETTING_MESSAGES } from '#server/config/operator-messages.ts'
import { PAYMENT_SETTING_MESSAGES } from '#server/config/payment-messages.ts'
import { STORAGE_SETTING_MESSAGES } from '#server/config/storage-messages.ts'

/** Error texts of the environment variables (D60); each follows the name of its variable. */
export const SETTING_MESSAGES = {
  ...HTTP_SETTING_MESSAGES,
  ...STORAGE_SETTING_MESSAGES,
  ...MARKET_SETTING_MESSAGES,
  ...FEEDS_SETTING_MESSAGES,
  ...OPERATOR_SETTING_MESSAGES,
  ...IDENTITY_SETTING_MESSAGES,
  ...MONITORING_SETTING_MESSAGES,
  ...PAYMENT_SETTING_MESSAGES,
} as const

export type SettingName = keyof typeof SETTING_MESSAGES

interface RefusedSetting {
  readonly field: string
  readonly message: string
}

/** Formats a heading and one line for each refused setting. */
export const formatRefusedSettings = (heading: string, settings: readonly RefusedSetting[]): string =>
  [heading, ...settings.map(({ field, message }) => `  ${field} ${message}`)].join('\n')
