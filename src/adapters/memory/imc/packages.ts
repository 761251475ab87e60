import type { MemoryRequest, MemoryScreen, MemorySubscription, MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import { LINKABLE_PROFILES, PACKAGES, PROFILES, REQUIREMENTS } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryImc } from '#src/adapters/memory/imc/service.ts'
import {
  asAdministrator,
  asReader,
  changeOnce,
  conflict,
  type MemoryImcDeps,
} from '#src/adapters/memory/imc/session.ts'
import { toEntityUser } from '#src/adapters/memory/imc/users.ts'
import { rejectWith, replyWith } from '#src/adapters/memory/replies.ts'
import type { PackagesGateway, ScreensGateway } from '#src/application/imc/ports.ts'
import { STATUS_NAMES } from '#src/application/imc/screens/screens.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { AuditAction } from '#src/domain/imc/audit/audit.ts'
import { isQuantity } from '#src/domain/imc/packages/package-order.ts'
import {
  REQUEST_MOVES,
  type RequestKind,
  type RequestReceipt,
  toChangeKind,
  toOpenStatus,
} from '#src/domain/imc/requests/requests.ts'
import type { ChangeRequest, LinkRequest } from '#src/domain/imc/requests/screen-requests.ts'
import type { ScreenKey, ScreenRow, ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import { canMove } from '#src/domain/imc/screens/screen-lifecycle.ts'
import { ok, type Result } from '#src/domain/result.ts'

const SCREEN_BUSY = 'La pantalla ya tiene una solicitud en trámite'
const USER_BUSY = 'El usuario ya no está disponible.'
const PRICE_CHANGED = 'El precio del paquete cambió. El total ya muestra el valor vigente; revise y envíe de nuevo.'

interface MemoryPackagesDeps extends MemoryImcDeps {
  readonly clock: Clock
}

const countScreens = (subscriptions: readonly MemorySubscription[]) => {
  const screens = subscriptions.flatMap((subscription) => subscription.screens)
  const count = (status: ScreenStatus) => screens.filter((screen) => screen.status === status).length
  return {
    screens: screens.length,
    available: count('available'),
    assigned: count('assigned'),
    transit: count('transit'),
  }
}

const findPackage = (id: string) => PACKAGES.find((offer) => offer.id === id)

/** Adds a request with its first steps. Without required documents, it starts in progress. */
export function addRequest(
  { imc, clock }: MemoryPackagesDeps,
  caller: MemoryUser,
  request: Pick<MemoryRequest, 'kind' | 'packageId'> & Partial<MemoryRequest>,
): RequestReceipt {
  const requirements = needsDocuments(request.kind) ? (REQUIREMENTS[request.profileId ?? ''] ?? []) : []
  const documents = requirements.map(({ id, name }) => ({ id, name, file: null, bytes: null, uploaded: false }))
  const status = toOpenStatus({ required: documents.length, uploaded: 0 })
  const at = clock.now()
  const created = { status: 'created' as const, at, detail: `Por ${caller.name}.`, person: caller.name }
  const inProgress = { status: 'in-progress' as const, at, detail: '', person: '' }
  const { id, reference } = imc.addRequest({
    userId: null,
    sourceUserId: null,
    profileId: null,
    quantity: null,
    price: null,
    observations: '',
    reason: '',
    target: null,
    source: null,
    ...request,
    administratorId: caller.id,
    documents,
    status,
    steps: status === 'in-progress' ? [created, inProgress] : [created],
  })
  return { id, reference }
}

/** Links and changes require the documents of a profile. */
const needsDocuments = (kind: RequestKind): boolean => kind !== 'purchase' && kind !== 'release'

/** The packages of the entity in memory. */
export function createMemoryPackages(deps: MemoryPackagesDeps): PackagesGateway {
  const { imc } = deps
  return {
    groups: (signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const groups = PACKAGES.flatMap(({ id, code, name }) => {
            const owned = imc.entity().subscriptions.filter(({ packageId }) => packageId === id)
            const monthlyCost = owned.reduce((sum, subscription) => sum + subscription.monthlyCost, 0)
            return owned.length > 0 ? [{ packageId: id, code, name, monthlyCost, ...countScreens(owned) }] : []
          })
          return ok(groups)
        }),
      ),

    subscriptions: (packageId, signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const offer = findPackage(packageId)
          if (!offer) return rejectWith(404)
          const owned = imc.entity().subscriptions.filter((subscription) => subscription.packageId === packageId)
          return ok(
            owned.map((subscription) => ({
              packageId,
              code: offer.code,
              number: subscription.number,
              monthlyCost: subscription.monthlyCost,
              ...countScreens([subscription]),
            })),
          )
        }),
      ),

    offers: (signal) =>
      replyWith(signal, () =>
        asReader(deps, () => ok(PACKAGES.map(({ id, code, name, price }) => ({ id, code, name, price })))),
      ),

    order: (order, key, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) => {
          const { packageId, price, quantity } = order
          const offer = findPackage(packageId)
          if (!offer) return rejectWith(404)
          if (!isQuantity(quantity)) return rejectWith(400)
          return changeOnce(imc, key, order, () => {
            if (price !== offer.price) return conflict(PRICE_CHANGED)
            const receipt = addRequest(deps, caller, { kind: 'purchase', packageId, quantity, price })
            imc.addAuditLine(caller, 'package-ordered', receipt.id)
            return ok(receipt)
          })
        }),
      ),
  }
}

function toScreenRow(imc: MemoryImc, screen: MemoryScreen): ScreenRow {
  const request = screen.requestId === null ? null : imc.findRequest(screen.requestId)
  const user = imc.findUser(request?.userId ?? screen.userId ?? '')
  const offer = findPackage(screen.packageId)
  const { packageId, number, profileId, screen: name, status, requestId } = screen
  return {
    packageId,
    number,
    profileId,
    screen: name,
    status,
    requestId,
    profile: PROFILES.find(({ id }) => id === profileId)?.name ?? '',
    userId: user?.id ?? null,
    username: user?.username ?? null,
    fullName: user?.name ?? null,
    statusText: STATUS_NAMES[status],
    code: offer?.code ?? '',
    packageName: offer?.name ?? '',
  }
}

/** The screens of the entity in memory. */
export function createMemoryScreens(deps: MemoryPackagesDeps): ScreensGateway {
  const { imc } = deps
  type Reply = Result<RequestReceipt, CallFailure>

  const isFree = (userId: string) => {
    const user = imc.findUser(userId)
    return user?.active === true && toEntityUser(imc, user).status === 'available'
  }

  /** Finds the target and the source of a request, each with its `ScreenMove`. */
  const findMovedScreens = (kind: RequestKind, target: ScreenKey, source: ScreenKey | null) =>
    [
      { key: target, move: REQUEST_MOVES[kind].target },
      { key: source, move: REQUEST_MOVES[kind].source },
    ].flatMap(({ key, move }) => (key && move ? [{ key, move, screen: imc.findScreen(key) }] : []))

  /** Adds a request and sets its screens in transit; an open request is a conflict. */
  function addScreenRequest(
    caller: MemoryUser,
    action: AuditAction,
    kind: RequestKind,
    target: ScreenKey,
    source: ScreenKey | null,
    details: Partial<MemoryRequest>,
  ): Reply {
    const movedScreens = findMovedScreens(kind, target, source)
    if (movedScreens.some(({ screen }) => screen === null)) return rejectWith(404)
    if (movedScreens.some(({ screen, move }) => !canMove(screen?.status ?? null, move))) return conflict(SCREEN_BUSY)
    const receipt = addRequest(deps, caller, { kind, packageId: target.packageId, target, source, ...details })
    for (const { key } of movedScreens) imc.changeScreen(key, { status: 'transit', requestId: receipt.id })
    imc.addAuditLine(caller, action, receipt.id)
    return ok(receipt)
  }

  function link({ screen, profileId, userId, observations }: LinkRequest, caller: MemoryUser): Reply {
    if (!(LINKABLE_PROFILES[screen.profileId] ?? []).some(({ id }) => id === profileId)) return rejectWith(400)
    if (!isFree(userId)) return conflict(USER_BUSY)
    return addScreenRequest(caller, 'screen-linked', 'link', screen, null, { profileId, userId, observations })
  }

  function change({ source, target, userId, observations }: ChangeRequest, caller: MemoryUser): Reply {
    const kind = toChangeKind(source, target)
    const sourceUserId = imc.findScreen(source)?.userId ?? null
    const isAllowed = kind === 'user-change' ? isFree(userId) : sourceUserId === userId
    if (!isAllowed) return conflict(USER_BUSY)
    const details = { userId, observations, sourceUserId, profileId: source.profileId }
    return addScreenRequest(caller, 'screen-changed', kind, target, kind === 'user-change' ? null : source, details)
  }

  return {
    list: (number, signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const subscription = imc.entity().subscriptions.find((candidate) => candidate.number === number)
          return subscription ? ok(subscription.screens.map((screen) => toScreenRow(imc, screen))) : rejectWith(404)
        }),
      ),

    free: (profileId, signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const linkableIds = (LINKABLE_PROFILES[profileId] ?? []).map(({ id }) => id)
          const freeScreens = imc
            .screens()
            .filter((screen) => screen.status === 'available' && linkableIds.includes(screen.profileId))
          return ok(
            freeScreens.map((screen) => {
              const { packageId, number, profileId, screen: name, code, profile } = toScreenRow(imc, screen)
              return { packageId, number, profileId, screen: name, code, profile }
            }),
          )
        }),
      ),

    assignable: (signal) =>
      replyWith(signal, () =>
        asReader(deps, () =>
          ok(
            imc
              .entity()
              .users.filter(({ id }) => isFree(id))
              .map(({ id, name }) => ({ id, name })),
          ),
        ),
      ),

    profiles: (profileId, signal) =>
      replyWith(signal, () => asReader(deps, () => ok(LINKABLE_PROFILES[profileId] ?? []))),

    requirements: (profileId, signal) =>
      replyWith(signal, () => asReader(deps, () => ok(REQUIREMENTS[profileId] ?? []))),

    link: (request, key, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) => changeOnce(imc, key, request, () => link(request, caller))),
      ),

    change: (request, key, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) => changeOnce(imc, key, request, () => change(request, caller))),
      ),

    release: (screen, key, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) =>
          changeOnce(imc, key, screen, () => {
            const userId = imc.findScreen(screen)?.userId ?? null
            return addScreenRequest(caller, 'screen-released', 'release', screen, null, { userId })
          }),
        ),
      ),
  }
}
