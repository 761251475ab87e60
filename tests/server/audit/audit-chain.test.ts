import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChainVerifier, GENESIS, hashLine, type SealedLine } from '#server/audit/audit-chain.ts'

const anyText = fc.option(fc.string(), { nil: null })
const anyFields = fc.record({
  ...{ id: fc.string(), at: fc.nat(), realm: fc.constantFrom('client', 'imc', 'operator', 'system') },
  ...{ subjectId: anyText, subjectName: anyText, entityId: anyText, action: fc.string(), target: anyText },
  ...{ before: anyText, after: anyText, requestId: anyText },
})

/** Creates a sound chain of lines. */
function createChain(fields: readonly Omit<SealedLine, 'position' | 'hash'>[]): readonly SealedLine[] {
  let hash = GENESIS
  return fields.map((line, index) => {
    const positioned = { ...line, position: index + 1 }
    hash = hashLine(hash, positioned)
    return { ...positioned, hash }
  })
}

const anyChain = fc.array(anyFields, { minLength: 2, maxLength: 12 }).map(createChain)

function verify(lines: readonly SealedLine[], known: Parameters<typeof createChainVerifier>[0] = null) {
  const verifier = createChainVerifier(known)
  for (const line of lines) verifier.add(line)
  return verifier.end()
}

test('a sound chain has its last line as head (D121)', () => {
  fc.assert(
    fc.property(anyChain, (chain) => {
      const last = chain.at(-1)
      expect(verify(chain)).toEqual({ head: { position: chain.length, hash: last?.hash } })
    }),
  )
  expect(verify([])).toEqual({ head: { position: 0, hash: GENESIS } })
})

/** Tampers with a chain at an index that is not its end. */
const TAMPERINGS: Readonly<Record<string, (chain: SealedLine[], index: number) => void>> = {
  'a removed line': (chain, index) => void chain.splice(index, 1),
  'a repeated line': (chain, index) => void chain.splice(index, 0, chain[index] as SealedLine),
  'two swapped lines': (chain, index) => {
    const [line, next] = [chain[index] as SealedLine, chain[index + 1] as SealedLine]
    chain.splice(index, 2, next, line)
  },
  'a changed text': (chain, index) => {
    const line = chain[index] as SealedLine
    chain[index] = { ...line, after: `${line.after ?? ''}x` }
  },
  'a changed line with its own new hash': (chain, index) => {
    const line = { ...(chain[index] as SealedLine), action: 'forged' }
    chain[index] = { ...line, hash: hashLine(chain[index - 1]?.hash ?? GENESIS, line) }
  },
}

test.each(Object.entries(TAMPERINGS))('%s breaks the chain there or at the next line (D121)', (_, tamper) => {
  fc.assert(
    fc.property(anyChain, fc.nat(), (chain, number) => {
      const index = number % (chain.length - 1)
      const tampered = [...chain]
      tamper(tampered, index)
      fc.pre(JSON.stringify(tampered) !== JSON.stringify(chain))
      const result = verify(tampered)
      expect('broken' in result && [index + 1, index + 2].includes(result.broken.position)).toBe(true)
    }),
  )
})

test('a chain that was written anew, or cut, is found with a head that was stored elsewhere (D121)', () => {
  fc.assert(
    fc.property(anyChain, (chain) => {
      const known = { position: chain.length, hash: chain.at(-1)?.hash ?? '' }
      expect(verify(chain, known)).toHaveProperty('head')
      const rewritten = createChain(chain.map((line) => ({ ...line, action: `${line.action}!` })))
      expect(verify(rewritten, known)).toEqual({ broken: { kind: 'other-head', position: chain.length } })
      expect(verify(chain.slice(0, -1), known)).toEqual({ broken: { kind: 'missing', position: chain.length } })
    }),
  )
})
