export type Encoding = 'br' | 'gzip'

const PREFERENCE: readonly Encoding[] = ['br', 'gzip']

function parseWeights(header: string): ReadonlyMap<string, number> {
  const parts = header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
  })
  return new Map(parts)
}

function findEncoding(header: string): Encoding | null {
  const weights = parseWeights(header)
  const findWeight = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0
  return PREFERENCE.find((encoding) => findWeight(encoding) > 0) ?? null
}

/** Maximum number of cached headers: browsers send only a few different values. */
const MAX_CACHED_HEADERS = 100

const cachedEncodings = new Map<string, Encoding | null>()

/** Returns the best encoding that `Accept-Encoding` allows; null for an uncompressed body. */
export function chooseEncoding(header = ''): Encoding | null {
  const cached = cachedEncodings.get(header)
  if (cached !== undefined) return cached
  const encoding = findEncoding(header)
  if (cachedEncodings.size < MAX_CACHED_HEADERS) cachedEncodings.set(header, encoding)
  return encoding
}

/** Whether the client has this version in its cache (`If-None-Match`). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((text) => text.trim() === '*' || text.trim().replace(/^W\//, '') === etag) ?? false
