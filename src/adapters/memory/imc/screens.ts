import {
  findPackage,
  findProfileName,
  linkableProfiles,
  type MemoryRequest,
  type MemoryScreen,
  type MemoryUser,
  requiredDocuments,
} from '#src/adapters/memory/imc/entity.ts'
import type { MemoryEntityService } from '#src/adapters/memory/imc/entity-service.ts'
import { changeExpiry, findEndsOn, listExpiries } from '#src/adapters/memory/imc/expiries.ts'
import { addRequest } from '#src/adapters/memory/imc/requests.ts'
import {
  asAdministrator,
  asReader,
  changeOnce,
  conflict,
  getEntity,
  type MemoryImcDeps,
  type MemoryMailDeps,
} from '#src/adapters/memory/imc/session.ts'
import { toEntityUser } from '#src/adapters/memory/imc/users.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { ScreensGateway } from '#src/application/imc/ports.ts'
import { STATUS_NAMES } from '#src/application/imc/screens/screens.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { AuditAction } from '#src/domain/imc/audit/audit.ts'
import type { RequestKind, SentRequest } from '#src/domain/imc/requests/requests.ts'
import type { ScreenKey, ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { canMove, REQUEST_MOVES } from '#src/domain/imc/screens/screen-lifecycle.ts'
import { type ChangeRequest, type LinkRequest, toChangeKind } from '#src/domain/imc/screens/screen-requests.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { toDate } from '#src/domain/time/bogota.ts'

const SCREEN_BUSY = 'La pantalla ya tiene una solicitud en curso'
const USER_BUSY = 'El usuario ya no está disponible.'

type MemoryScreensDeps = MemoryImcDeps & MemoryMailDeps

function toScreenRow(imc: MemoryEntityService, screen: MemoryScreen): ScreenRow {
  const request = screen.requestId === null ? null : imc.findRequest(screen.requestId)
  const user = imc.findUser(request?.userId ?? screen.userId ?? '')
  const offer = findPackage(screen.packageId)
  const { packageId, number, profileId, screen: name, status, requestId, lastUse } = screen
  return {
    packageId,
    number,
    profileId,
    screen: name,
    status,
    requestId,
    profile: findProfileName(profileId),
    userId: user?.id ?? null,
    username: user?.username ?? null,
    fullName: user?.name ?? null,
    statusText: STATUS_NAMES[status],
    code: offer?.code ?? '',
    packageName: offer?.name ?? '',
    lastUse,
    isUseReported: imc.screens().some((one) => one.lastUse !== null),
    endsOn: findEndsOn(imc.entity(), screen),
    canExpire: imc.entity().governance.screenExpiry,
  }
}

type Reply = Result<SentRequest, CallFailure>

/** The requests for screens, each with the checks of a new request. */
export function createScreenRequests(deps: MemoryScreensDeps) {
  const imc = () => getEntity(deps)

  const isFree = (userId: string) => {
    const user = imc().findUser(userId)
    return user?.active === true && toEntityUser(imc(), user).status === 'available'
  }

  /** Finds the target and the source of a request, each with its `ScreenMove`. */
  const findMovedScreens = (kind: RequestKind, target: ScreenKey, source: ScreenKey | null) =>
    [
      { key: target, move: REQUEST_MOVES[kind].target },
      { key: source, move: REQUEST_MOVES[kind].source },
    ].flatMap(({ key, move }) => (key && move ? [{ key, move, screen: imc().findScreen(key) }] : []))

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
    const receipt = addRequest({ ...deps, imc: imc() }, caller, {
      kind,
      packageId: target.packageId,
      target,
      source,
      ...details,
    })
    for (const { key } of movedScreens) imc().changeScreen(key, { status: 'transit', requestId: receipt.id })
    imc().addAuditLine(caller.name, action, receipt.id)
    return ok(receipt)
  }

  function link(
    { screen, profileId, userId, observations }: LinkRequest,
    caller: MemoryUser,
    extra: Partial<MemoryRequest> = {},
  ): Reply {
    if (!linkableProfiles(screen.profileId).some(({ id }) => id === profileId)) return rejectWith(400)
    if (!isFree(userId)) return conflict(USER_BUSY)
    return addScreenRequest(caller, 'screen-linked', 'link', screen, null, {
      ...extra,
      profileId,
      userId,
      observations,
    })
  }

  function change(
    { source, target, userId, observations }: ChangeRequest,
    caller: MemoryUser,
    extra: Partial<MemoryRequest> = {},
  ): Reply {
    const kind = toChangeKind(source, target)
    const sourceUserId = imc().findScreen(source)?.userId ?? null
    const isAllowed = kind === 'user-change' ? isFree(userId) : sourceUserId === userId
    if (!isAllowed) return conflict(USER_BUSY)
    const details = { ...extra, userId, observations, sourceUserId, profileId: source.profileId }
    return addScreenRequest(caller, 'screen-changed', kind, target, kind === 'user-change' ? null : source, details)
  }

  function release(screen: ScreenKey, caller: MemoryUser, extra: Partial<MemoryRequest> = {}): Reply {
    const userId = imc().findScreen(screen)?.userId ?? null
    return addScreenRequest(caller, 'screen-released', 'release', screen, null, { ...extra, userId })
  }

  return { isFree, link, change, release }
}

/** The screens of the entity in memory. */
export function createMemoryScreens(deps: MemoryScreensDeps): ScreensGateway {
  const imc = () => getEntity(deps)
  const { replyWith } = deps.network
  const { isFree, link, change, release } = createScreenRequests(deps)

  return {
    list: (number, signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const subscription = imc()
            .entity()
            .subscriptions.find((candidate) => candidate.number === number)
          return subscription ? ok(subscription.screens.map((screen) => toScreenRow(imc(), screen))) : rejectWith(404)
        }),
      ),

    all: (signal) =>
      replyWith(signal, () =>
        asReader(deps, () =>
          ok(
            imc()
              .screens()
              .map((screen) => toScreenRow(imc(), screen)),
          ),
        ),
      ),

    free: (profileId, signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const linkableIds = profileId === null ? null : linkableProfiles(profileId).map(({ id }) => id)
          const freeScreens = imc()
            .screens()
            .filter((screen) => screen.status === 'available' && linkableIds?.includes(screen.profileId) !== false)
          return ok(
            freeScreens.map((screen) => {
              const { packageId, number, profileId, screen: name, code, profile } = toScreenRow(imc(), screen)
              return { packageId, number, profileId, screen: name, code, profile }
            }),
          )
        }),
      ),

    assignable: (signal) =>
      replyWith(signal, () =>
        asReader(deps, () =>
          ok(
            imc()
              .entity()
              .users.filter(({ id }) => isFree(id))
              .map(({ id, name }) => ({ id, name })),
          ),
        ),
      ),

    profiles: (profileId, signal) => replyWith(signal, () => asReader(deps, () => ok(linkableProfiles(profileId)))),

    requirements: (profileId, signal) =>
      replyWith(signal, () => asReader(deps, () => ok(requiredDocuments(profileId)))),

    link: (request, key, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) => changeOnce(deps.imc, key, request, () => link(request, caller))),
      ),

    change: (request, key, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) => changeOnce(deps.imc, key, request, () => change(request, caller))),
      ),

    expiries: (signal) => replyWith(signal, () => asReader(deps, () => ok(listExpiries(imc())))),

    setExpiry: (expiry, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) => changeExpiry(imc(), caller, expiry, toDate(deps.clock.now()))),
      ),

    release: (screen, key, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) => changeOnce(deps.imc, key, screen, () => release(screen, caller))),
      ),
  }
}
