import { useConfig } from '#src/ui/portal/config-context.tsx'

/** The phone of sales and support. */
export const CONTACT_PHONE = '(601) 555 01 40'

/** The contact of sales and support: the configured mail address, or else the phone (D62). */
export function ContactLink() {
  const { contactMail } = useConfig().links
  return contactMail === null ? CONTACT_PHONE : <a href={`mailto:${contactMail}`}>{contactMail}</a>
}
