import { SCREENS } from '#src/application/navigation/screens.ts'
import type { PortalConfig } from '#src/application/portal-config.ts'
import { SIMULATED_KINDS } from '#src/domain/quotes/feeds.ts'
import { DEFAULT_TICKERS } from '#src/domain/quotes/quotes.ts'
import { DEMO_CONTACT } from '#src/simulator/demo-contact.ts'

/** The configuration of the static demo. All its data is simulated. */
export const DEMO_CONFIG: PortalConfig = {
  simulated: SIMULATED_KINDS,
  links: {
    exchange: SCREENS.exchange.path,
    contact: SCREENS.contact.path,
    contactMail: DEMO_CONTACT.mail,
    phone: DEMO_CONTACT.phone,
    city: DEMO_CONTACT.city,
    privacy: SCREENS.privacy.path,
    dataTreatment: SCREENS.dataTreatment.path,
    terms: SCREENS.termsOfUse.path,
  },
  tickers: DEFAULT_TICKERS,
  countries: null,
  hasServer: false,
  terms: null,
}
