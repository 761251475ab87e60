import type { PortalConfig } from '#src/application/portal-config.ts'
import { SIMULATED_KINDS } from '#src/domain/quotes/feeds.ts'
import { DEFAULT_TICKERS } from '#src/domain/quotes/quotes.ts'

/** The configuration of the static demo. All its data is simulated. */
export const DEMO_CONFIG: PortalConfig = {
  simulated: SIMULATED_KINDS,
  links: {
    exchange: null,
    contact: null,
    contactMail: 'servicio@mercadodolar.example',
    privacy: null,
    dataTreatment: null,
    terms: null,
  },
  tickers: DEFAULT_TICKERS,
  countries: null,
}
