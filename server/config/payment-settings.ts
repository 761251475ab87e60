import * as z from 'zod'

import type { SettingConflict } from '#server/config/parse-settings.ts'

/** Minimum length of the merchant key, in characters. */
const MIN_MERCHANT_KEY_LENGTH = 16

/** The account at the provider of card payments. Its key signs the confirmations. */
export interface MerchantAccount {
  readonly customer: string
  readonly key: string
}

/** Configuration of payments (D78). */
export interface PaymentConfig {
  /** The ePayco account; null when the settings are missing. */
  readonly merchant: MerchantAccount | null
}

export const PAYMENT_SETTINGS = {
  EPAYCO_CUSTOMER: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  EPAYCO_KEY: z.string().min(MIN_MERCHANT_KEY_LENGTH).optional(),
}

type PaymentSettings = z.output<z.ZodObject<typeof PAYMENT_SETTINGS>>

export const PAYMENT_CONFLICTS: readonly SettingConflict<keyof typeof PAYMENT_SETTING_MESSAGES>[] = [
  {
    field: 'EPAYCO_CUSTOMER',
    hasConflict: (settings) => 'EPAYCO_CUSTOMER' in settings && !('EPAYCO_KEY' in settings),
  },
  {
    field: 'EPAYCO_KEY',
    hasConflict: (settings) => 'EPAYCO_KEY' in settings && !('EPAYCO_CUSTOMER' in settings),
  },
]

export function toPaymentConfig(settings: PaymentSettings): PaymentConfig {
  const { EPAYCO_CUSTOMER: customer, EPAYCO_KEY: key } = settings
  return { merchant: customer !== undefined && key !== undefined ? { customer, key } : null }
}

/** Error texts of the settings of payments; each follows the name of its setting. */
export const PAYMENT_SETTING_MESSAGES = {
  EPAYCO_CUSTOMER: 'debe ser el número de cliente de ePayco (P_CUST_ID_CLIENTE) e ir junto con EPAYCO_KEY',
  EPAYCO_KEY: 'debe ser la clave de ePayco (P_KEY), de al menos 16 caracteres, e ir junto con EPAYCO_CUSTOMER',
} as const
