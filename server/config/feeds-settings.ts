import * as z from 'zod'

/** Configuration of the data of providers (D53). */
export interface FeedsConfig {
  /** The certified TRM as open data; null computes it from the deals. */
  readonly trmUrl: string | null
  /** RSS or Atom; null for simulated news. */
  readonly newsUrl: string | null
  /** A JSON file with the providers of quotes and their fields. */
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
