import { findPackage, type MemoryRequest, type MemoryScreen, type MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import { addRequest } from '#src/adapters/memory/imc/requests.ts'
import { createScreenRequests } from '#src/adapters/memory/imc/screens.ts'
import {
  asAdministrator,
  changeOnce,
  conflict,
  getEntity,
  type MemoryImcDeps,
  type MemoryMailDeps,
} from '#src/adapters/memory/imc/session.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { RequestsGateway } from '#src/application/imc/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type Correction, correctionViolation, toCorrectedUser } from '#src/domain/imc/corrections.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'
import { type ScreenKey, toScreenKey } from '#src/domain/imc/screens/screen.ts'
import type { Result } from '#src/domain/result.ts'

const NOT_REJECTED = 'Solo se corrige una solicitud rechazada.'
const PRICE_CHANGED = 'El precio del paquete cambió. El total ya muestra el valor vigente; revise y envíe de nuevo.'
const NOT_HOLDER = 'El usuario ya no tiene la pantalla de origen. Revise y envíe de nuevo.'

type MemoryCorrectionDeps = MemoryImcDeps & MemoryMailDeps

type Reply = Result<SentRequest, CallFailure>

/** Sends a rejected request again with its kept documents (D90). */
export function createMemoryCorrections(deps: MemoryCorrectionDeps): RequestsGateway['correct'] {
  const imc = () => getEntity(deps)
  const screens = createScreenRequests(deps)
  const findScreen = (key: ScreenKey | null) => (key === null ? null : imc().findScreen(key))

  function orderAgain(
    { packageId }: MemoryRequest,
    { quantity, price }: Correction,
    caller: MemoryUser,
    extra: Partial<MemoryRequest>,
  ): Reply {
    const offer = findPackage(packageId)
    if (!offer?.isOffered) return rejectWith(404)
    if (offer.price !== price) return conflict(PRICE_CHANGED)
    const order = { ...extra, kind: 'purchase', packageId, quantity, price } as const
    const value = addRequest({ ...deps, imc: imc() }, caller, order)
    imc().addAuditLine(caller.name, 'package-ordered', value.id)
    return { ok: true, value }
  }

  const releaseAgain = (
    target: MemoryScreen,
    userId: string,
    caller: MemoryUser,
    extra: Partial<MemoryRequest>,
  ): Reply => (target.userId === userId ? screens.release(toScreenKey(target), caller, extra) : conflict(NOT_HOLDER))

  /** Sends the request for a screen again; the screens have their present profiles. */
  function sendScreenRequest(
    original: MemoryRequest,
    correction: Correction,
    caller: MemoryUser,
    extra: Partial<MemoryRequest>,
  ): Reply {
    const { kind, profileId } = original
    const { observations } = correction
    const userId = toCorrectedUser(original, correction)
    const target = findScreen(original.target)
    const source = findScreen(original.source)
    if (!target || userId === null) return rejectWith(404)
    const screen = toScreenKey(target)
    if (kind === 'link') {
      return screens.link({ screen, profileId: profileId ?? screen.profileId, userId, observations }, caller, extra)
    }
    if (kind === 'release') return releaseAgain(target, userId, caller, extra)
    return screens.change(
      { target: screen, source: toScreenKey(source ?? target), userId, observations },
      caller,
      extra,
    )
  }

  function sendAgain(original: MemoryRequest, correction: Correction, caller: MemoryUser): Reply {
    const documents = original.documents.filter(({ id, uploaded }) => uploaded && correction.keptIds.includes(id))
    const extra = { correctsId: original.id, documents }
    const receipt =
      original.kind === 'purchase'
        ? orderAgain(original, correction, caller, extra)
        : sendScreenRequest(original, correction, caller, extra)
    if (receipt.ok) imc().addAuditLine(caller.name, 'request-corrected', receipt.value.id)
    return receipt
  }

  /** Why a request cannot be corrected; null if it can. */
  function findRefusal(original: MemoryRequest, correction: Correction): Reply | null {
    const earlier = imc()
      .entity()
      .requests.find(({ correctsId }) => correctsId === original.id)
    if (original.status !== 'refused') return conflict(NOT_REJECTED)
    if (earlier) {
      const person = imc().findUser(earlier.administratorId)?.name ?? ''
      return conflict(`${person} ya corrigió esta solicitud. La nueva es ${earlier.reference}.`)
    }
    return correctionViolation(original, correction) === null ? null : rejectWith(400)
  }

  function correct(id: string, correction: Correction, caller: MemoryUser): Reply {
    const original = imc().findRequest(id)
    if (original === null) return rejectWith(404)
    return findRefusal(original, correction) ?? sendAgain(original, correction, caller)
  }

  return (id, correction, key, signal) =>
    deps.network.replyWith(signal, () =>
      asAdministrator(deps, (caller) =>
        changeOnce(deps.imc, key, { id, ...correction }, () => correct(id, correction, caller)),
      ),
    )
}
