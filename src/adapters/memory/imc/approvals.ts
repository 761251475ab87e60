import { type DueTask, findDueTime, startDueTasks } from '#src/adapters/memory/due-tasks.ts'
import type { MemoryEntity, MemoryRequest } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryImc } from '#src/adapters/memory/imc/service.ts'
import type { Clock, Timers } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'

interface ApprovalDeps {
  readonly imc: Pick<MemoryImc, 'settle'>
  readonly entities: readonly Readable<MemoryEntity>[]
  readonly clock: Clock
  readonly timers: Timers
}

/**
 * Approves each request some time after its last document, as the server of the demo does. A request
 * that was due more than a day before waits for the operator (D31).
 */
export function startApprovals({ imc, entities, clock, timers }: ApprovalDeps): void {
  function toTasks({ id, status, steps }: MemoryRequest): readonly DueTask[] {
    const startedAt = steps.find((step) => step.status === 'in-progress')?.at
    if (status !== 'in-progress' || startedAt === undefined) return []
    const dueAt = findDueTime(startedAt, clock.now())
    return dueAt === null ? [] : [{ dueAt, run: () => imc.settle(id, 'approved') }]
  }

  const listTasks = () => entities.flatMap((entity) => entity.getSnapshot().requests).flatMap(toTasks)
  startDueTasks({ listTasks, sources: entities, clock, timers })
}
