import { INVITATION_PAGE, PATHS, RESET_PASSWORD_PAGE } from '#src/domain/page-paths.ts'
import { ORDER_PAGE } from '#src/domain/payment/order-page.ts'

/** A page that search engines list. */
export interface PublicPage {
  /** The documented path (§2.1). */
  readonly path: string
  /** Title before the portal's name; null where the price is the title. */
  readonly title: string | null
  readonly description: string
  /** Whether the page changes with every deal. */
  readonly showsMarket: boolean
}

/** Pages without a guard that a visitor would search for. Search engines list no other pages. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  {
    path: PATHS.home,
    title: null,
    description:
      'Precio del dólar frente al peso colombiano: cierre, promedio, TRM, montos y gráfica del día, con divisas, acciones, índices y noticias.',
    showsMarket: true,
  },
  {
    path: PATHS.statistics,
    title: 'Estadísticas IMCs/Clientes',
    description:
      'Estadísticas del día del mercado del dólar en Colombia: precios, montos y operaciones por sector y plazo.',
    showsMarket: true,
  },
  {
    path: PATHS.trm,
    title: 'TRM',
    description: 'La TRM vigente, la próxima y su historia: gráfica, tabla, descarga en CSV y consulta por fecha.',
    showsMarket: true,
  },
  {
    path: PATHS.pricing,
    title: 'Precios',
    description:
      'Planes del servicio de datos del dólar en tiempo real: trimestral, semestral y anual, con IVA, y pago con tarjeta.',
    showsMarket: false,
  },
  {
    path: PATHS.login,
    title: 'Inicie sesión',
    description: 'Ingrese para ver el dólar en tiempo real: spot y next day con cada operación.',
    showsMarket: false,
  },
  {
    path: PATHS.registration,
    title: 'Solicite su demo o su cuenta',
    description: 'Solicite una cuenta o una demostración del dólar en tiempo real.',
    showsMarket: false,
  },
]

const normalizePath = (path: string) => path.toLowerCase().replace(/\/+$/, '')

/** Finds the public page of a path; case and the trailing slash are ignored (D42). */
export const findPublicPage = (path: string): PublicPage | null =>
  PUBLIC_PAGES.find((page) => normalizePath(page.path) === normalizePath(path)) ?? null

/** Paths that robots must not follow: the pages require a session, an order or a mailed link. */
export const GUARDED_PATHS = [
  PATHS.dashboard,
  '/imc/',
  ORDER_PAGE,
  RESET_PASSWORD_PAGE,
  INVITATION_PAGE,
  PATHS.expiredPassword,
] as const
