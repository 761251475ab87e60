import { toInstant } from '#src/domain/time/bogota.ts'

/** The market time of a new demo: a Friday on which both markets are open. */
export const DEMO_START = toInstant('2026-11-20', '10:40')
