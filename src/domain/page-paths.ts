/** The documented path of every page that the portal links to (§2.1). */
export const PATHS = {
  home: '/',
  login: '/auth/login/',
  registration: '/auth/registro/',
  forgottenPassword: '/auth/recuperar-contrasena/',
  expiredPassword: '/auth/change-contrasena/',
  dashboard: '/dashboard/',
  spot: '/dashboard/spot/',
  nextDay: '/dashboard/nextday/',
  dashboardStatistics: '/dashboard/estadisticas/',
  payments: '/dashboard/pagos/',
  pricing: '/precios/',
  statistics: '/estadisticas/',
  trm: '/trm/',
  imcLogin: '/imc/login',
  imcUsers: '/imc/MisUsuarios',
  imcProducts: '/imc/MisProductos',
  imcRequests: '/imc/MisSolicitudes',
  imcCosts: '/imc/Costos',
  imcAudit: '/imc/Auditoria',
} as const

/** The pages that mailed links with a token open (§2.1). */
export const RESET_PASSWORD_PAGE = '/auth/reset-contrasena/'
export const INVITATION_PAGE = '/auth/invitacion/'
