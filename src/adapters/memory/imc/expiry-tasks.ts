import { type DueTask, startDueTasks } from '#src/adapters/memory/due-tasks.ts'
import type { MemoryExpiry, MemoryScreen } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryEntityService } from '#src/adapters/memory/imc/entity-service.ts'
import { findEndsOn } from '#src/adapters/memory/imc/expiries.ts'
import { addRequest } from '#src/adapters/memory/imc/requests.ts'
import type { MemoryMailDeps } from '#src/adapters/memory/imc/session.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Timers } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import { toScreenKey } from '#src/domain/imc/screens/screen.ts'
import { findDueReminder, type ReminderDays } from '#src/domain/imc/screens/screen-expiry.ts'
import { formatShortDate } from '#src/domain/text.ts'
import { addDays, DAY_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** The person of what the service does by itself. */
const SYSTEM = 'Sistema'

type TaskDeps = MemoryMailDeps & { readonly entity: MemoryEntityService }

type ExpiringScreen = MemoryScreen & { readonly expiry: MemoryExpiry }

const isExpiring = (entity: MemoryEntityService, screen: MemoryScreen): screen is ExpiringScreen =>
  screen.status === 'assigned' && findEndsOn(entity.entity(), screen) !== null

/** Requests the release of a screen whose last day is over, without a confirmation. */
function release({ entity, ...deps }: TaskDeps, screen: ExpiringScreen) {
  const setter = entity.findUser(screen.expiry.setById)
  if (setter === null) return
  const { packageId, userId } = screen
  const details = { kind: 'release', packageId, userId, target: toScreenKey(screen) } as const
  const { id } = addRequest({ ...deps, imc: entity, governance: NO_GOVERNANCE }, { ...setter, name: SYSTEM }, details)
  entity.changeScreen(screen, { status: 'transit', requestId: id, expiry: null })
  entity.addAuditLine(SYSTEM, 'screen-released', id)
}

/** Sends a reminder to the administrators. */
function remind({ entity, mailbox }: TaskDeps, screen: ExpiringScreen, reminded: ReminderDays) {
  entity.changeScreen(screen, { expiry: { ...screen.expiry, reminded } })
  const holder = entity.findUser(screen.userId ?? '')?.name ?? ''
  const { endsOn } = screen.expiry
  for (const { role, active, email, name } of entity.entity().users) {
    if (role !== 'administrator' || !active || email === '') continue
    mailbox.send({
      to: email,
      subject: 'Una pantalla vence pronto',
      text: `Hola, ${name}: ${screen.screen} de la suscripción ${screen.number}, de ${holder}, vence el ${formatShortDate(endsOn)}. Al final de ese día pediremos desvincularla.`,
      link: SCREENS.imcPackages.path,
    })
  }
}

function toTasks(deps: TaskDeps, screen: MemoryScreen): readonly DueTask[] {
  if (!isExpiring(deps.entity, screen)) return []
  const now = deps.clock.now()
  const reminder = findDueReminder(screen.expiry, toDate(now))
  const endsAt = toInstant(addDays(screen.expiry.endsOn, 1), '00:00')
  return [
    ...(reminder === null ? [] : [{ dueAt: now, run: () => remind(deps, screen, reminder) }]),
    // A timer cannot wait for months; a page is loaded again before.
    ...(endsAt > now + DAY_MS ? [] : [{ dueAt: endsAt, run: () => release(deps, screen) }]),
  ]
}

interface ExpiryDeps extends MemoryMailDeps {
  readonly entities: readonly MemoryEntityService[]
  /** The stored entities. */
  readonly sources: readonly Readable<unknown>[]
  readonly timers: Timers
}

/** Sends reminders and releases the screens whose last day is over, as the server does (D108). */
export function startExpiries({ entities, sources, clock, timers, mailbox }: ExpiryDeps): void {
  const listTasks = () =>
    entities.flatMap((entity) => entity.screens().flatMap((screen) => toTasks({ entity, clock, mailbox }, screen)))
  startDueTasks({ listTasks, sources, clock, timers })
}
