import * as z from 'zod'

import { type ConfigContext, isProduction, type SettingConflict } from '#server/config/parse-settings.ts'
import { isRemotePlainHttp } from '#server/config/remote-url.ts'
import { isEmail } from '#src/domain/identity/email.ts'

/** Minimum length of the password of the application account, in characters. */
export const MIN_APPLICATION_PASSWORD_LENGTH = 16

/** User and password of the application account. No response contains them. */
export interface ApplicationAccount {
  readonly user: string
  readonly password: string
}

/** Minimum length of the secret that signs the registration webhook, in characters. */
export const MIN_WEBHOOK_SECRET_LENGTH = 16

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
  /** Null: registrations are only stored. */
  readonly registrationWebhook: RegistrationWebhook | null
  /** Session clock minus real clock, in milliseconds; for tests. */
  readonly clockOffset: number
}

/** The application account of the demo (D10). */
const DEMO_APPLICATION_ACCOUNT: ApplicationAccount = { user: 'demo-aplicacion', password: 'Demo#Dolar2026-aplicacion' }

/** The URL of a site without a path; its value is the origin. */
const publicUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#@]+\/?$/)
  .refine((url) => URL.canParse(url))
  .transform((url) => new URL(url).origin)

/**
 * The path of a mailbox, which counts as not set: login shells set MAIL to the user's mailbox.
 */
const mailbox = z
  .string()
  .startsWith('/')
  .transform(() => undefined)

export const IDENTITY_SETTINGS = {
  PUBLIC_URL: publicUrl.optional(),
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

export const IDENTITY_CONFLICTS: readonly SettingConflict[] = [
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
  registrationWebhook: readWebhook(settings),
  clockOffset: settings.CLOCK_OFFSET_MS,
})
