/** Systems by a mark in the `User-Agent`; the first match counts: Android contains `Linux`. */
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
] as const

/** Browsers by a mark; the first match counts: Edge contains `Chrome`, Chrome contains `Safari`. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

export const UNKNOWN_DEVICE = 'Equipo desconocido'

type Marks = readonly (readonly [mark: string, name: string])[]

const findName = (marks: Marks, userAgent: string) => marks.find(([mark]) => userAgent.includes(mark))?.[1]

/** Names browser and system of a `User-Agent`: `Chrome en Windows` (D95). */
export function describeDevice(userAgent: string | undefined): string {
  if (userAgent === undefined) return UNKNOWN_DEVICE
  const browser = findName(BROWSERS, userAgent)
  const system = findName(SYSTEMS, userAgent)
  if (browser === undefined) return system ?? UNKNOWN_DEVICE
  return system === undefined ? browser : `${browser} en ${system}`
}
