/** The pages of the route table (§2.1). Case and the trailing slash are ignored (D42). */
const PAGES: readonly RegExp[] = [
  /^$/,
  /^\/auth\/(login|registro|recuperar-contrasena|reset-contrasena|invitacion|change-contrasena)$/,
  /^\/dashboard(\/.*)?$/,
  /^\/precios(\/respuesta)?$/,
  /^\/estadisticas$/,
  /^\/trm$/,
  /^\/imc\/login$/,
  /^\/imc\/changepassword\/[^/]+$/,
  /^\/imc\/(misusuarios|misproductos|missolicitudes|costos|auditoria)$/,
  /^\/imc\/misproductos\/detalles\/(subdetalles\/)?[^/]+$/,
]

/** Whether the path is a page of the portal. */
export function isPage(path: string): boolean {
  const normalized = path.toLowerCase().replace(/\/+$/, '')
  return PAGES.some((page) => page.test(normalized))
}

/**
 * Whether an unknown path gets the portal, which redirects it to the home (D42). A path with a dot
 * in its last segment is a file.
 */
export const canBePage = (path: string): boolean => !/\.[^/]*$/.test(path)
