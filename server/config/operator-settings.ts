import * as z from 'zod'

import { type ConfigContext, duration, type SettingConflict } from '#server/config/parse-settings.ts'

/** Minimum length of the operator key, in characters. */
const MIN_OPERATOR_KEY_LENGTH = 16

/** Configuration of the operator. */
export interface OperatorConfig {
  /** Authorizes the calls of the operator; null refuses them all. */
  readonly operatorKey: string | null
  /**
   * Time from the last document of an IMC request to its automatic approval, in milliseconds
   * (D31); null: requests wait for the operator.
   */
  readonly autoApproveAfter: number | null
  /** Where the operator gets mails about the market; null without them. */
  readonly operatorMail: string | null
}

/**
 * Operator key of the demo (D43). Production never uses this key, because it is public.
 */
const DEMO_OPERATOR_KEY = 'Demo#Dolar2026-operador'

/** The approval delay of the demo (D31). */
const DEMO_AUTO_APPROVE_MS = 30_000

export const OPERATOR_SETTINGS = {
  OPERATOR_KEY: z.string().min(MIN_OPERATOR_KEY_LENGTH).optional(),
  AUTO_APPROVE_AFTER: duration.optional(),
  OPERATOR_MAIL: z.email().optional(),
}

type OperatorSettings = z.output<z.ZodObject<typeof OPERATOR_SETTINGS>>

export const OPERATOR_CONFLICTS: readonly SettingConflict<keyof typeof OPERATOR_SETTING_MESSAGES>[] = [
  {
    field: 'OPERATOR_KEY',
    hasConflict: (settings) => settings['MARKET_SOURCE'] === 'ingest' && settings['OPERATOR_KEY'] === undefined,
  },
]

function readOperatorKey({ OPERATOR_KEY: key }: OperatorSettings, { demoData, production }: ConfigContext) {
  if (key !== undefined) return key
  return demoData && !production ? DEMO_OPERATOR_KEY : null
}

/** By default, only a demo outside production approves automatically. */
function readApprovalDelay({ AUTO_APPROVE_AFTER: delay }: OperatorSettings, { demoData, production }: ConfigContext) {
  if (delay !== undefined) return delay
  return demoData && !production ? DEMO_AUTO_APPROVE_MS : null
}

export const toOperatorConfig = (settings: OperatorSettings, context: ConfigContext): OperatorConfig => ({
  operatorKey: readOperatorKey(settings, context),
  autoApproveAfter: readApprovalDelay(settings, context),
  operatorMail: settings.OPERATOR_MAIL ?? null,
})

/** Error texts of the settings of the operator; each follows the name of its setting. */
export const OPERATOR_SETTING_MESSAGES = {
  OPERATOR_KEY: 'debe tener al menos 16 caracteres, y es obligatoria cuando MARKET_SOURCE es ingest',
  AUTO_APPROVE_AFTER: 'debe ser off o un tiempo, como 30s, 5m o 2h',
  OPERATOR_MAIL: 'debe ser una dirección de correo, como operador@portal.example',
} as const
