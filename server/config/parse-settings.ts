import * as z from 'zod'

import type { SettingName } from '#server/config/setting-messages.ts'

/** The environment variables that are set, as text. */
export type Settings = Readonly<Record<string, string>>

/** Values that decide the defaults of several areas. */
export interface ConfigContext {
  /** True when NODE_ENV=production, DATABASE_URL is set, or MARKET_CLOCK=real. */
  readonly production: boolean
  /** Whether an empty database gets demo data and the portal shows that it is a demo (D43). */
  readonly demoData: boolean
}

/** A combination of valid settings that is not allowed. */
export interface SettingConflict {
  /** The setting to correct. */
  readonly field: SettingName
  /** Why the setting is refused; by default, the message for invalid values. */
  readonly message?: string
  /** Whether the settings are in this conflict. */
  hasConflict(settings: Settings): boolean
}

export const isProduction = ({ NODE_ENV, DATABASE_URL, MARKET_CLOCK }: Settings): boolean =>
  NODE_ENV === 'production' || DATABASE_URL !== undefined || MARKET_CLOCK === 'real'

export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))

export const portNumber = wholeNumber(0, 65_535)

/** A name or an address at which the server listens. */
export const listenHost = z
  .string()
  .regex(/^[\w.:-]+$/)
  .default('localhost')

export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** Converts a duration such as `30s`, `5m` or `2h` to milliseconds, and `off` to null. */
export const duration = z.union([
  z.literal('off').transform(() => null),
  z
    .string()
    .regex(/^\d{1,5}[smh]$/)
    .transform((text) => Number(text.slice(0, -1)) * (DURATION_UNITS[text.slice(-1)] ?? 0)),
])
