import { toScreenName } from '#src/domain/imc/screens/screen-name.ts'
import { EMPTY_EDIT } from '#src/domain/imc/users/user-form.ts'
import { deriveUsername } from '#src/domain/imc/users/username.ts'
import { addDays, HOUR_MS, type Instant, MINUTE_MS, toInstant, toWeekday } from '#src/domain/time/bogota.ts'
import {
  OPERATOR_PROFILE,
  PACIFICO_CATALOGUE,
  REQUIREMENTS,
  SCREENS_PER_PACKAGE,
  VIEWER_PROFILE,
} from '#src/simulator/entities/catalogue.ts'
import type {
  DemoEntity,
  DemoRequest,
  DemoScreen,
  DemoStep,
  DemoSubscription,
  DemoUser,
} from '#src/simulator/entities/entity.ts'
import { toLastUse } from '#src/simulator/entities/screen-uses.ts'

/** A person of the large demo entity. */
interface DemoPerson {
  readonly name: string
  readonly username: string
}

const FIRST_NAMES = [
  ...['Adriana', 'Alejandro', 'Ana María', 'Andrés', 'Ángela', 'Camilo', 'Carolina', 'Cristian', 'Daniela', 'Diego'],
  ...['Elena', 'Felipe', 'Gabriela', 'Gustavo', 'Héctor', 'Ingrid', 'Jaime', 'Jimena', 'Juan Pablo', 'Laura'],
  ...['Luz Marina', 'Manuel', 'Margarita', 'Mauricio', 'Nicolás', 'Olga', 'Patricia', 'Ricardo', 'Sebastián'],
  ...['Valentina', 'Wilson'],
] as const

const SURNAMES = [
  ...['Acosta', 'Aguirre', 'Álvarez', 'Barrera', 'Bedoya', 'Bernal', 'Caicedo', 'Cárdenas', 'Castro', 'Correa'],
  ...['Delgado', 'Díaz', 'Escobar', 'Forero', 'Galindo', 'Giraldo', 'Gómez', 'Hurtado', 'Jaramillo', 'Lozano'],
  ...['Mejía', 'Montoya', 'Mosquera', 'Murillo', 'Núñez', 'Ocampo', 'Ortiz', 'Ospina', 'Palacios', 'Peña', 'Quintero'],
  ...['Rentería', 'Restrepo', 'Rincón', 'Salazar', 'Sánchez', 'Suárez', 'Téllez', 'Valencia', 'Vargas', 'Zapata'],
] as const

const pickWord = (words: readonly string[], i: number) => words[i % words.length] ?? ''

const toName = (i: number) =>
  `${pickWord(FIRST_NAMES, i)} ${pickWord(SURNAMES, i * 7)} ${pickWord(SURNAMES, i * 11 + 3)}`

/** Creates people, the same in every run. The first two users are `admin` and `operador`. */
function createPeople(count: number): readonly DemoPerson[] {
  const taken = new Set(['admin', 'operador'])
  return Array.from({ length: count }, (_, i) => {
    const name = toName(i)
    if (i < 2) return { name, username: i === 0 ? 'admin' : 'operador' }
    const username = deriveUsername(name, (candidate) => taken.has(candidate))
    taken.add(username)
    return { name, username }
  })
}

/** Id of the large demo entity; all ids of the demo are the same in every run (D43). */
export const PACIFICO = 'ent-pacifico'

/** Lower than the subscription numbers of the small entity, which was created later. */
const FIRST_SUBSCRIPTION = 1_001
const CREATED_AT = toInstant('2025-11-03', '08:00')

/** The period of the requests. */
const FIRST_DAY = '2025-11-18'
const DAY_COUNT = 361

const USER_COUNT = 500
/** The first users have a screen each. The user `n` has the screen `n * SCREEN_STEP`. */
const HOLDER_COUNT = 420
const SCREEN_STEP = 4

/** Positions of the users with an open request: release, screen change or link. */
const LEAVING = { from: 400, until: 410 } as const
const MOVING = { from: 410, until: 412 } as const
const LINKING = { from: 420, until: 438 } as const
/** Positions of the users with a settled request: refused link, approved release, approved link. */
const REFUSED = { from: 438, until: 478 } as const
const RELEASED = { from: 478, until: 498 } as const
const LINKED = { from: 0, until: 300 } as const
/** Position of the first inactive user. All later users are inactive too. */
const FIRST_INACTIVE = 475
/** Position of the last administrator. Position 1 is `operador`, who is no administrator. */
const LAST_ADMINISTRATOR = 4

const PURCHASE_COUNT = 10

interface Range {
  readonly from: number
  /** Excluded. */
  readonly until: number
}

const toPositions = ({ from, until }: Range) => Array.from({ length: until - from }, (_, i) => from + i)
const isIn = (position: number, { from, until }: Range) => position >= from && position < until

const PEOPLE = createPeople(USER_COUNT)
const userId = (position: number) => `usr-pacifico-${PEOPLE[position]?.username ?? ''}`
const ADMINISTRATOR = PEOPLE[0]?.name ?? ''

function toStatus(position: number): DemoUser['status'] {
  if (isIn(position, LEAVING) || isIn(position, MOVING) || isIn(position, LINKING)) return 'transit'
  return position < HOLDER_COUNT ? 'assigned' : 'available'
}

const FIRST_DOCUMENT_NUMBER = 52_000_001

const isAdministrator = (position: number) => position !== 1 && position <= LAST_ADMINISTRATOR

const createUser = ({ name, username }: DemoPerson, position: number): DemoUser => ({
  ...EMPTY_EDIT,
  id: userId(position),
  username,
  name,
  role: isAdministrator(position) ? 'administrator' : 'user',
  status: toStatus(position),
  active: position < FIRST_INACTIVE,
  contingency: position % 17 === 5,
  email: position <= LAST_ADMINISTRATOR ? `${username}@pacifico.example` : '',
  position: isAdministrator(position) ? 'Dirección de tesorería' : 'Operación de mesa',
  documentNumber: String(FIRST_DOCUMENT_NUMBER + position),
  canSignIn: position < 2,
  mustChangePassword: false,
  contractPending: false,
  createdAt: CREATED_AT,
  createdBy: position === 0 ? null : ADMINISTRATOR,
})

/** A screen of the entity, without its user and its status. */
interface PlacedScreen {
  readonly id: string
  readonly screen: string
  readonly number: string
  readonly packageId: string
  readonly profileId: string
}

function createDemoScreens(): readonly PlacedScreen[] {
  let next = FIRST_SUBSCRIPTION
  return PACIFICO_CATALOGUE.packages.flatMap(({ id: packageId, profileId, screenCount: screens }) =>
    Array.from({ length: SCREENS_PER_PACKAGE / screens }).flatMap(() => {
      const number = String(next++).padStart(6, '0')
      return Array.from({ length: screens }, (_, i) => {
        const screen = toScreenName(i + 1, screens)
        return { id: `pan-${number}-${screen}`, screen, number, packageId, profileId }
      })
    }),
  )
}

const DEMO_SCREENS = createDemoScreens()

function getDemoScreen(position: number): PlacedScreen {
  const demoScreen = DEMO_SCREENS[position]
  if (demoScreen === undefined) throw new RangeError(`screen ${position}`)
  return demoScreen
}

const getUserScreen = (user: number) => getDemoScreen(user * SCREEN_STEP)
/** Returns the free screen after the user's screen: the target of a move. */
const getFreeScreen = (user: number) => getDemoScreen(user * SCREEN_STEP + 1)

/** A request without its number, its steps and the values that all requests share. */
type Draft = Omit<DemoRequest, 'sequence' | 'administratorId' | 'sourceUserId' | 'notes' | 'steps'> & {
  readonly outcome: 'approved' | 'refused' | 'open'
}

const findRequirements = (profileId: string) => {
  if (profileId === OPERATOR_PROFILE) return REQUIREMENTS
  return profileId === VIEWER_PROFILE ? REQUIREMENTS.filter(({ id }) => id === 'req-documento') : []
}

const createDraft = (kind: Draft['kind'], user: number, target: PlacedScreen, outcome: Draft['outcome']): Draft => ({
  kind,
  outcome,
  userId: userId(user),
  packageId: target.packageId,
  profileId: target.profileId,
  quantity: null,
  price: null,
  target: target.id,
  source: null,
  // The documents of settled requests were not moved to this system.
  requirements: outcome === 'open' && kind !== 'release' ? findRequirements(target.profileId) : [],
})

const createPurchase = (position: number): Draft => {
  const { id, price } = PACIFICO_CATALOGUE.packages[position] ?? { id: '', price: 0 }
  return {
    kind: 'purchase',
    outcome: 'approved',
    userId: null,
    packageId: id,
    profileId: null,
    quantity: 1,
    price,
    target: null,
    source: null,
    requirements: [],
  }
}

/** Creates a refused link, or after the last refused link an approved release. */
function createOtherDraft(index: number): Draft {
  const refused = REFUSED.from + index
  if (isIn(refused, REFUSED)) return createDraft('link', refused, getUserScreen(refused), 'refused')
  const released = RELEASED.from + index - (REFUSED.until - REFUSED.from)
  return createDraft('release', released, getUserScreen(released), 'approved')
}

/** Settled requests with mixed kinds, then the open requests. */
const DRAFTS: readonly Draft[] = [
  ...toPositions({ from: 0, until: PURCHASE_COUNT }).map(createPurchase),
  ...toPositions(LINKED).flatMap((user) => [
    createDraft('link', user, getUserScreen(user), 'approved'),
    ...(user % 5 === 4 ? [createOtherDraft(Math.floor(user / 5))] : []),
  ]),
  ...toPositions(LEAVING).map((user) => createDraft('release', user, getUserScreen(user), 'open')),
  ...toPositions(MOVING).map((user) => ({
    ...createDraft('screen-change', user, getFreeScreen(user), 'open'),
    source: getUserScreen(user).id,
  })),
  ...toPositions(LINKING).map((user) => createDraft('link', user, getUserScreen(user), 'open')),
]

/** Days from a weekend day to the Friday before; Sunday is 0. */
const SHIFT_TO_FRIDAY: Readonly<Record<number, number>> = { 6: -1, 0: -2 }

/** Returns the time of a request. Requests are spread over `DAY_COUNT`, from Monday to Friday. */
function toRequestTime(position: number): Instant {
  const date = addDays(FIRST_DAY, Math.floor((position * DAY_COUNT) / DRAFTS.length))
  const workday = addDays(date, SHIFT_TO_FRIDAY[toWeekday(date)] ?? 0)
  return toInstant(workday, '08:30') + (position % 53) * 9 * MINUTE_MS
}

const createStep = (status: DemoStep['status'], at: Instant, person: string | null, detail: string | null = null) => ({
  status,
  at,
  person,
  detail,
})

const REASONS = ['La carta de autorización no está firmada.', 'El documento de identidad no es legible.'] as const

function createSteps({ outcome, requirements }: Draft, position: number): DemoRequest['steps'] {
  const at = toRequestTime(position)
  const created = createStep('created', at, ADMINISTRATOR)
  if (outcome === 'open' && requirements.length > 0) return [created]
  const inProgress = createStep('in-progress', at, null)
  if (outcome === 'open') return [created, inProgress]
  const settledAt = at + (3 + (position % 5)) * HOUR_MS
  const reason = outcome === 'refused' ? (REASONS[position % REASONS.length] ?? REASONS[0]) : null
  return [created, inProgress, createStep(outcome, settledAt, 'Operaciones', reason)]
}

const REQUESTS: readonly DemoRequest[] = DRAFTS.map(({ outcome, ...draft }, position) => ({
  ...draft,
  sequence: position + 1,
  administratorId: userId(0),
  sourceUserId: null,
  notes: null,
  steps: createSteps({ outcome, ...draft }, position),
}))

/** Sequence numbers of open requests, by screen id. */
const OPEN_REQUEST_BY_SCREEN: ReadonlyMap<string, number> = new Map(
  DRAFTS.flatMap(({ outcome, target, source }, position) =>
    outcome === 'open' ? [target, source].flatMap((id) => (id === null ? [] : [[id, position + 1] as const])) : [],
  ),
)

function toScreen({ id, screen, profileId }: PlacedScreen, position: number): DemoScreen {
  const user = position / SCREEN_STEP
  const holder = Number.isInteger(user) && user < HOLDER_COUNT ? userId(user) : null
  const request = OPEN_REQUEST_BY_SCREEN.get(id) ?? null
  const fields = { id, screen, profileId, userId: holder, request, lastUse: holder === null ? null : toLastUse(user) }
  if (request !== null) return { ...fields, status: 'transit' }
  return { ...fields, status: holder === null ? 'available' : 'assigned' }
}

function createSubscriptions(): readonly DemoSubscription[] {
  const prices = new Map(PACIFICO_CATALOGUE.packages.map(({ id, price }) => [id, price]))
  const screens = new Map<string, { readonly packageId: string; readonly list: DemoScreen[] }>()
  DEMO_SCREENS.forEach((demoScreen, position) => {
    const { number, packageId } = demoScreen
    const entry = screens.get(number) ?? { packageId, list: [] }
    entry.list.push(toScreen(demoScreen, position))
    screens.set(number, entry)
  })
  return [...screens].map(([number, { packageId, list }]) => ({
    number,
    packageId,
    monthlyCost: prices.get(packageId) ?? 0,
    createdAt: CREATED_AT,
    screens: list,
  }))
}

/** Creates the large demo entity (D43). Its first two users can sign in. */
export const createPacifico = (): DemoEntity => ({
  id: PACIFICO,
  code: 'PACIFICO',
  name: 'Pacífico Divisas S. A.',
  createdAt: CREATED_AT,
  users: PEOPLE.map(createUser),
  subscriptions: createSubscriptions(),
  requests: REQUESTS,
})
