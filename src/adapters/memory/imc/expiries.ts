import type { MemoryEntity, MemoryScreen, MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryEntityService } from '#src/adapters/memory/imc/entity-service.ts'
import { conflict } from '#src/adapters/memory/imc/session.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type ExpiringScreen, type ExpiryChange, expiryViolation } from '#src/domain/imc/screens/screen-expiry.ts'
import { canMove } from '#src/domain/imc/screens/screen-lifecycle.ts'
import { ok, type Result } from '#src/domain/result.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

const EXPIRY_OFF = 'Su entidad no usa fechas de vencimiento. Un administrador las enciende en Controles.'
const NOT_HOLDER = 'La pantalla cambió mientras usted elegía la fecha.'

/** The last day of the user of a screen; null without one, and where the rule is off (D108). */
export const findEndsOn = ({ governance }: MemoryEntity, screen: MemoryScreen): BogotaDate | null =>
  governance.screenExpiry && screen.expiry?.userId === screen.userId ? (screen.expiry?.endsOn ?? null) : null

/** Lists the last days of the entity, the first one first. */
export const listExpiries = (imc: MemoryEntityService): readonly ExpiringScreen[] =>
  imc
    .screens()
    .flatMap((screen) => {
      const endsOn = findEndsOn(imc.entity(), screen)
      const user = imc.findUser(screen.userId ?? '')
      const { packageId, number, screen: name } = screen
      return endsOn && user ? [{ packageId, number, screen: name, userId: user.id, fullName: user.name, endsOn }] : []
    })
    .toSorted((one, other) => (one.endsOn < other.endsOn ? -1 : Number(one.endsOn > other.endsOn)))

/** Sets, moves or removes the last day of an assigned screen. */
export function changeExpiry(
  imc: MemoryEntityService,
  caller: MemoryUser,
  { number, screen: name, userId, endsOn }: ExpiryChange,
  today: BogotaDate,
): Result<void, CallFailure> {
  if (!imc.entity().governance.screenExpiry) return conflict(EXPIRY_OFF)
  const screen = imc.findScreen({ number, screen: name })
  if (screen === null) return rejectWith(404)
  if (!canMove(screen.status, 'releasing') || screen.userId !== userId) return conflict(NOT_HOLDER)
  const before = findEndsOn(imc.entity(), screen)
  if (before === endsOn) return ok(undefined)
  if (endsOn !== null && expiryViolation(endsOn, today) !== null) return rejectWith(400)
  const expiry = endsOn === null ? null : { userId, endsOn, setOn: today, setById: caller.id, reminded: null }
  imc.changeScreen(screen, { expiry })
  imc.addAuditLine(caller.name, 'screen-expiry-changed', userId, {
    before: { Vence: before ?? '' },
    after: { Pantalla: name, Suscripción: number, Vence: endsOn ?? 'No' },
  })
  return ok(undefined)
}
