import { useSelector } from '@xstate/react'
import { use, useState } from 'react'
import { Link } from 'wouter'
import { SEE_PLANS } from '#src/application/identity/expiry-notice.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { DashboardLinks } from '#src/ui/shell/dashboard-links.tsx'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'
import { SideMenuContext } from '#src/ui/shell/side-menu.ts'

/** The notice that the account expires soon, shown in its last days (D79). */
function ExpiryNotice() {
  const { createExpiryNotice } = usePortal()
  const [view] = useState(createExpiryNotice)
  const { lead, rest } = useSelector(view, (state) => state)
  if (lead === null) return null
  return (
    <section className="pt-4 print:hidden" aria-label="Aviso de vigencia">
      <Notice
        icon="clock"
        tone="warn"
        lead={lead}
        action={
          <Link className={buttonClass({ variant: 'secondary', size: 'small' })} href={SCREENS.pricing.path}>
            {SEE_PLANS}
          </Link>
        }
      >
        {rest}
      </Notice>
    </section>
  )
}

/** The menus beside a screen, with their names. */
const SIDE_MENUS = [
  ['market', 'Mercado'],
  ['account', 'Cuenta'],
] as const

const SideMenu = ({ path }: Pick<ScreenProps, 'path'>) => (
  <div className="pt-8 max-lg:hidden print:hidden">
    <div className="sticky top-6 grid gap-6">
      {SIDE_MENUS.map(([menu, name]) => (
        <nav key={menu} aria-label={name}>
          <p className="text-xs text-muted pb-2 font-550" aria-hidden="true">
            {name}
          </p>
          <ul className="shadow-[inset_1px_0_var(--md-line)]">
            <DashboardLinks look="side" menu={menu} current={path} />
          </ul>
        </nav>
      ))}
    </div>
  </div>
)

/**
 * A screen of the dashboard next to the dashboard's menu, which a button of the header hides. On
 * narrow pages, the button opens the menu.
 */
export function DashboardFrame({ path, children }: Pick<ScreenProps, 'path' | 'children'>) {
  const isMenuShown = use(SideMenuContext)
  return (
    <div
      className={`page ${isMenuShown ? 'lg:not-print:grid lg:grid-cols-[var(--md-rail)_minmax(0,1fr)] lg:gap-10' : ''}`}
    >
      {isMenuShown && <SideMenu path={path} />}
      <div className="min-w-0">
        <div role="status">
          <ExpiryNotice />
        </div>
        {children}
      </div>
    </div>
  )
}
