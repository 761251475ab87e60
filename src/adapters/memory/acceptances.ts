import type { MemoryAccounts } from '#src/adapters/memory/accounts.ts'
import { type DueTask, findDueTime, startDueTasks } from '#src/adapters/memory/due-tasks.ts'
import type { MemoryRegistrations } from '#src/adapters/memory/registrations.ts'
import type { Clock, Timers } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'

interface AcceptanceDeps {
  readonly registrations: Pick<MemoryRegistrations, 'accept'>
  readonly records: Readable<readonly RegistrationRecord[]>
  readonly accounts: Pick<MemoryAccounts, 'findByEmail'>
  readonly clock: Clock
  readonly timers: Timers
}

/**
 * Accepts each registration some time after it was sent, in the place of an operator: without this
 * no registration of the demo would become an account (D79).
 */
export function startAcceptances({ registrations, records, accounts, clock, timers }: AcceptanceDeps): void {
  function toTasks({ email, sentAt }: RegistrationRecord): readonly DueTask[] {
    const startedAt = Date.parse(sentAt)
    if (Number.isNaN(startedAt) || accounts.findByEmail(email) !== null) return []
    const dueAt = findDueTime(startedAt, clock.now())
    return dueAt === null ? [] : [{ dueAt, run: () => registrations.accept(email) }]
  }

  const listTasks = () => records.getSnapshot().flatMap(toTasks)
  startDueTasks({ listTasks, sources: [records], clock, timers })
}
