import type { PortalLinks } from '#src/application/portal-config.ts'

/** The links of a portal without configured pages and contacts. */
export const NO_LINKS: PortalLinks = {
  exchange: null,
  contact: null,
  contactMail: null,
  phone: null,
  city: null,
  privacy: null,
  dataTreatment: null,
  terms: null,
}
