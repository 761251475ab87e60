import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { listMenuLinks } from '#src/application/navigation/screens.ts'
import type { Theme } from '#src/application/platform/ports.ts'
import { Brand } from '#src/ui/parts/brand.tsx'
import { CONTACT_PHONE, ContactLink } from '#src/ui/parts/contact.tsx'
import { useConfig } from '#src/ui/portal/config-context.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

const CHOICES: readonly (readonly [theme: Theme, label: string])[] = [
  ['system', 'Sistema'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
]

/**
 * Radio buttons for the theme: the system's, light or dark. Disabled until hydration, because a
 * script applies the choice.
 */
function ThemeControl() {
  const { theme } = usePortal()
  const isHydrated = useHydrated()
  const storedTheme = useSelector(theme, (state) => state.theme)
  // The server renders one page for all users, without the theme of their cookies.
  const currentTheme = isHydrated ? storedTheme : 'system'
  return (
    <fieldset className="theme" disabled={!isHydrated}>
      <legend>Apariencia</legend>
      {CHOICES.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="apariencia"
            value={value}
            checked={currentTheme === value}
            onChange={() => theme.write(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

interface OptionalLinkProps {
  readonly href: string | null
  readonly label: string
}

const OptionalLink = ({ href, label }: OptionalLinkProps) =>
  href === null ? null : (
    <li>
      <a href={href} rel="noopener">
        {label}
      </a>
    </li>
  )

interface Props {
  /** The year of the market's clock, which may differ from the browser's clock. */
  readonly year: string
}

export function Footer({ year }: Props) {
  const { links } = useConfig()
  return (
    <footer className="footer lazy-layout-245 max-lg:lazy-layout-520 max-sm:lazy-layout-620 print:hidden">
      <div className="page">
        <div className="footer-cols">
          <div>
            <Brand />
            <p className="mt-3 max-w-[44ch] text-muted">
              Información del mercado de dólar en Colombia para clientes e intermediarios del mercado cambiario.
            </p>
          </div>
          <nav aria-label="Mapa del sitio">
            <h2>Mapa del sitio</h2>
            <ul>
              {listMenuLinks('footer').map(({ screen, path, label }) => (
                <li key={screen}>
                  <Link href={path}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h2>Legal</h2>
            <ul>
              <OptionalLink href={links.privacy} label="Política de privacidad" />
              <OptionalLink href={links.dataTreatment} label="Tratamiento de datos" />
              <OptionalLink href={links.terms} label="Términos de uso" />
            </ul>
          </div>
          <div>
            <h2>Contacto</h2>
            <ul>
              <li>Bogotá D. C., Colombia</li>
              <li>{CONTACT_PHONE}</li>
              {links.contactMail !== null && (
                <li>
                  <ContactLink />
                </li>
              )}
            </ul>
          </div>
        </div>
        <div className="footer-legal">
          <span>© {year} Mercado Dólar. Todos los derechos reservados.</span>
          <span>La información publicada no constituye recomendación de inversión.</span>
          <ThemeControl />
        </div>
      </div>
    </footer>
  )
}
