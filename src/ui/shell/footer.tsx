import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { listMenuLinks } from '#src/application/navigation/screens.ts'
import type { Theme } from '#src/application/platform/ports.ts'
import { API_DOCS } from '#src/application/portal-config.ts'
import { Brand } from '#src/ui/parts/brand.tsx'
import { PageLink } from '#src/ui/parts/contact.tsx'
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
    <fieldset className="flex flex-wrap items-center gap-x-3.5" disabled={!isHydrated}>
      <legend className="float-left mr-3.5">Apariencia</legend>
      {CHOICES.map(([value, label]) => (
        <label
          key={value}
          className="relative cursor-pointer py-1 text-ink-soft outline-offset-3 has-checked:font-600 has-checked:text-ink has-checked:shadow-[inset_0_-2px_var(--md-accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:py-3.25"
        >
          <input
            className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
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

interface ChildrenProps {
  readonly children: ReactNode
}

const Heading = ({ children }: ChildrenProps) => (
  <h2 className="mb-2 text-xs font-550 wdth-text tracking-normal text-muted">{children}</h2>
)

const Item = ({ children }: ChildrenProps) => <li className="leading-[1.5rem] max-sm:py-1">{children}</li>

const LINK_CLASS =
  'inline-block py-0.5 text-sm text-ink-soft no-underline hover:text-ink hover:underline pointer-coarse:py-2.5'

interface OptionalLinkProps {
  readonly href: string | null
  readonly label: string
}

const OptionalLink = ({ href, label }: OptionalLinkProps) =>
  href === null ? null : (
    <Item>
      <PageLink className={LINK_CLASS} href={href}>
        {label}
      </PageLink>
    </Item>
  )

interface Props {
  /** The year of the market's clock, which may differ from the browser's clock. */
  readonly year: string
}

const LINE_LINK_CLASS = 'text-muted hover:text-ink pointer-coarse:inline-block pointer-coarse:py-3'

/** The footer of a back-office page: one line with what the law needs, and the theme. */
export function LegalLine({ year }: Props) {
  const { links } = useConfig()
  const { contactMail, phone, city } = links
  const legalLinks = [
    ['Política de privacidad', links.privacy],
    ['Tratamiento de datos', links.dataTreatment],
    ['Términos de uso', links.terms],
    [contactMail ?? '', contactMail && `mailto:${contactMail}`],
  ] as const
  return (
    <footer className="sticky top-full mt-6 border-t border-line print:hidden">
      <div className="page flex flex-wrap items-baseline gap-x-5 gap-y-1 py-3.5 text-xs/[1.5] text-muted wrap-anywhere">
        <span>© {year} Mercado Dólar</span>
        {legalLinks.map(
          ([label, href]) =>
            href !== null && (
              <PageLink key={label} className={LINE_LINK_CLASS} href={href}>
                {label}
              </PageLink>
            ),
        )}
        {phone !== null && <span>{phone}</span>}
        {city !== null && <span>{city}</span>}
        <div className="ml-auto max-sm:ml-0">
          <ThemeControl />
        </div>
      </div>
    </footer>
  )
}

/** The footer. The links column is as wide as its longest word, so that large text is not cut. */
export function Footer({ year }: Props) {
  const { links, hasServer } = useConfig()
  const { contactMail, phone, city } = links
  return (
    <footer className="mt-16 border-t-2 border-rule text-sm/[1.7] wrap-anywhere max-sm:mt-12 lazy-layout-245 max-lg:lazy-layout-520 max-sm:lazy-layout-620 print:hidden">
      <div className="page">
        <div className="grid grid-cols-[repeat(2,minmax(0,1fr))_repeat(2,minmax(var(--links),1fr))_repeat(2,minmax(0,1fr))] gap-x-grid gap-y-8 pt-7 pb-8 [--links:5.5rem] max-md:grid-cols-[repeat(auto-fit,minmax(min(100%,max(var(--links),34%)),1fr))]">
          <div className="col-span-2 max-md:col-span-full">
            <Brand />
            <p className="mt-3 max-w-[44ch] text-muted">
              Información del mercado de dólar en Colombia para clientes e intermediarios del mercado cambiario.
            </p>
          </div>
          <nav aria-label="Mapa del sitio">
            <Heading>Mapa del sitio</Heading>
            <ul>
              {listMenuLinks('footer').map(({ screen, path, label }) => (
                <Item key={screen}>
                  <Link className={LINK_CLASS} href={path}>
                    {label}
                  </Link>
                </Item>
              ))}
              {hasServer && (
                <Item>
                  <a className={LINK_CLASS} href={API_DOCS}>
                    API
                  </a>
                </Item>
              )}
            </ul>
          </nav>
          <div>
            <Heading>Legal</Heading>
            <ul>
              <OptionalLink href={links.privacy} label="Política de privacidad" />
              <OptionalLink href={links.dataTreatment} label="Tratamiento de datos" />
              <OptionalLink href={links.terms} label="Términos de uso" />
            </ul>
          </div>
          <div className="col-span-2 max-md:col-span-full">
            <Heading>Contacto</Heading>
            <ul>
              {city !== null && <Item>{city}</Item>}
              {phone !== null && <Item>{phone}</Item>}
              {contactMail !== null && <OptionalLink href={`mailto:${contactMail}`} label={contactMail} />}
            </ul>
          </div>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-t border-line pt-3.5 pb-6 text-xs/[1.5] text-muted">
          <span>© {year} Mercado Dólar. Todos los derechos reservados.</span>
          <span>La información publicada no constituye recomendación de inversión.</span>
          <ThemeControl />
        </div>
      </div>
    </footer>
  )
}
