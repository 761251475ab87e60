import { Link } from 'wouter'

import { useConfig } from '#src/ui/portal/config-context.tsx'

/**
 * How to reach sales and support: the configured mail address, else the phone, else the page of
 * contact, else nothing but their name (D62).
 */
export function ContactLink() {
  const { contactMail, phone, contact } = useConfig().links
  if (contactMail !== null) return <a href={`mailto:${contactMail}`}>{contactMail}</a>
  if (phone !== null) return phone
  if (contact !== null) return <PageLink href={contact}>nuestra página de contacto</PageLink>
  return 'nuestro servicio al cliente'
}

interface PageLinkProps {
  /** A path of the portal, or the URL of another site. */
  readonly href: string
  readonly className?: string
  readonly children: string
}

/** A configured link: to a screen of the portal without a reload, or to another site. */
export const PageLink = ({ href, className, children }: PageLinkProps) =>
  isOwnPath(href) ? (
    <Link className={className} href={href}>
      {children}
    </Link>
  ) : (
    <a className={className} href={href} rel="noopener">
      {children}
    </a>
  )

/** Whether a configured link leads to a screen of the portal. */
export const isOwnPath = (href: string) => href.startsWith('/')
