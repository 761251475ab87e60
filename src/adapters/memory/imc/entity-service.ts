import {
  createScreens,
  findPackage,
  type MemoryEntity,
  type MemoryRequest,
  type MemoryScreen,
  type MemoryUser,
  SETTLING_PERSON,
} from '#src/adapters/memory/imc/entity.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import type { State } from '#src/application/platform/readable.ts'
import type { AuditAction, AuditLine } from '#src/domain/imc/audit/audit.ts'
import { toRequestNumber } from '#src/domain/imc/requests/request-number.ts'
import { canSettle, type Settlement } from '#src/domain/imc/requests/requests.ts'
import { isSameScreen, type ScreenKey } from '#src/domain/imc/screens/screen.ts'
import { REQUEST_MOVES, type ScreenMove, settledStatus } from '#src/domain/imc/screens/screen-lifecycle.ts'

/** One entity of a simulated service. All browsers share it. */
export interface MemoryEntityService {
  entity(): MemoryEntity
  changeUser(id: string, changes: Partial<MemoryUser>): void
  addUser(user: MemoryUser): void
  setViews(views: MemoryEntity['views']): void
  setAnswers(answers: MemoryEntity['answers']): void
  setGovernance(governance: MemoryEntity['governance']): void
  findUser(id: string): MemoryUser | null
  screens(): readonly MemoryScreen[]
  findScreen(key: Pick<ScreenKey, 'number' | 'screen'>): MemoryScreen | null
  changeScreen(key: ScreenKey, changes: Partial<MemoryScreen>): void
  findRequest(id: string): MemoryRequest | null
  changeRequest(id: string, changes: Partial<MemoryRequest>): void
  addRequest(request: Omit<MemoryRequest, 'id' | 'reference'>): MemoryRequest
  /** Settles a request as the operator does (D31). Returns false if its status forbids this. */
  settle(id: string, settlement: Settlement, reason?: string): boolean
  /** Ends a request that does not go to the operator, as a refusal. */
  refuse(id: string, reason: string, person: string): void
  /** Adds a line, or replaces one; returns its id. The target is the id of a user or of a request. */
  addAuditLine(person: string, action: AuditAction, target: string, changes?: AuditChanges, replaced?: string): string
}

/** The changed values by their Spanish name. */
type AuditChanges = Partial<Pick<AuditLine, 'before' | 'after'>>

/** Takes the next number of a request or a subscription, which all entities share. */
export type TakeNumber = (counter: 'request' | 'subscription') => number

interface EntityServiceDeps {
  readonly clock: Clock
  readonly state: State<MemoryEntity>
  readonly takeNumber: TakeNumber
}

/** Whether the approved move removes the user from the screen. */
const isScreenVacated = (move: ScreenMove): boolean => move === 'releasing' || move === 'leaving'

const NUMBER_DIGITS = 6

export function createEntityService({ clock, state, takeNumber }: EntityServiceDeps): MemoryEntityService {
  const entity = state.getSnapshot
  const change = (changes: Partial<MemoryEntity>) => state.set({ ...entity(), ...changes })

  const screens = () => entity().subscriptions.flatMap((subscription) => subscription.screens)
  const findUser = (id: string) => entity().users.find((user) => user.id === id) ?? null
  const findRequest = (id: string) => entity().requests.find((request) => request.id === id) ?? null

  const changeRequest = (id: string, changes: Partial<MemoryRequest>) =>
    change({ requests: entity().requests.map((request) => (request.id === id ? { ...request, ...changes } : request)) })

  function changeScreen(key: ScreenKey, changes: Partial<MemoryScreen>) {
    const changeOne = (screen: MemoryScreen) => (isSameScreen(screen, key) ? { ...screen, ...changes } : screen)
    change({
      subscriptions: entity().subscriptions.map((subscription) =>
        subscription.number === key.number
          ? { ...subscription, screens: subscription.screens.map(changeOne) }
          : subscription,
      ),
    })
  }

  function addSubscriptions({ packageId, quantity }: MemoryRequest) {
    const offer = findPackage(packageId)
    if (!offer) return
    for (let i = 0; i < (quantity ?? 0); i += 1) {
      const number = String(takeNumber('subscription')).padStart(NUMBER_DIGITS, '0')
      const subscription = { packageId, number, monthlyCost: offer.price, screens: createScreens(offer, number) }
      change({ subscriptions: [...entity().subscriptions, subscription] })
    }
  }

  function settleScreen(request: MemoryRequest, key: ScreenKey, move: ScreenMove, settlement: Settlement) {
    changeScreen(key, { status: settledStatus(move, settlement), requestId: null })
    if (settlement === 'refused') return
    changeScreen(key, { userId: isScreenVacated(move) ? null : request.userId, expiry: null })
    const hasNewProfile = move === 'linking' || move === 'receiving'
    if (hasNewProfile) changeScreen(key, { profileId: request.profileId ?? key.profileId })
  }

  function settleScreens(request: MemoryRequest, settlement: Settlement) {
    const { target, source } = REQUEST_MOVES[request.kind]
    if (request.target && target) settleScreen(request, request.target, target, settlement)
    if (request.source && source) settleScreen(request, request.source, source, settlement)
  }

  function endRequest(request: MemoryRequest, settlement: Settlement, reason: string, person: string) {
    const step = { status: settlement, at: clock.now(), detail: reason, person }
    changeRequest(request.id, { status: settlement, reason, steps: [...request.steps, step] })
    settleScreens(request, settlement)
  }

  function addAuditLine(
    person: string,
    action: AuditAction,
    target: string,
    changes: AuditChanges = {},
    replaced = '',
  ): string {
    const line = {
      id: replaced || `aud-${entity().id}-${entity().audit.length + 1}`,
      at: clock.now(),
      person,
      action,
      actionText: '',
      target: findUser(target)?.name ?? findRequest(target)?.reference ?? target,
      before: changes.before ?? {},
      after: changes.after ?? {},
      requestId: '',
    }
    change({ audit: [line, ...entity().audit.filter(({ id }) => id !== line.id)] })
    return line.id
  }

  return {
    entity,
    screens,
    findUser,
    findRequest,
    changeRequest,
    changeScreen,
    addAuditLine,
    findScreen: (key) => screens().find((screen) => isSameScreen(screen, key)) ?? null,

    changeUser: (id, changes) =>
      change({ users: entity().users.map((user) => (user.id === id ? { ...user, ...changes } : user)) }),

    setViews: (views) => change({ views }),
    setAnswers: (answers) => change({ answers }),

    setGovernance: (governance) => change({ governance }),

    addUser: (user) => change({ users: [...entity().users, user] }),

    addRequest(newRequest) {
      const { id, reference } = toRequestNumber(takeNumber('request'), clock.now())
      const request = { ...newRequest, id, reference }
      change({ requests: [request, ...entity().requests] })
      return request
    },

    refuse(id, reason, person) {
      const request = findRequest(id)
      if (request) endRequest(request, 'refused', reason, person)
    },

    settle(id, settlement, reason = '') {
      const request = findRequest(id)
      if (!request || !canSettle(request.status, settlement)) return false
      endRequest(request, settlement, reason, SETTLING_PERSON)
      if (request.kind === 'purchase' && settlement === 'approved') addSubscriptions(request)
      addAuditLine(SETTLING_PERSON, settlement === 'approved' ? 'request-approved' : 'request-refused', id)
      return true
    },
  }
}
