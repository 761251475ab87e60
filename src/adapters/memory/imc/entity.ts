import type { AuditLine } from '#src/domain/imc/audit/audit.ts'
import type { PackageOffer } from '#src/domain/imc/packages/packages.ts'
import type { RequestDocument, RequestKind, RequestStatus, Requirement } from '#src/domain/imc/requests/requests.ts'
import type { Profile, ScreenKey, ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { EMPTY_EDIT } from '#src/domain/imc/users/user-form.ts'
import { deriveUsername } from '#src/domain/imc/users/username.ts'
import { type Instant, toInstant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

/** A stored user, without the fields that depend on the user's screen. */
export interface MemoryUser extends Omit<EntityUser, 'status' | 'profile' | 'subscription' | 'packageId'> {
  readonly version: number
  /** In plain text; a user with null cannot sign in. */
  readonly password: string | null
  readonly mustChangePassword: boolean
}

/** A screen with its user and open request. */
export interface MemoryScreen extends ScreenKey {
  readonly status: ScreenStatus
  readonly userId: string | null
  /** The id of the open request. */
  readonly requestId: string | null
}

export interface MemorySubscription {
  readonly packageId: string
  readonly number: string
  readonly monthlyCost: number
  readonly screens: readonly MemoryScreen[]
}

interface MemoryStep {
  readonly status: RequestStatus
  readonly at: Instant
  readonly detail: string
  /** The name of the person; '' for a step of the service. */
  readonly person: string
}

export interface MemoryRequest {
  readonly id: string
  readonly reference: string
  readonly kind: RequestKind
  readonly status: RequestStatus
  readonly administratorId: string
  readonly userId: string | null
  readonly sourceUserId: string | null
  readonly packageId: string
  readonly profileId: string | null
  readonly quantity: number | null
  readonly price: number | null
  readonly observations: string
  readonly reason: string
  readonly target: ScreenKey | null
  readonly source: ScreenKey | null
  readonly documents: readonly RequestDocument[]
  readonly steps: readonly MemoryStep[]
}

/** The stored data of an entity. Requests and audit log are newest first. */
export interface MemoryEntity {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly users: readonly MemoryUser[]
  readonly subscriptions: readonly MemorySubscription[]
  readonly requests: readonly MemoryRequest[]
  readonly audit: readonly AuditLine[]
}

interface MemoryPackage extends PackageOffer {
  readonly screenCount: number
  readonly profileId: string
}

const OPERATOR: Profile = { id: 'prf-operador', name: 'Operador dólar' }
const VIEWER: Profile = { id: 'prf-consulta', name: 'Consulta' }
const ANALYST: Profile = { id: 'prf-analista', name: 'Analista' }

export const PROFILES: readonly Profile[] = [OPERATOR, VIEWER, ANALYST]

/** The profiles that can be linked with a screen, by the screen's profile. */
export const LINKABLE_PROFILES: Readonly<Record<string, readonly Profile[]>> = {
  [OPERATOR.id]: [OPERATOR, VIEWER],
  [VIEWER.id]: [VIEWER, OPERATOR],
  [ANALYST.id]: [ANALYST],
}

const LETTER: Requirement = { id: 'req-autorizacion', name: 'Carta de autorización' }
const IDENTITY: Requirement = { id: 'req-documento', name: 'Copia del documento de identidad' }
const CERTIFICATE: Requirement = { id: 'req-certificacion', name: 'Certificación de operador' }

/** The required documents by profile. */
export const REQUIREMENTS: Readonly<Record<string, readonly Requirement[]>> = {
  [OPERATOR.id]: [LETTER, IDENTITY, CERTIFICATE],
  [VIEWER.id]: [IDENTITY],
  [ANALYST.id]: [],
}

export const PACKAGES: readonly MemoryPackage[] = [
  {
    id: 'paq-usd-pro',
    code: 'USD-PRO-10',
    name: 'Dólar profesional',
    price: 1_842_500,
    screenCount: 10,
    profileId: OPERATOR.id,
  },
  {
    id: 'paq-usd-con',
    code: 'USD-CON-20',
    name: 'Dólar consulta',
    price: 1_214_000,
    screenCount: 20,
    profileId: VIEWER.id,
  },
  { id: 'paq-ana', code: 'ANA-05', name: 'Analytics', price: 744_800, screenCount: 5, profileId: ANALYST.id },
]

export const findPackage = (id: string): MemoryPackage | undefined => PACKAGES.find((offer) => offer.id === id)

const CREATED_AT = toInstant('2026-03-02', '08:15')
const ADMINISTRATOR = 'Paula Ibáñez Cárdenas'
export const SETTLING_PERSON = 'Operaciones'
const FIRST_DOCUMENT_NUMBER = 1_020_304_051

const toUserId = (username: string) => `usr-andina-${username}`

function createUser(name: string, username: string, facts: Partial<MemoryUser> = {}): MemoryUser {
  return {
    ...EMPTY_EDIT,
    id: toUserId(username),
    username,
    name,
    role: 'user',
    active: true,
    contingency: false,
    email: '',
    createdAt: CREATED_AT,
    createdBy: ADMINISTRATOR,
    updatedAt: null,
    updatedBy: '',
    version: 1,
    contractPending: false,
    hasContract: false,
    password: null,
    mustChangePassword: false,
    ...facts,
  }
}

const createCredentials = (username: string) => ({ password: DEMO_PASSWORD, email: `${username}@andina.example` })

/** Names of the users with a screen, by subscription. */
const FIRST_HOLDERS = ['Beatriz Londoño Ruiz', 'Diana Marcela Güiza', 'Germán Darío Páez', 'Juliana Ordóñez Mejía']
const SECOND_HOLDERS = ['Mónica Arbeláez Toro', 'Óscar Iván Riaño', 'Natalia Cifuentes', 'Rafael Uribe Posada']
const THIRD_HOLDERS = ['Sandra Milena Ochoa', 'Tomás Castañeda', 'Úrsula Benítez', 'Víctor Hugo Salamanca']

const createUsers = (): readonly MemoryUser[] =>
  [
    createUser('Andrés Camilo Peñuela', 'operador', { ...createCredentials('operador'), position: 'Operador de mesa' }),
    createUser('César Augusto Niño', 'cnino', { createdAt: toInstant('2026-05-11', '14:02:10') }),
    createUser(ADMINISTRATOR, 'admin', {
      ...createCredentials('admin'),
      role: 'administrator',
      hasContract: true,
      position: 'Gerente',
    }),
    createUser('Helena Bermúdez Sáenz', 'nuevo', {
      ...createCredentials('nuevo'),
      role: 'administrator',
      hasContract: true,
      mustChangePassword: true,
    }),
    createUser('Esteban Muñoz Tirado', 'emunoz', { active: false }),
    createUser('Fabiola Quiñones', 'fquinones'),
    createUser('Iván Echavarría', 'iechavarria', { contingency: true }),
    ...[...FIRST_HOLDERS, ...SECOND_HOLDERS, ...THIRD_HOLDERS].map((name) => createUser(name, deriveUsername(name))),
  ].map((user, i) => ({ ...user, documentNumber: String(FIRST_DOCUMENT_NUMBER + i) }))

const toScreenName = (position: number) => `P-${String(position).padStart(2, '0')}`

/** Creates the screens of a subscription. The first screens have the given users. */
export function createScreens(
  { id, profileId, screenCount }: MemoryPackage,
  number: string,
  users: readonly string[] = [],
): readonly MemoryScreen[] {
  return Array.from({ length: screenCount }, (_, i) => ({
    packageId: id,
    number,
    profileId,
    screen: toScreenName(i + 1),
    status: i < users.length ? 'assigned' : 'available',
    userId: users[i] ?? null,
    requestId: null,
  }))
}

const toIds = (names: readonly string[]) => names.map((name) => toUserId(deriveUsername(name)))

/** The open request of the demo and its screen. */
const OPEN_REQUEST = 'sol-00420'
const OPEN_SCREEN = 'P-09'

function createSubscriptions() {
  const [pro, con] = PACKAGES
  if (!pro || !con) throw new Error('demo: missing packages')
  const firstScreens = createScreens(pro, '004512', [toUserId('admin'), ...toIds(FIRST_HOLDERS), toUserId('operador')])
  return [
    {
      packageId: pro.id,
      number: '004512',
      monthlyCost: pro.price,
      screens: firstScreens.map((screen) =>
        screen.screen === OPEN_SCREEN ? { ...screen, status: 'transit' as const, requestId: OPEN_REQUEST } : screen,
      ),
    },
    {
      packageId: pro.id,
      number: '004538',
      monthlyCost: pro.price,
      screens: createScreens(pro, '004538', toIds(SECOND_HOLDERS)),
    },
    {
      packageId: con.id,
      number: '004560',
      monthlyCost: con.price,
      screens: createScreens(con, '004560', toIds(THIRD_HOLDERS)),
    },
  ]
}

/** The small demo entity (D43), with one open request. */
export const createDemoEntity = (): MemoryEntity => ({
  id: 'ent-andina',
  code: 'ANDINA',
  name: 'Andina de Divisas S. A.',
  users: createUsers(),
  subscriptions: createSubscriptions(),
  requests: [
    {
      id: OPEN_REQUEST,
      reference: 'S-2026-00420',
      kind: 'link',
      status: 'in-progress',
      administratorId: toUserId('admin'),
      userId: toUserId('fquinones'),
      sourceUserId: null,
      packageId: 'paq-usd-pro',
      profileId: OPERATOR.id,
      quantity: null,
      price: null,
      observations: '',
      reason: '',
      source: null,
      target: { packageId: 'paq-usd-pro', number: '004512', profileId: OPERATOR.id, screen: OPEN_SCREEN },
      documents: [LETTER, IDENTITY, CERTIFICATE].map(({ id, name }) => ({
        id,
        name,
        file: `${id}.pdf`,
        bytes: 217_088,
        uploaded: true,
      })),
      steps: [
        {
          status: 'created',
          at: toInstant('2026-11-20', '10:47:15'),
          detail: `Por ${ADMINISTRATOR}.`,
          person: ADMINISTRATOR,
        },
        {
          status: 'documents',
          at: toInstant('2026-11-20', '10:48:02'),
          detail: '3 de 3 cargados.',
          person: ADMINISTRATOR,
        },
        { status: 'in-progress', at: toInstant('2026-11-20', '10:49:30'), detail: '', person: '' },
      ],
    },
    {
      id: 'sol-00415',
      reference: 'S-2026-00415',
      kind: 'purchase',
      status: 'approved',
      administratorId: toUserId('admin'),
      userId: null,
      sourceUserId: null,
      packageId: 'paq-usd-con',
      profileId: null,
      quantity: 1,
      price: 1_214_000,
      observations: '',
      reason: '',
      source: null,
      target: null,
      documents: [],
      steps: [
        {
          status: 'created',
          at: toInstant('2026-11-17', '15:20:00'),
          detail: `Por ${ADMINISTRATOR}.`,
          person: ADMINISTRATOR,
        },
        { status: 'in-progress', at: toInstant('2026-11-17', '15:20:00'), detail: '', person: '' },
        { status: 'approved', at: toInstant('2026-11-18', '08:45:10'), detail: '', person: SETTLING_PERSON },
      ],
    },
  ],
  audit: [],
})
