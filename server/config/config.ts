import * as z from 'zod'

import {
  ALERT_CONFLICTS,
  ALERT_SETTING_MESSAGES,
  ALERT_SETTINGS,
  type AlertConfig,
  toAlertConfig,
} from '#server/config/alert-settings.ts'
import {
  FEEDS_SETTING_MESSAGES,
  FEEDS_SETTINGS,
  type FeedsConfig,
  toFeedsConfig,
} from '#server/config/feeds-settings.ts'
import { HTTP_SETTING_MESSAGES, HTTP_SETTINGS, type HttpConfig, toHttpConfig } from '#server/config/http-settings.ts'
import {
  IDENTITY_CONFLICTS,
  IDENTITY_SETTING_MESSAGES,
  IDENTITY_SETTINGS,
  type IdentityConfig,
  toIdentityConfig,
} from '#server/config/identity-settings.ts'
import {
  MARKET_CONFLICTS,
  MARKET_SETTING_MESSAGES,
  MARKET_SETTINGS,
  type MarketConfig,
  toMarketConfig,
} from '#server/config/market-settings.ts'
import {
  MONITORING_SETTING_MESSAGES,
  MONITORING_SETTINGS,
  type MonitoringConfig,
  toMonitoringConfig,
} from '#server/config/monitoring-settings.ts'
import {
  OPERATOR_CONFLICTS,
  OPERATOR_SETTING_MESSAGES,
  OPERATOR_SETTINGS,
  type OperatorConfig,
  toOperatorConfig,
} from '#server/config/operator-settings.ts'
import { type ConfigContext, isProduction, type SettingConflict, type Settings } from '#server/config/parse-settings.ts'
import {
  PAYMENT_CONFLICTS,
  PAYMENT_SETTING_MESSAGES,
  PAYMENT_SETTINGS,
  type PaymentConfig,
  toPaymentConfig,
} from '#server/config/payment-settings.ts'
import { PRODUCTION_CONFLICTS } from '#server/config/production.ts'
import {
  RETENTION_SETTING_MESSAGES,
  RETENTION_SETTINGS,
  type RetentionConfig,
  toRetentionConfig,
} from '#server/config/retention-settings.ts'
import {
  STORAGE_SETTING_MESSAGES,
  STORAGE_SETTINGS,
  type StorageConfig,
  toStorageConfig,
} from '#server/config/storage-settings.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/**
 * Configuration of the server, from environment variables (D60). Each area has its own file.
 */
export interface ServerConfig extends ConfigContext, HttpConfig, StorageConfig, MarketConfig, OperatorConfig {
  readonly alerts: AlertConfig
  readonly feeds: FeedsConfig
  readonly identity: IdentityConfig
  readonly monitoring: MonitoringConfig
  readonly payment: PaymentConfig
  readonly retention: RetentionConfig
}

/** Error texts of the environment variables (D60); each follows the name of its variable. */
export const SETTING_MESSAGES = {
  ...HTTP_SETTING_MESSAGES,
  ...STORAGE_SETTING_MESSAGES,
  ...MARKET_SETTING_MESSAGES,
  ...FEEDS_SETTING_MESSAGES,
  ...OPERATOR_SETTING_MESSAGES,
  ...IDENTITY_SETTING_MESSAGES,
  ...ALERT_SETTING_MESSAGES,
  ...MONITORING_SETTING_MESSAGES,
  ...PAYMENT_SETTING_MESSAGES,
  ...RETENTION_SETTING_MESSAGES,
} as const

type SettingName = keyof typeof SETTING_MESSAGES

/** An invalid, missing or conflicting environment variable, and how to correct it. */
interface ConfigViolation {
  readonly field: SettingName
  readonly message: string
}

/** The environment variables. Invalid values are listed in this order, before conflicts. */
const environmentSchema = z.object({
  ...HTTP_SETTINGS,
  ...STORAGE_SETTINGS,
  ...MARKET_SETTINGS,
  ...FEEDS_SETTINGS,
  ...OPERATOR_SETTINGS,
  ...IDENTITY_SETTINGS,
  ...ALERT_SETTINGS,
  ...MONITORING_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...RETENTION_SETTINGS,
})

const CONFLICTS: readonly SettingConflict<SettingName>[] = [
  ...MARKET_CONFLICTS,
  ...OPERATOR_CONFLICTS,
  ...IDENTITY_CONFLICTS,
  ...ALERT_CONFLICTS,
  ...PAYMENT_CONFLICTS,
  ...PRODUCTION_CONFLICTS,
]

function toConfig(settings: z.output<typeof environmentSchema>, production: boolean): ServerConfig {
  const context: ConfigContext = { production, demoData: settings.DEMO_DATA ?? !production }
  return {
    ...context,
    ...toHttpConfig(settings, production),
    ...toStorageConfig(settings),
    ...toMarketConfig(settings),
    ...toOperatorConfig(settings, context),
    alerts: toAlertConfig(settings),
    feeds: toFeedsConfig(settings),
    identity: toIdentityConfig(settings, { ...context, demoAccountsRequired: settings.DEMO_DATA === true }),
    monitoring: toMonitoringConfig(settings),
    payment: toPaymentConfig(settings),
    retention: toRetentionConfig(settings),
  }
}

const isSetting = (field: PropertyKey | undefined): field is SettingName =>
  typeof field === 'string' && Object.hasOwn(SETTING_MESSAGES, field)

/** Finds one violation per field: an invalid value, else the first conflict of the field. */
function findViolations(
  issues: readonly z.core.$ZodIssue[],
  settings: Settings,
  conflicts: readonly SettingConflict<SettingName>[],
): readonly ConfigViolation[] {
  const messages = new Map<SettingName, string>()
  for (const field of issues.map(({ path }) => path[0]).filter(isSetting)) messages.set(field, SETTING_MESSAGES[field])
  for (const { field, message = SETTING_MESSAGES[field], hasConflict } of conflicts)
    if (!messages.has(field) && hasConflict(settings)) messages.set(field, message)
  return [...messages].map(([field, message]) => ({ field, message }))
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the trimmed values of the variables. A blank value counts as not set. */
const toSettings = (env: Environment): Settings =>
  Object.fromEntries(
    Object.entries(env)
      .map(([name, value = '']) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )

/** Reads the configuration from environment variables. The error lists all violations. */
export function readConfig(env: Environment): Result<ServerConfig, readonly ConfigViolation[]> {
  const settings = toSettings(env)
  const parsed = environmentSchema.safeParse(settings)
  const violations = findViolations(parsed.error?.issues ?? [], settings, CONFLICTS)
  return parsed.success && violations.length === 0 ? ok(toConfig(parsed.data, isProduction(settings))) : err(violations)
}

/**
 * Reads only the location of the data, for commands without a server. The error lists all
 * violations.
 */
export function readStorageConfig(env: Environment): Result<StorageConfig, readonly ConfigViolation[]> {
  const parsed = z.object(STORAGE_SETTINGS).safeParse(toSettings(env))
  return parsed.success ? ok(toStorageConfig(parsed.data)) : err(findViolations(parsed.error.issues, {}, []))
}

interface RefusedSetting {
  readonly field: string
  readonly message: string
}

/** Formats a heading and one line for each refused setting. */
export const formatRefusedSettings = (heading: string, settings: readonly RefusedSetting[]): string =>
  [heading, ...settings.map(({ field, message }) => `  ${field} ${message}`)].join('\n')
