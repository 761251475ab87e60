import { HOUR_MS, type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Kinds of mailed links: to reset a password (D15), or to set the first password (D79). */
export const LINK_KINDS = ['recovery', 'invitation'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** How long a link can be used. */
export const LINK_LIFETIMES_MS: Readonly<Record<LinkKind, number>> = {
  recovery: 30 * MINUTE_MS,
  invitation: 72 * HOUR_MS,
}

/** The earliest creation time of a link that can be used at `now`. */
export const earliestUsableCreation = (now: Instant, kind: LinkKind): Instant => now - LINK_LIFETIMES_MS[kind]
