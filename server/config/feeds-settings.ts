import * as z from 'zod'

/** Configuration of the data feeds (D53). */
export interface FeedsConfig {
  /** URL of the certified TRM; null computes the TRM from the deals. */
  readonly trmUrl: string | null
  /** URL of an RSS or Atom feed; null without a provider of news. */
  readonly newsUrl: string | null
  /** Path of a JSON file with the providers of quotes and their fields; null without providers. */
  readonly quotesFile: string | null
}

const feedUrl = z
  .string()
  .regex(/^https?:\/\/[^/]/i)
  .refine((url) => URL.canParse(url))

export const FEEDS_SETTINGS = {
  TRM_URL: feedUrl.optional(),
  NEWS_URL: feedUrl.optional(),
  QUOTES_CONFIG: z.string().optional(),
}

export const toFeedsConfig = (settings: z.output<z.ZodObject<typeof FEEDS_SETTINGS>>): FeedsConfig => ({
  trmUrl: settings.TRM_URL ?? null,
  newsUrl: settings.NEWS_URL ?? null,
  quotesFile: settings.QUOTES_CONFIG ?? null,
})

/** Error texts of the settings of the feeds; each follows the name of its setting. */
export const FEEDS_SETTING_MESSAGES = {
  TRM_URL:
    'debe ser la dirección http(s) de los datos abiertos de la TRM, como https://www.datos.gov.co/resource/32sa-8pi3.json',
  NEWS_URL: 'debe ser la dirección http(s) de un canal RSS o Atom',
  QUOTES_CONFIG: 'debe ser un archivo JSON con los proveedores de divisas, acciones e índices',
} as const
