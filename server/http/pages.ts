/** Every page of the route table (§2.1); matched without regard to case or a last slash (D42). */
const PAGES: readonly RegExp[] = [
  /^$/,
  /^\/auth\/(login|registro|recuperar-contrasena|reset-contrasena|change-contrasena)$/,
  /^\/dashboard(\/.*)?$/,
  /^\/precios$/,
  /^\/estadisticas$/,
  /^\/imc\/login$/,
  /^\/imc\/changepassword\/[^/]+$/,
  /^\/imc\/(misusuarios|misproductos|missolicitudes)$/,
  /^\/imc\/misproductos\/detalles\/(subdetalles\/)?[^/]+$/,
]

/** Whether the address is a page of the portal. */
export function isPage(path: string): boolean {
  const bare = path.toLowerCase().replace(/\/+$/, '')
  return PAGES.some((page) => page.test(bare))
}

/** Whether the address may be one that somebody typed: the portal leads it to its home (D42). A dot means a file. */
export const mayBePage = (path: string): boolean => !/\.[^/]*$/.test(path)
