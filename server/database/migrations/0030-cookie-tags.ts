import type { Kysely } from 'kysely'

interface Sessions {
  identity_sessions: {
    open_for: string | null
    started_at: number
    ended_at: number | null
    end_reason: string | null
  }
  imc_sessions: { started_at: number; ended_at: number | null; end_reason: string | null }
}

/** Ends the sessions whose cookies have no tag: the server no longer accepts such cookies. */
export async function up(db: Kysely<Sessions>): Promise<void> {
  await db
    .updateTable('identity_sessions')
    .set(({ ref }) => ({ open_for: null, ended_at: ref('started_at'), end_reason: 'replaced' }))
    .where('open_for', 'is not', null)
    .execute()
  await db
    .updateTable('imc_sessions')
    .set(({ ref }) => ({ ended_at: ref('started_at'), end_reason: 'replaced' }))
    .where('ended_at', 'is', null)
    .execute()
}

export async function down(): Promise<void> {}
