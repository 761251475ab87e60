import { HOUR_MS, type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** What a mailed link is for: a new password (D15), or the first one of a new account (D79). */
export const LINK_KINDS = ['recovery', 'invitation'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** How long a link can be used. */
export const LINK_LIFETIMES_MS: Readonly<Record<LinkKind, number>> = {
  recovery: 30 * MINUTE_MS,
  invitation: 72 * HOUR_MS,
}

/** Links of this kind that were created before this instant can no longer be used at `now`. */
export const oldestUsableLink = (now: Instant, kind: LinkKind): Instant => now - LINK_LIFETIMES_MS[kind]
