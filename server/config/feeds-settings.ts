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
