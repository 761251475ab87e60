import type { ScreenSource } from '#src/ui/shell/lazy-screen.tsx'
import type { ScreenName } from '#src/ui/shell/routes.ts'

/**
 * The sources of the area's screens, each a separate chunk. The screen `imc-screens` lists the
 * screens of a subscription (pantallas).
 */
export const IMC_SCREENS: Partial<Readonly<Record<ScreenName, ScreenSource>>> = {
  'imc-login': { load: async () => (await import('#src/ui/imc/session/imc-login.tsx')).ImcLogin },
  'imc-password': { load: async () => (await import('#src/ui/imc/session/imc-password.tsx')).ImcPassword },
  'imc-users': { load: async () => (await import('#src/ui/imc/users/users.tsx')).Users },
  'imc-products': { load: async () => (await import('#src/ui/imc/packages/products.tsx')).Products },
  'imc-product': { load: async () => (await import('#src/ui/imc/packages/product.tsx')).Product },
  'imc-screens': { load: async () => (await import('#src/ui/imc/screens/screens.tsx')).Screens },
  'imc-requests': { load: async () => (await import('#src/ui/imc/requests/requests.tsx')).Requests },
  'imc-costs': { load: async () => (await import('#src/ui/imc/packages/costs.tsx')).Costs },
  'imc-audit': { load: async () => (await import('#src/ui/imc/audit/audit.tsx')).Audit },
}

/** True for a screen that needs no session of an entity's user. */
export const isPublicScreen = (screen: ScreenName): boolean => screen === 'imc-login' || screen === 'imc-password'
