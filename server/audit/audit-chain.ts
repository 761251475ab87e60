import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

const text = z.nullable(z.string())

/** A line of the audit in the order of the chain, without its network address (D121). */
export const sealedLine = z.object({
  /** 1 for the first line of the chain. */
  position: z.number(),
  id: z.string(),
  at: z.number(),
  realm: z.string(),
  subjectId: text,
  subjectName: text,
  entityId: text,
  action: z.string(),
  target: text,
  before: text,
  after: text,
  requestId: text,
  /** SHA-256 of the previous hash and of this line. */
  hash: z.string(),
})
export type SealedLine = z.infer<typeof sealedLine>

/** The hash before the first line. */
export const GENESIS = '0'.repeat(64)

/** Returns the hash of a line after the previous hash. Addresses are not part: they are removed later. */
export function hashLine(previous: string, line: Omit<SealedLine, 'hash'>): string {
  const fields = [
    ...[line.position, line.id, line.at, line.realm, line.subjectId, line.subjectName, line.entityId],
    ...[line.action, line.target, line.before, line.after, line.requestId],
  ]
  return createHash('sha256')
    .update(`${previous}\n${JSON.stringify(fields)}`)
    .digest('hex')
}

/** A position of the chain with its hash. Who has stored it elsewhere can prove all lines up to it. */
export interface ChainHead {
  readonly position: number
  readonly hash: string
}

/** Why a chain is broken: at this position a line was changed, is missing, or is not the known one. */
export interface BrokenChain {
  readonly kind: 'changed' | 'missing' | 'other-head'
  readonly position: number
}

/** Verifies lines in the order of their positions. */
export interface ChainVerifier {
  /** Returns the first break; null while the chain is sound. */
  add(line: SealedLine): BrokenChain | null
  /** Returns the head, or the break: with a known head, also a chain that ends before it. */
  end(): { readonly head: ChainHead } | { readonly broken: BrokenChain }
}

/** Creates a verifier; `known` is a head that was stored elsewhere. */
export function createChainVerifier(known: ChainHead | null = null): ChainVerifier {
  let head: ChainHead = { position: 0, hash: GENESIS }
  let broken: BrokenChain | null = null

  function check(line: SealedLine): BrokenChain | null {
    const position = head.position + 1
    if (line.position !== position) return { kind: 'missing', position }
    if (hashLine(head.hash, line) !== line.hash) return { kind: 'changed', position }
    if (known?.position === position && known.hash !== line.hash) return { kind: 'other-head', position }
    return null
  }

  return {
    add(line) {
      if (broken !== null) return broken
      broken = check(line)
      if (broken === null) head = { position: line.position, hash: line.hash }
      return broken
    },
    end() {
      if (broken !== null) return { broken }
      if (known !== null && known.position > head.position)
        return { broken: { kind: 'missing', position: head.position + 1 } }
      return { head }
    },
  }
}
