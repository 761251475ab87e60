import { isProduction, type SettingConflict, type Settings } from '#server/config/parse-settings.ts'
import { PRODUCTION_REFUSALS } from '#server/config/production-messages.ts'
import { isRemotePlainHttp } from '#server/config/remote-url.ts'

const onlyInProduction = (hasConflict: (settings: Settings) => boolean) => (settings: Settings) =>
  isProduction(settings) && hasConflict(settings)

/** Sources of real deals. */
const REAL_SOURCE = /^(ingest$|csv:)/

/** Settings that a demo allows and production refuses (D60). */
export const PRODUCTION_CONFLICTS: readonly SettingConflict[] = [
  {
    field: 'PUBLIC_URL',
    message: PRODUCTION_REFUSALS.noPublicUrl,
    hasConflict: onlyInProduction((settings) => settings['PUBLIC_URL'] === undefined),
  },
  {
    field: 'PUBLIC_URL',
    message: PRODUCTION_REFUSALS.plainPublicUrl,
    hasConflict: onlyInProduction((settings) => isRemotePlainHttp(settings['PUBLIC_URL'] ?? '')),
  },
  {
    field: 'SMTP_URL',
    message: PRODUCTION_REFUSALS.noMail,
    hasConflict: onlyInProduction((settings) => settings['SMTP_URL'] === undefined && settings['MAIL'] !== 'files'),
  },
  {
    field: 'TRUST_PROXY',
    message: PRODUCTION_REFUSALS.proxyCount,
    hasConflict: onlyInProduction((settings) => /^\d+$/.test(settings['TRUST_PROXY'] ?? '')),
  },
  {
    // A demo clock runs ahead of or behind the deals, so visitors would not get them 15 minutes
    // late (D49).
    field: 'MARKET_CLOCK',
    message: PRODUCTION_REFUSALS.demoClock,
    hasConflict: onlyInProduction(
      (settings) => REAL_SOURCE.test(settings['MARKET_SOURCE'] ?? '') && settings['MARKET_CLOCK'] !== 'real',
    ),
  },
]
