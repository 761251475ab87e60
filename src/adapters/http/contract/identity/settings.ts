import * as z from 'zod/mini'
import { SETTING_NAMES } from '#src/domain/identity/settings.ts'

/** The address of a setting: `/users/ajustes/{nombre}` (D127). */
export const settingParams = z.object({ nombre: z.enum(SETTING_NAMES) })

/** A stored setting. Version 0 and the value null: the client has not stored it. */
export const settingReply = z.object({ data: z.object({ version: z.number(), valor: z.unknown() }) })
export type SettingReply = z.infer<typeof settingReply>

/** A new value, with the version that it replaces. */
export const settingRequest = z.object({ version: z.int().check(z.nonnegative()), valor: z.unknown() })
