export type Encoding = 'br' | 'gzip'

const PREFERENCE: readonly Encoding[] = ['br', 'gzip']

function weightsOf(header: string): ReadonlyMap<string, number> {
  const parts = header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
  })
  return new Map(parts)
}

/** The encoding to answer in, of those that the caller takes (`Accept-Encoding`); null is as it is. */
export function encodingFor(header: string | undefined): Encoding | null {
  const weights = weightsOf(header ?? '')
  const weight = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0
  return PREFERENCE.find((encoding) => weight(encoding) > 0) ?? null
}

/** Whether the caller has this version already (`If-None-Match`). */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((text) => text.trim() === '*' || text.trim().replace(/^W\//, '') === etag)
