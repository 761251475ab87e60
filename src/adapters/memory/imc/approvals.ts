import type { MemoryEntity, MemoryRequest } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryImc } from '#src/adapters/memory/imc/service.ts'
import type { Clock, Timers } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { DAY_MS, type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Time from the last document of a request to its automatic approval, as in the server's demo. */
const APPROVAL_DELAY_MS = 30 * SECOND_MS

interface ApprovalDeps {
  readonly imc: Pick<MemoryImc, 'settle'>
  readonly entities: readonly Readable<MemoryEntity>[]
  readonly clock: Clock
  readonly timers: Timers
}

/** The time at which a request is approved; null if it waits for documents or for the operator. */
function findDueTime({ status, steps }: MemoryRequest, now: Instant): Instant | null {
  const startedAt = steps.find((step) => step.status === 'in-progress')?.at
  if (status !== 'in-progress' || startedAt === undefined) return null
  const dueAt = startedAt + APPROVAL_DELAY_MS
  // A request that was due more than a day before waits for the operator (D31).
  return dueAt < now - DAY_MS || startedAt > now ? null : dueAt
}

/** Approves each request some time after its last document, as the server of the demo does (D31). */
export function startApprovals({ imc, entities, clock, timers }: ApprovalDeps): void {
  let timer: unknown = null

  const listDue = () =>
    entities
      .flatMap((entity) => entity.getSnapshot().requests)
      .flatMap((request) => {
        const dueAt = findDueTime(request, clock.now())
        return dueAt === null ? [] : [{ id: request.id, dueAt }]
      })

  function schedule() {
    timers.clearTimeout(timer)
    const due = listDue()
    if (due.length === 0) return
    const wait = Math.min(...due.map(({ dueAt }) => dueAt)) - clock.now()
    timer = timers.setTimeout(approveDue, Math.max(0, wait))
  }

  function approveDue() {
    for (const { id, dueAt } of listDue()) if (dueAt <= clock.now()) imc.settle(id, 'approved')
    schedule()
  }

  for (const entity of entities) entity.subscribe(schedule)
  schedule()
}
