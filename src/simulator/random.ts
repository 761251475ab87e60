/** A stream of pseudo-random numbers; the same key always gives the same stream. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Standard normal. */
  normal(): number
  /** Uniform in [low, high). */
  between(low: number, high: number): number
  /** Whole number from low to high, both included. */
  integer(low: number, high: number): number
  chance(probability: number): boolean
}

/** Normal draws are limited to this many deviations, so that every simulated path is bounded. */
export const MAX_DEVIATIONS = 3

const UINT32 = 4_294_967_296

const limitDeviation = (value: number) => Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, value))

/** Box–Muller transform; `1 − u` is never 0, so that the logarithm is finite. */
const toNormal = (u: number, v: number) => Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v)

/** The finalizer of MurmurHash3. */
function scramble(hash: number): number {
  let h = hash
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** FNV-1a over the parts as text, scrambled: 32 bits. */
export function hashParts(...parts: readonly (string | number)[]): number {
  const text = parts.join('|')
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return scramble(hash)
}

/** Returns the standard normal draw of a key and two whole numbers, limited to MAX_DEVIATIONS. */
export function drawNoise(key: number, a: number, b: number): number {
  const first = scramble(Math.imul(scramble(key ^ Math.imul(a, 0x9e3779b1)) ^ b, 0x27d4eb2f))
  return limitDeviation(toNormal(first / UINT32, scramble(first ^ 0x165667b1) / UINT32))
}

/** Small fast counter generator sfc32 (PractRand), seeded by a hash of the key. */
export function createRandom(...key: readonly (string | number)[]): Random {
  let a = hashParts(...key, 'a') | 0
  let b = hashParts(...key, 'b') | 0
  let c = hashParts(...key, 'c') | 0
  let counter = 1

  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / UINT32
  }
  for (let i = 0; i < 12; i++) next()

  return {
    next,
    normal: () => limitDeviation(toNormal(next(), next())),
    between: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor((high - low + 1) * next()),
    chance: (probability) => next() < probability,
  }
}
