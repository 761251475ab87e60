import { parseAddressDate, parseMonth } from '#src/domain/trading/days.ts'

/** The frame around a screen. */
type Area = 'public' | 'auth' | 'dashboard' | 'imc'

/**
 * The users who may see a screen. `visitor` is a signed-out visitor (§2.3), `expired` a client with
 * an expired password (D6), `client` a client with a stored session, and `entity` an entity's user
 * (§2.1).
 */
export type Guard = 'anyone' | 'visitor' | 'expired' | 'client' | 'entity'

/**
 * The menus that link to screens (§2.2). `services` is the secondary link of the header, and
 * `administration` the part of the entity's menu that only administrators see.
 */
export type MenuName = 'main' | 'services' | 'footer' | 'market' | 'account' | 'entity' | 'administration'

/** What search engines and shared links say about a page. */
interface Listing {
  readonly description: string
  /** Whether the page changes with every deal. */
  readonly showsMarket: boolean
}

interface Screen {
  /** Segments that start with a colon match any value, unless `accepts` checks it. */
  readonly path: string
  /** Checks of the values of colon segments. The address of another value is unknown. */
  readonly accepts?: Readonly<Record<string, (value: string) => boolean>>
  readonly area: Area
  readonly guard: Guard
  /** The title of the page before the portal's name; null if it depends on the data. */
  readonly title: string | null
  /** The names of the links in the menus. */
  readonly menus?: Partial<Readonly<Record<MenuName, string>>>
  /** Only for a page that a visitor would search for. Search engines list no other pages. */
  readonly listing?: Listing
  /**
   * Whether the server renders the content, which must be the same for every visitor; the query
   * applies only after hydration. Of other screens the server renders only header and footer.
   */
  readonly isRendered?: boolean
  /** Whether the screen uses the width of very wide pages (D128). */
  readonly isWide?: boolean
  /** Whether the screen is a window of its own, without the portal's header and footer (D128). */
  readonly isWindow?: boolean
  /** Whether only a link from a mail or from a checkout opens the page. */
  readonly isOpenedByLink?: boolean
}

/**
 * The screens of the portal (§2.1): its addresses. The screens that an entity subscribes to, its
 * "pantallas", are data of `imcScreens`.
 */
export const SCREENS = {
  home: {
    path: '/',
    area: 'public',
    guard: 'anyone',
    title: 'Inicio',
    menus: { main: 'Inicio', footer: 'Inicio' },
    isRendered: true,
    isWide: true,
    listing: {
      description:
        'Precio del dólar frente al peso colombiano: cierre, promedio, TRM, montos y gráfica del día, con divisas, acciones, índices y noticias.',
      showsMarket: true,
    },
  },
  pricing: {
    path: '/precios/',
    area: 'public',
    guard: 'anyone',
    title: 'Precios',
    menus: { services: 'Pagar servicios', footer: 'Precios' },
    isRendered: true,
    listing: {
      description:
        'Planes del servicio de datos del dólar en tiempo real: trimestral, semestral y anual, con IVA, y pago con tarjeta.',
      showsMarket: false,
    },
  },
  checkoutReturn: { path: '/precios/respuesta/', area: 'public', guard: 'anyone', title: null, isOpenedByLink: true },
  statistics: {
    path: '/estadisticas/',
    area: 'public',
    guard: 'anyone',
    title: 'Estadísticas IMCs/Clientes',
    menus: { main: 'IMCs/Clientes', footer: 'IMCs/Clientes' },
    isRendered: true,
    listing: {
      description:
        'Estadísticas del día del mercado del dólar en Colombia: precios, montos y operaciones por sector y plazo.',
      showsMarket: true,
    },
  },
  trm: {
    path: '/trm/',
    area: 'public',
    guard: 'anyone',
    title: 'TRM',
    menus: { footer: 'TRM' },
    isRendered: true,
    listing: {
      description: 'La TRM vigente, la próxima y su historia: gráfica, tabla, descarga en CSV y consulta por fecha.',
      showsMarket: true,
    },
  },
  converter: {
    path: '/convertidor/',
    area: 'public',
    guard: 'anyone',
    title: 'Convertidor',
    menus: { footer: 'Convertidor' },
    isRendered: true,
    listing: {
      description:
        'Convierta dólares y pesos colombianos a la TRM, al último precio, al promedio o a su tasa, de hoy o de cualquier fecha.',
      showsMarket: true,
    },
  },
  days: {
    path: '/dias/',
    area: 'public',
    guard: 'anyone',
    title: 'El dólar día a día',
    menus: { footer: 'Día a día' },
    isRendered: true,
    listing: {
      description: 'El dólar de cada día: apertura, mínimo, máximo, cierre, TRM y monto por mes, con descarga en CSV.',
      showsMarket: true,
    },
  },
  month: {
    path: '/dias/:month/',
    accepts: { month: (text) => parseMonth(text) !== null },
    area: 'public',
    guard: 'anyone',
    title: null,
    isRendered: true,
  },
  day: {
    path: '/dia/:date/',
    accepts: { date: (text) => parseAddressDate(text) !== null },
    area: 'public',
    guard: 'anyone',
    title: null,
    isRendered: true,
  },
  exchange: { path: '/divisas/', area: 'public', guard: 'anyone', title: 'Divisas', isRendered: true },
  contact: { path: '/contacto/', area: 'public', guard: 'anyone', title: 'Contacto', isRendered: true },
  privacy: {
    path: '/legal/privacidad/',
    area: 'public',
    guard: 'anyone',
    title: 'Política de privacidad',
    isRendered: true,
  },
  dataTreatment: {
    path: '/legal/datos/',
    area: 'public',
    guard: 'anyone',
    title: 'Tratamiento de datos personales',
    isRendered: true,
  },
  termsOfUse: { path: '/legal/terminos/', area: 'public', guard: 'anyone', title: 'Términos de uso', isRendered: true },
  widget: {
    path: '/widget/',
    area: 'public',
    guard: 'anyone',
    title: 'El dólar en su página',
    menus: { footer: 'Widget' },
    isRendered: true,
    listing: {
      description: 'Muestre en su sitio el precio del dólar spot o next day: vista previa y líneas para copiar.',
      showsMarket: true,
    },
  },
  login: {
    path: '/auth/login/',
    area: 'auth',
    guard: 'visitor',
    title: 'Inicie sesión',
    isRendered: true,
    listing: {
      description: 'Ingrese para ver el dólar en tiempo real: spot y next day con cada operación.',
      showsMarket: false,
    },
  },
  registration: {
    path: '/auth/registro/',
    area: 'auth',
    guard: 'anyone',
    title: 'Solicite su demo o su cuenta',
    menus: { footer: 'Registro' },
    isRendered: true,
    listing: { description: 'Solicite una cuenta o una demostración del dólar en tiempo real.', showsMarket: false },
  },
  forgottenPassword: {
    path: '/auth/recuperar-contrasena/',
    area: 'auth',
    guard: 'anyone',
    title: 'Recupere su contraseña',
    isRendered: true,
  },
  resetPassword: { path: '/auth/reset-contrasena/', area: 'auth', guard: 'anyone', title: null, isOpenedByLink: true },
  invitation: { path: '/auth/invitacion/', area: 'auth', guard: 'anyone', title: null, isOpenedByLink: true },
  expiredPassword: {
    path: '/auth/change-contrasena/',
    area: 'auth',
    guard: 'expired',
    title: 'Tu contraseña ha expirado',
  },
  dashboard: { path: '/dashboard/', area: 'dashboard', guard: 'client', title: 'Tablero', isWide: true },
  spot: {
    path: '/dashboard/spot/',
    area: 'dashboard',
    guard: 'client',
    title: 'Dólar Spot',
    menus: { market: 'Spot USD/COP' },
    isWide: true,
  },
  nextDay: {
    path: '/dashboard/nextday/',
    area: 'dashboard',
    guard: 'client',
    title: 'Next day',
    menus: { market: 'Next day USD/COP' },
    isWide: true,
  },
  spotWindow: {
    path: '/dashboard/spot/ventana/',
    area: 'dashboard',
    guard: 'client',
    title: 'Dólar Spot',
    isWide: true,
    isWindow: true,
  },
  nextDayWindow: {
    path: '/dashboard/nextday/ventana/',
    area: 'dashboard',
    guard: 'client',
    title: 'Next day',
    isWide: true,
    isWindow: true,
  },
  dashboardStatistics: {
    path: '/dashboard/estadisticas/',
    area: 'dashboard',
    guard: 'client',
    title: 'Estadísticas IMCs/Clientes',
    menus: { market: 'Estadísticas' },
  },
  alerts: {
    path: '/dashboard/alertas/',
    area: 'dashboard',
    guard: 'client',
    title: 'Alertas',
    menus: { market: 'Alertas' },
  },
  payments: {
    path: '/dashboard/pagos/',
    area: 'dashboard',
    guard: 'client',
    title: 'Mis pagos',
    menus: { account: 'Mis pagos' },
  },
  payment: { path: '/dashboard/pagos/:reference', area: 'dashboard', guard: 'client', title: null },
  secondFactor: {
    path: '/dashboard/seguridad/',
    area: 'dashboard',
    guard: 'client',
    title: 'Verificación en dos pasos',
    menus: { account: 'Verificación en dos pasos' },
  },
  apiKeys: {
    path: '/dashboard/llaves/',
    area: 'dashboard',
    guard: 'client',
    title: 'Claves de la API',
    menus: { account: 'Claves de la API' },
  },
  imcLogin: { path: '/imc/login', area: 'imc', guard: 'anyone', title: 'Área de entidades' },
  imcPassword: {
    path: '/imc/ChangePassword/:userId',
    area: 'imc',
    guard: 'anyone',
    title: 'Debe definir una contraseña nueva',
  },
  imcFactorSetup: {
    path: '/imc/ActivarVerificacion',
    area: 'imc',
    guard: 'anyone',
    title: 'Active la verificación en dos pasos',
  },
  imcSecondFactor: { path: '/imc/Seguridad', area: 'imc', guard: 'entity', title: 'Verificación en dos pasos' },
  imcUsers: {
    path: '/imc/MisUsuarios',
    area: 'imc',
    guard: 'entity',
    title: 'Mis usuarios',
    menus: { entity: 'Mis usuarios' },
  },
  imcPackages: {
    path: '/imc/MisProductos',
    area: 'imc',
    guard: 'entity',
    title: 'Mis productos',
    menus: { entity: 'Mis productos' },
  },
  // The screens (pantallas) of a subscription (D57).
  imcScreens: { path: '/imc/MisProductos/Detalles/SubDetalles/:userId', area: 'imc', guard: 'entity', title: null },
  imcPackage: { path: '/imc/MisProductos/Detalles/:packageId', area: 'imc', guard: 'entity', title: null },
  imcRequests: {
    path: '/imc/MisSolicitudes',
    area: 'imc',
    guard: 'entity',
    title: 'Mis solicitudes',
    menus: { entity: 'Mis solicitudes' },
  },
  imcCosts: {
    path: '/imc/Costos',
    area: 'imc',
    guard: 'entity',
    title: 'Costos y uso',
    menus: { entity: 'Costos y uso' },
  },
  imcGovernance: {
    path: '/imc/Controles',
    area: 'imc',
    guard: 'entity',
    title: 'Controles',
    menus: { entity: 'Controles' },
  },
  imcReview: {
    path: '/imc/Revision',
    area: 'imc',
    guard: 'entity',
    title: 'Revisión anual',
  },
  imcAccess: {
    path: '/imc/Accesos',
    area: 'imc',
    guard: 'entity',
    title: 'Accesos',
    menus: { administration: 'Accesos' },
  },
  imcSessions: {
    path: '/imc/Sesiones',
    area: 'imc',
    guard: 'entity',
    title: 'Sesiones',
    menus: { administration: 'Sesiones' },
  },
  imcAudit: {
    path: '/imc/Auditoria',
    area: 'imc',
    guard: 'entity',
    title: 'Auditoría',
    menus: { administration: 'Auditoría' },
  },
} as const satisfies Readonly<Record<string, Screen>>

export type ScreenName = keyof typeof SCREENS

/** The screens whose content the server renders. */
export type RenderedScreen = {
  [Name in ScreenName]: (typeof SCREENS)[Name] extends { readonly isRendered: true } ? Name : never
}[ScreenName]

const isScreenName = (name: string): name is ScreenName => Object.hasOwn(SCREENS, name)

/** The names of all screens, in the order of the table. */
export const SCREEN_NAMES: readonly ScreenName[] = Object.keys(SCREENS).filter(isScreenName)

/** Returns the row of a screen with its optional fields. */
export const toScreen = (name: ScreenName): Screen => SCREENS[name]

/** A link of a menu. */
export interface MenuLink {
  readonly screen: ScreenName
  readonly path: string
  readonly label: string
}

/** The links of a menu, in the order of the table. */
export const listMenuLinks = (menu: MenuName): readonly MenuLink[] =>
  SCREEN_NAMES.flatMap((screen) => {
    const { path, menus } = toScreen(screen)
    const label = menus?.[menu]
    return label === undefined ? [] : [{ screen, path, label }]
  })

/** A page that search engines list. */
export interface PublicPage extends Listing {
  readonly screen: ScreenName
  readonly path: string
  readonly title: string
}

export const PUBLIC_PAGES: readonly PublicPage[] = SCREEN_NAMES.flatMap((screen) => {
  const { path, title, listing } = toScreen(screen)
  return listing && title !== null ? [{ screen, path, title, ...listing }] : []
})
