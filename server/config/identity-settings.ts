import * as z from 'zod'

import {
  type ConfigContext,
  isProduction,
  isRemotePlainHttp,
  type SettingConflict,
  siteUrl,
} from '#server/config/parse-settings.ts'
import { isEmail } from '#src/domain/identity/email.ts'

/** Minimum length of the password of the application account, in characters. */
const MIN_APPLICATION_PASSWORD_LENGTH = 16

/** User and password of the application account. No response contains them. */
export interface ApplicationAccount {
  readonly user: string
  readonly password: string
}

/** Minimum length of the secret that signs the registration webhook, in characters. */
const MIN_WEBHOOK_SECRET_LENGTH = 16

/** Minimum length of the secret of the server, in characters. */
const MIN_SERVER_SECRET_LENGTH = 32

/** The URL that receives registrations, and the secret that signs them (D80). */
export interface RegistrationWebhook {
  readonly url: string
  readonly secret: string
}

/** Configuration of accounts, sessions and mail. */
export interface IdentityConfig {
  /** True for DEMO_DATA=on: demo accounts are created even when other accounts exist. */
  readonly demoAccountsRequired: boolean
  /** URL of the portal in mails, without a trailing slash; null uses the server's URL. */
  readonly publicUrl: string | null
  /** Null writes mails to files instead of sending them. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** The account whose credentials issue application tokens (D10); null issues no tokens. */
  readonly applicationAccount: ApplicationAccount | null
  /** Secret of the human-check service (D9); null with ALTCHA. */
  readonly humanCheckSecret: string | null
  /**
   * The secret from which keys for stored secrets are derived (D93). Null: a key in the database is
   * used, which a copy of the database then contains.
   */
  readonly serverSecret: string | null
  /** Null: registrations are only stored. */
  readonly registrationWebhook: RegistrationWebhook | null
  /** Session clock minus real clock, in milliseconds; for tests. */
  readonly clockOffset: number
}

/** The application account of the demo (D10). */
const DEMO_APPLICATION_ACCOUNT: ApplicationAccount = { user: 'demo-aplicacion', password: 'Demo#Dolar2026-aplicacion' }

/**
 * The path of a mailbox, which counts as not set: login shells set MAIL to the user's mailbox.
 */
const mailbox = z
  .string()
  .startsWith('/')
  .transform(() => undefined)

export const IDENTITY_SETTINGS = {
  PUBLIC_URL: siteUrl.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/)
    .refine((url) => URL.canParse(url))
    .optional(),
  MAIL: z.union([z.enum(['smtp', 'files']), mailbox]).optional(),
  MAIL_FROM: z.string().refine(isEmail).default('no-responder@mercadodolar.example'),
  APPLICATION_USER: z.string().max(100).optional(),
  APPLICATION_PASSWORD: z.string().min(MIN_APPLICATION_PASSWORD_LENGTH).optional(),
  HUMAN_CHECK_SECRET: z.string().optional(),
  SERVER_SECRET: z.string().min(MIN_SERVER_SECRET_LENGTH).optional(),
  REGISTRATION_WEBHOOK: z
    .string()
    .regex(/^https?:\/\/[^/@]+(\/[^#]*)?$/)
    .refine((url) => URL.canParse(url))
    .optional(),
  REGISTRATION_WEBHOOK_SECRET: z.string().min(MIN_WEBHOOK_SECRET_LENGTH).optional(),
  CLOCK_OFFSET_MS: z
    .string()
    .regex(/^-?\d{1,12}$/)
    .transform(Number)
    .default(0),
}

type IdentitySettings = z.output<z.ZodObject<typeof IDENTITY_SETTINGS>>

export const IDENTITY_CONFLICTS: readonly SettingConflict<keyof typeof IDENTITY_SETTING_MESSAGES>[] = [
  {
    field: 'REGISTRATION_WEBHOOK',
    hasConflict: (settings) => 'REGISTRATION_WEBHOOK' in settings && !('REGISTRATION_WEBHOOK_SECRET' in settings),
  },
  {
    field: 'REGISTRATION_WEBHOOK',
    hasConflict: (settings) => isProduction(settings) && isRemotePlainHttp(settings['REGISTRATION_WEBHOOK'] ?? ''),
  },
  {
    field: 'REGISTRATION_WEBHOOK_SECRET',
    hasConflict: (settings) => 'REGISTRATION_WEBHOOK_SECRET' in settings && !('REGISTRATION_WEBHOOK' in settings),
  },
  {
    field: 'SMTP_URL',
    hasConflict: (settings) => settings['MAIL'] === 'smtp' && settings['SMTP_URL'] === undefined,
  },
  {
    field: 'MAIL',
    hasConflict: (settings) => settings['MAIL'] === 'files' && settings['SMTP_URL'] !== undefined,
  },
  {
    field: 'APPLICATION_USER',
    hasConflict: (settings) => 'APPLICATION_USER' in settings && !('APPLICATION_PASSWORD' in settings),
  },
  {
    field: 'APPLICATION_PASSWORD',
    hasConflict: (settings) => 'APPLICATION_PASSWORD' in settings && !('APPLICATION_USER' in settings),
  },
  {
    field: 'CLOCK_OFFSET_MS',
    hasConflict: (settings) => isProduction(settings) && Number(settings['CLOCK_OFFSET_MS'] ?? 0) !== 0,
  },
]

function readWebhook({
  REGISTRATION_WEBHOOK: url,
  REGISTRATION_WEBHOOK_SECRET: secret,
}: IdentitySettings): RegistrationWebhook | null {
  return url !== undefined && secret !== undefined ? { url, secret } : null
}

function readApplicationAccount(settings: IdentitySettings, { demoData }: ConfigContext): ApplicationAccount | null {
  const { APPLICATION_USER: user, APPLICATION_PASSWORD: password } = settings
  if (user !== undefined && password !== undefined) return { user, password }
  return demoData ? DEMO_APPLICATION_ACCOUNT : null
}

export const toIdentityConfig = (
  settings: IdentitySettings,
  context: ConfigContext & { readonly demoAccountsRequired: boolean },
): IdentityConfig => ({
  demoAccountsRequired: context.demoAccountsRequired,
  publicUrl: settings.PUBLIC_URL ?? null,
  smtpUrl: settings.SMTP_URL ?? null,
  mailFrom: settings.MAIL_FROM,
  applicationAccount: readApplicationAccount(settings, context),
  humanCheckSecret: settings.HUMAN_CHECK_SECRET ?? null,
  serverSecret: settings.SERVER_SECRET ?? null,
  registrationWebhook: readWebhook(settings),
  clockOffset: settings.CLOCK_OFFSET_MS,
})

/** Error texts of the settings of accounts, sessions and mail; each follows its setting's name. */
export const IDENTITY_SETTING_MESSAGES = {
  PUBLIC_URL: 'debe ser la dirección del portal, como https://portal.example, sin ruta',
  SMTP_URL: 'debe ser la dirección de un servidor de correo, como smtps://usuario:clave@servidor:465',
  MAIL: 'debe ser smtp o files, y no files junto con SMTP_URL',
  MAIL_FROM: 'debe ser una dirección de correo, como no-responder@portal.example',
  APPLICATION_USER: 'debe ir junto con APPLICATION_PASSWORD',
  APPLICATION_PASSWORD: 'debe tener al menos 16 caracteres e ir junto con APPLICATION_USER',
  HUMAN_CHECK_SECRET: 'debe ser la clave secreta que dio el servicio de verificación de personas',
  SERVER_SECRET: 'debe tener al menos 32 caracteres',
  REGISTRATION_WEBHOOK:
    'debe ser la dirección https que recibe los registros e ir junto con REGISTRATION_WEBHOOK_SECRET; http solo fuera de producción o a localhost',
  REGISTRATION_WEBHOOK_SECRET: 'debe tener al menos 16 caracteres e ir junto con REGISTRATION_WEBHOOK',
  CLOCK_OFFSET_MS: 'debe ser un número entero de milisegundos, y no se admite en producción',
} as const
