import {
  createDemoEntity,
  createScreens,
  findPackage,
  type MemoryEntity,
  type MemoryRequest,
  type MemoryScreen,
  type MemoryUser,
  SETTLING_PERSON,
} from '#src/adapters/memory/imc/entity.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { isExpired } from '#src/domain/identity/session.ts'
import type { AuditAction } from '#src/domain/imc/audit/audit.ts'
import { canSettle, type Settlement } from '#src/domain/imc/requests/requests.ts'
import { isSameScreen, type ScreenKey } from '#src/domain/imc/screens/screen.ts'
import { REQUEST_MOVES, type ScreenMove, settledStatus } from '#src/domain/imc/screens/screen-lifecycle.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A session of a user. While the user must change the password, it allows only that change. */
export interface MemoryImcSession {
  readonly userId: string
  readonly startedAt: Instant
}

/** A simulated service with one entity, its sessions and its replies. All browsers share it. */
export interface MemoryImc {
  entity(): MemoryEntity
  changeUser(id: string, changes: Partial<MemoryUser>): void
  addUser(user: MemoryUser): void
  findUser(id: string): MemoryUser | null
  screens(): readonly MemoryScreen[]
  findScreen(key: Pick<ScreenKey, 'number' | 'screen'>): MemoryScreen | null
  changeScreen(key: ScreenKey, changes: Partial<MemoryScreen>): void
  findRequest(id: string): MemoryRequest | null
  changeRequest(id: string, changes: Partial<MemoryRequest>): void
  addRequest(request: Omit<MemoryRequest, 'id' | 'reference'>): MemoryRequest
  /** Settles a request as the operator does (D31). Returns false if its status forbids this. */
  settle(id: string, settlement: Settlement, reason?: string): boolean
  addAuditLine(person: MemoryUser | null, action: AuditAction, target: string): void
  openSession(userId: string): MemoryImcSession
  isOpen(session: MemoryImcSession | null): session is MemoryImcSession
  endSession(session: MemoryImcSession | null): void
  /** The first reply by idempotency key; a repeated request gets the same reply. */
  readonly replies: Map<string, unknown>
}

const FIRST_NEW_REQUEST_NUMBER = 423
const FIRST_NEW_SUBSCRIPTION_NUMBER = 4_600

/** Whether the approved move removes the user from the screen. */
const isScreenVacated = (move: ScreenMove): boolean => move === 'releasing' || move === 'leaving'

/**
 * Creates the back-office of an entity in memory. `clock` is the real clock, not the market clock.
 */
export function createMemoryImc({ clock }: { readonly clock: Clock }): MemoryImc {
  let entity = createDemoEntity()
  let sessions: readonly MemoryImcSession[] = []
  let nextRequestNumber = FIRST_NEW_REQUEST_NUMBER
  let nextSubscriptionNumber = FIRST_NEW_SUBSCRIPTION_NUMBER

  const screens = () => entity.subscriptions.flatMap((subscription) => subscription.screens)
  const findRequest = (id: string) => entity.requests.find((request) => request.id === id) ?? null

  function changeRequest(id: string, changes: Partial<MemoryRequest>) {
    entity = {
      ...entity,
      requests: entity.requests.map((request) => (request.id === id ? { ...request, ...changes } : request)),
    }
  }

  function changeScreen(key: ScreenKey, changes: Partial<MemoryScreen>) {
    entity = {
      ...entity,
      subscriptions: entity.subscriptions.map((subscription) => ({
        ...subscription,
        screens: subscription.screens.map((screen) => (isSameScreen(screen, key) ? { ...screen, ...changes } : screen)),
      })),
    }
  }

  function addSubscriptions({ packageId, quantity }: MemoryRequest) {
    const offer = findPackage(packageId)
    if (!offer) return
    for (let i = 0; i < (quantity ?? 0); i += 1) {
      const number = String(nextSubscriptionNumber).padStart(6, '0')
      nextSubscriptionNumber += 1
      const subscription = { packageId, number, monthlyCost: offer.price, screens: createScreens(offer, number) }
      entity = { ...entity, subscriptions: [...entity.subscriptions, subscription] }
    }
  }

  function settleScreen(request: MemoryRequest, key: ScreenKey, move: ScreenMove, settlement: Settlement) {
    changeScreen(key, { status: settledStatus(move, settlement), requestId: null })
    if (settlement === 'refused') return
    changeScreen(key, { userId: isScreenVacated(move) ? null : request.userId })
    const hasNewProfile = move === 'linking' || move === 'receiving'
    if (hasNewProfile) changeScreen(key, { profileId: request.profileId ?? key.profileId })
  }

  function settleScreens(request: MemoryRequest, settlement: Settlement) {
    const { target, source } = REQUEST_MOVES[request.kind]
    if (request.target && target) settleScreen(request, request.target, target, settlement)
    if (request.source && source) settleScreen(request, request.source, source, settlement)
  }

  return {
    entity: () => entity,
    screens,
    findRequest,
    changeRequest,
    changeScreen,
    replies: new Map(),
    findUser: (id) => entity.users.find((user) => user.id === id) ?? null,
    findScreen: (key) => screens().find((screen) => isSameScreen(screen, key)) ?? null,

    changeUser(id, changes) {
      entity = { ...entity, users: entity.users.map((user) => (user.id === id ? { ...user, ...changes } : user)) }
    },

    addUser(user) {
      entity = { ...entity, users: [...entity.users, user] }
    },

    addRequest(newRequest) {
      const number = String(nextRequestNumber).padStart(5, '0')
      nextRequestNumber += 1
      const request = { ...newRequest, id: `sol-${number}`, reference: `S-2026-${number}` }
      entity = { ...entity, requests: [request, ...entity.requests] }
      return request
    },

    settle(id, settlement, reason = '') {
      const request = findRequest(id)
      if (!request || !canSettle(request.status, settlement)) return false
      const step = { status: settlement, at: clock.now(), detail: reason, person: SETTLING_PERSON }
      changeRequest(id, { status: settlement, reason, steps: [...request.steps, step] })
      settleScreens(request, settlement)
      if (request.kind === 'purchase' && settlement === 'approved') addSubscriptions(request)
      return true
    },

    addAuditLine(person, action, target) {
      const line = {
        id: `aud-${entity.audit.length + 1}`,
        at: clock.now(),
        person: person?.name ?? '',
        action,
        actionText: action,
        target,
        before: {},
        after: {},
        requestId: '',
      }
      entity = { ...entity, audit: [line, ...entity.audit] }
    },

    openSession(userId) {
      const session = { userId, startedAt: clock.now() }
      sessions = [...sessions, session]
      return session
    },

    isOpen: (session): session is MemoryImcSession =>
      session !== null && sessions.includes(session) && !isExpired(session.startedAt, clock.now()),

    endSession(session) {
      sessions = sessions.filter((other) => other !== session)
    },
  }
}
