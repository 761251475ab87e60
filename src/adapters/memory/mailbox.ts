import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type Readable, type State } from '#src/application/platform/readable.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A mail that the simulated service sent. */
export interface MemoryMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Path and query of the page that the mail links to; null without a link. */
  readonly link: string | null
  /** The alert that the mail can stop without a session (D125). */
  readonly alertId?: string | undefined
  /** When it was sent, on the real clock. */
  readonly at: Instant
}

/** The mails of all recipients, the newest first. */
export interface MemoryMailbox extends Readable<readonly MemoryMail[]> {
  send(mail: Omit<MemoryMail, 'at'>): void
}

export const createMemoryMailbox = (
  { now }: Clock,
  state: State<readonly MemoryMail[]> = createState<readonly MemoryMail[]>([]),
): MemoryMailbox => ({
  getSnapshot: state.getSnapshot,
  subscribe: state.subscribe,
  send: (mail) => state.set([{ ...mail, at: now() }, ...state.getSnapshot()]),
})
