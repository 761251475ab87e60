/** What a client stores for all its browsers (D127). */
export const SETTING_NAMES = ['mesa', 'dibujos-spot', 'dibujos-nextday'] as const
export type SettingName = (typeof SETTING_NAMES)[number]

/** The longest value, as characters of JSON. */
export const MAX_SETTING_LENGTH = 20_000

/**
 * A setting with the number of its changes; 0 and null before the first one. The value is what some
 * version of the portal stored: its reader validates it.
 */
export interface Setting {
  readonly version: number
  readonly value: unknown
}
