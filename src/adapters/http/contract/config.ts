import * as z from 'zod/mini'

import { isoInstant, isUrl } from '#src/adapters/http/contract/values.ts'

const isHttpUrl = (text: string) => /^https?:\/\//i.test(text) && isUrl(text)

/** A path of the portal's origin or an absolute http(s) URL, but not `//host`. */
const pathOrUrl = z.string().check(z.refine((text) => /^\/(?!\/)/.test(text) || isHttpUrl(text)))

const mailAddress = z.string().check(z.regex(/^[^\s@:?&]+@[^\s@:?&]+$/))

const HUMAN_CHECK_PROVIDERS = ['altcha', 'hcaptcha', 'turnstile', 'recaptcha'] as const
const CHECKOUT_PROVIDERS = ['epayco', 'sandbox'] as const
/** How a request sends the stored token: after the word `Bearer`, or alone (D56). */
export const AUTH_FORMS = ['bearer', 'raw'] as const

const line = z.string().check(z.minLength(1), z.maxLength(100))

/**
 * Pages of the operator of the portal, and how to reach its sales and support. The portal hides what
 * is missing (D62).
 */
export const links = z.object({
  divisas: z.optional(pathOrUrl),
  contacto: z.optional(pathOrUrl),
  correo: z.optional(mailAddress),
  telefono: z.optional(line),
  ciudad: z.optional(line),
  privacidad: z.optional(pathOrUrl),
  datos: z.optional(pathOrUrl),
  terminos: z.optional(pathOrUrl),
})

/** The terms of clients, in display order (§2.3). A client who accepted before `since` is asked again (D84). */
export const terms = z.object({
  version: line,
  since: isoInstant,
  clauses: z.array(z.object({ title: line, text: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
})

/** `/config.json`: the settings of a deployment. The portal reads them at each start (D39, D61). */
export const configReply = z.object({
  marketApi: pathOrUrl,
  imcApi: pathOrUrl,
  passwordService: pathOrUrl,
  newsApi: pathOrUrl,
  /** The base of the reads of visitors (D115); without it they use the documented calls. */
  publicApi: z.optional(z.nullable(pathOrUrl)),
  registrationWebhook: pathOrUrl,
  applicationToken: z.object({ hosts: z.array(pathOrUrl), copy: z.boolean() }),
  humanCheck: z.object({
    provider: z.enum(HUMAN_CHECK_PROVIDERS),
    challengeUrl: z.nullable(pathOrUrl),
    siteKey: z.nullable(z.string()),
  }),
  checkout: z.nullable(
    z.object({
      provider: z.nullable(z.enum(CHECKOUT_PROVIDERS)),
      publicKey: z.nullable(z.string()),
      test: z.boolean(),
    }),
  ),
  /** Market clock minus real clock before the first reply (D52), in ms. */
  clockShiftMs: z.int(),
  demo: z.boolean(),
  /** The kinds of simulated data: `market`, `currencies`, `stocks`, `indices`, `news` (D41). */
  simulated: z.optional(z.array(z.string())),
  auth: z.optional(z.enum(AUTH_FORMS)),
  links: z.optional(links),
  terms: z.optional(terms),
  tickers: z.optional(z.array(z.string().check(z.minLength(1)))),
  countries: z.optional(z.array(z.string().check(z.minLength(1)))),
})
export type ConfigReply = z.infer<typeof configReply>
