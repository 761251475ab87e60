import { type MemoryEntity, toMemoryEntity } from '#src/adapters/memory/imc/entity.ts'
import { createEntityService, type MemoryEntityService } from '#src/adapters/memory/imc/entity-service.ts'
import type { FactorsState } from '#src/adapters/memory/second-factor.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import { isSameKey } from '#src/domain/identity/account.ts'
import { isExpired } from '#src/domain/identity/session.ts'
import type { Settlement } from '#src/domain/imc/requests/requests.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { createAndina } from '#src/simulator/entities/andina.ts'
import { createPacifico } from '#src/simulator/entities/pacifico.ts'

/** A session of a user. While the user must change the password, it allows only that change. */
export interface MemoryImcSession {
  readonly token: string
  readonly entityId: string
  readonly userId: string
  readonly startedAt: Instant
}

/** What all entities share: the open sessions and the highest used numbers. */
export interface OfficeState {
  readonly sessions: readonly MemoryImcSession[]
  readonly lastSession: number
  readonly lastRequest: number
  readonly lastSubscription: number
}

/** The stored data of a back-office; each part may come from a store. */
export interface MemoryImcState {
  readonly factors: State<FactorsState>
  readonly office: State<OfficeState>
  readonly entities: readonly State<MemoryEntity>[]
}

let demoEntities: readonly MemoryEntity[] | null = null

/** The two entities of the demo (D43). They are created once, because no call changes an object. */
export function getDemoEntities(): readonly MemoryEntity[] {
  demoEntities ??= [createAndina(), createPacifico()].map(toMemoryEntity)
  return demoEntities
}

const toNumbers = (entities: readonly MemoryEntity[]) =>
  entities.flatMap(({ subscriptions }) => subscriptions.map(({ number }) => Number(number)))

const toRequestNumbers = (entities: readonly MemoryEntity[]) =>
  entities.flatMap(({ requests }) => requests.map(({ id }) => Number(id.replace(/\D/g, ''))))

/** The state of a back-office whose entities are as created. */
export const createOfficeState = (entities: readonly MemoryEntity[]): OfficeState => ({
  sessions: [],
  lastSession: 0,
  lastRequest: Math.max(0, ...toRequestNumbers(entities)),
  lastSubscription: Math.max(0, ...toNumbers(entities)),
})

export function createDemoImcState(): MemoryImcState {
  const entities = getDemoEntities()
  return {
    factors: createState<FactorsState>([]),
    office: createState(createOfficeState(entities)),
    entities: entities.map((entity) => createState(entity)),
  }
}

/** A simulated service with its entities, its sessions and its replies. All browsers share it. */
export interface MemoryImc {
  readonly entities: readonly MemoryEntityService[]
  findByCode(code: string): MemoryEntityService | null
  findById(id: string): MemoryEntityService | null
  /** Settles a request of any entity as the operator does (D31). False if this is impossible. */
  settle(id: string, settlement: Settlement, reason?: string): boolean
  openSession(entityId: string, userId: string): MemoryImcSession
  /** Finds an open session; null for an unknown, ended or expired one. */
  findSession(token: string | null): MemoryImcSession | null
  endSession(token: string | null): void
  /** Lists the open sessions of an entity, the newest first. */
  listSessions(entityId: string): readonly MemoryImcSession[]
  /** The first reply by idempotency key; a repeated request gets the same reply. */
  readonly replies: Map<string, unknown>
}

interface MemoryImcDeps {
  /** The real clock, not the market clock. */
  readonly clock: Clock
  readonly state?: MemoryImcState
}

/** Creates a back-office, by default with the entities of the demo in their initial state. */
export function createMemoryImc({ clock, state = createDemoImcState() }: MemoryImcDeps): MemoryImc {
  const { office } = state
  const read = office.getSnapshot
  const change = (changes: Partial<OfficeState>) => office.set({ ...read(), ...changes })

  function takeNumber(counter: 'request' | 'subscription'): number {
    const name = counter === 'request' ? 'lastRequest' : 'lastSubscription'
    const next = read()[name] + 1
    change({ [name]: next })
    return next
  }

  const entities = state.entities.map((entity) => createEntityService({ clock, state: entity, takeNumber }))

  return {
    entities,
    findByCode: (code) => entities.find(({ entity }) => isSameKey(entity().code, code.trim())) ?? null,
    findById: (id) => entities.find(({ entity }) => entity().id === id) ?? null,
    settle: (id, ...decision) => entities.some((entity) => entity.settle(id, ...decision)),
    replies: new Map(),

    openSession(entityId, userId) {
      const lastSession = read().lastSession + 1
      const session = { token: `imc-${lastSession}`, entityId, userId, startedAt: clock.now() }
      change({ lastSession, sessions: [...read().sessions, session] })
      return session
    },

    findSession: (token) =>
      read().sessions.find((session) => session.token === token && !isExpired(session.startedAt, clock.now())) ?? null,

    listSessions: (entityId) =>
      read()
        .sessions.filter((session) => session.entityId === entityId && !isExpired(session.startedAt, clock.now()))
        .toReversed(),

    endSession: (token) => change({ sessions: read().sessions.filter((session) => session.token !== token) }),
  }
}
