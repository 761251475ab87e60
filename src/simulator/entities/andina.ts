import { toScreenName } from '#src/domain/imc/screens/screen-name.ts'
import type { ImcRole } from '#src/domain/imc/users/roles.ts'
import { EMPTY_EDIT } from '#src/domain/imc/users/user-form.ts'
import { deriveUsername } from '#src/domain/imc/users/username.ts'
import { type Instant, toInstant } from '#src/domain/time/bogota.ts'
import { OPERATOR_PROFILE, REQUIREMENTS, VIEWER_PROFILE } from '#src/simulator/entities/catalogue.ts'
import type { DemoEntity, DemoRequest, DemoScreen, DemoStep, DemoUser } from '#src/simulator/entities/entity.ts'
import { toLastUse } from '#src/simulator/entities/screen-uses.ts'

/** Id of the small demo entity; all ids of the demo are the same in every run (D43). */
export const ANDINA = 'ent-andina'

const CREATED_AT = toInstant('2026-03-02', '08:15')
const ADMINISTRATOR = 'Paula Ibáñez Cárdenas'

const userId = (username: string) => `usr-andina-${username}`

/** Number of the first user's identity document; the next users have the next numbers. */
const FIRST_DOCUMENT_NUMBER = 1_020_304_051

function createUser(name: string, username: string, fields: Partial<DemoUser> = {}): DemoUser {
  return {
    ...EMPTY_EDIT,
    id: userId(username),
    username,
    name,
    role: 'user',
    status: 'available',
    active: true,
    contingency: false,
    email: '',
    canSignIn: false,
    mustChangePassword: false,
    contractPending: false,
    createdAt: CREATED_AT,
    createdBy: ADMINISTRATOR,
    ...fields,
  }
}

/** Ids of the users who have the screens of the first subscription, by screen position. */
const FIRST_HOLDERS: Readonly<Record<number, string>> = {
  1: userId('admin'),
  2: userId('blondono'),
  3: userId('dguiza'),
  4: userId('gpaez'),
  5: userId('operador'),
  6: userId('jordonez'),
}

/**
 * Names of the users who have the screens of the second subscription, in the order of the screens.
 */
const SECOND_HOLDERS = [
  ...['Mónica Arbeláez Toro', 'Óscar Iván Riaño', 'Natalia Cifuentes', 'Rafael Uribe Posada'],
  'Sandra Milena Ochoa',
]
/** Names of the users who have the screens of the third subscription. */
const THIRD_HOLDERS = [
  ...['Tomás Castañeda', 'Úrsula Benítez', 'Víctor Hugo Salamanca', 'Ximena Pabón', 'Yolanda Triviño'],
  ...['Álvaro Zuluaga', 'Claudia Marín', 'Edgar Fajardo'],
]

const createHolder = (name: string) => createUser(name, deriveUsername(name), { status: 'assigned' })

const toSignInFields = (role: ImcRole, username: string) => ({
  role,
  canSignIn: true,
  email: `${username}@andina.example`,
})

function createUsers(): readonly DemoUser[] {
  const assigned = { status: 'assigned' as const }
  const users = [
    createUser('Andrés Camilo Peñuela', 'operador', {
      ...toSignInFields('user', 'operador'),
      ...assigned,
      position: 'Operador de mesa',
      telephone: '6015550142',
    }),
    createUser('César Augusto Niño', 'cnino', { createdAt: toInstant('2026-05-11', '14:02:10') }),
    createUser(ADMINISTRATOR, 'admin', {
      ...toSignInFields('administrator', 'admin'),
      ...assigned,
      position: 'Gerente de tesorería',
      telephone: '6015550140',
      createdBy: null,
    }),
    createUser('Helena Bermúdez Sáenz', 'nuevo', {
      ...toSignInFields('administrator', 'nuevo'),
      mustChangePassword: true,
    }),
    createUser('Beatriz Londoño Ruiz', 'blondono', { ...assigned, contingency: true }),
    createUser('Diana Marcela Güiza', 'dguiza', assigned),
    createUser('Esteban Muñoz Tirado', 'emunoz', { active: false }),
    createUser('Fabiola Quiñones', 'fquinones', { status: 'transit' }),
    createUser('Germán Darío Páez', 'gpaez', assigned),
    createUser('Iván Echavarría', 'iechavarria', { contingency: true }),
    createUser('Juliana Ordóñez Mejía', 'jordonez', assigned),
    createUser('Leonardo Acuña Vélez', 'lacuna', { active: false }),
    ...[...SECOND_HOLDERS, ...THIRD_HOLDERS].map(createHolder),
  ]
  return users.map((user, i) => ({ ...user, documentNumber: String(FIRST_DOCUMENT_NUMBER + i) }))
}

/** Sequence number of the request in progress, and the position of its screen. */
const IN_PROGRESS_REQUEST = 420
const TRANSIT_SCREEN_POSITION = 9

const screenId = (number: string, position: number, count: number) => `pan-${number}-${toScreenName(position, count)}`

function createScreens(
  number: string,
  count: number,
  profileId: string,
  holders: Readonly<Record<number, string>>,
): readonly DemoScreen[] {
  return Array.from({ length: count }, (_, i) => {
    const holder = holders[i + 1] ?? null
    const fields = { id: screenId(number, i + 1, count), screen: toScreenName(i + 1, count), profileId }
    if (number === '004512' && i + 1 === TRANSIT_SCREEN_POSITION) {
      return { ...fields, status: 'transit', userId: null, request: IN_PROGRESS_REQUEST, lastUse: null }
    }
    const status = holder === null ? 'available' : 'assigned'
    return { ...fields, status, userId: holder, request: null, lastUse: holder === null ? null : toLastUse(i) }
  })
}

const toHoldersByPosition = (names: readonly string[]) =>
  Object.fromEntries(names.map((name, i) => [i + 1, userId(deriveUsername(name))]))

const createStep = (status: DemoStep['status'], at: Instant, person: string | null, detail: string | null = null) => ({
  status,
  at,
  person,
  detail,
})

const LINK_FIELDS = { kind: 'link', sourceUserId: null, packageId: 'paq-usd-pro', profileId: OPERATOR_PROFILE } as const

const REQUESTS: readonly DemoRequest[] = [
  {
    sequence: 415,
    kind: 'purchase',
    administratorId: userId('admin'),
    userId: null,
    sourceUserId: null,
    packageId: 'paq-usd-con',
    profileId: null,
    quantity: 1,
    price: 1_214_000,
    notes: null,
    target: null,
    source: null,
    requirements: [],
    steps: [
      createStep('created', toInstant('2026-11-17', '15:20:00'), ADMINISTRATOR),
      createStep('in-progress', toInstant('2026-11-17', '15:20:00'), null),
      createStep('approved', toInstant('2026-11-18', '08:45:10'), 'Operaciones'),
    ],
  },
  {
    ...LINK_FIELDS,
    sequence: 418,
    administratorId: userId('admin'),
    userId: userId('cnino'),
    quantity: null,
    price: null,
    notes: 'Reemplazo por vacaciones.',
    target: screenId('004512', 7, 10),
    source: null,
    requirements: REQUIREMENTS,
    steps: [
      createStep('created', toInstant('2026-11-18', '09:12:40'), ADMINISTRATOR),
      createStep('documents', toInstant('2026-11-18', '09:13:10'), ADMINISTRATOR),
      createStep('in-progress', toInstant('2026-11-18', '09:14:05'), null),
      createStep(
        'refused',
        toInstant('2026-11-19', '16:30:22'),
        'Operaciones',
        'La carta de autorización no está firmada.',
      ),
    ],
  },
  {
    ...LINK_FIELDS,
    sequence: IN_PROGRESS_REQUEST,
    administratorId: userId('admin'),
    userId: userId('fquinones'),
    quantity: null,
    price: null,
    notes: null,
    target: screenId('004512', TRANSIT_SCREEN_POSITION, 10),
    source: null,
    requirements: REQUIREMENTS,
    steps: [
      createStep('created', toInstant('2026-11-20', '10:47:15'), ADMINISTRATOR),
      createStep('documents', toInstant('2026-11-20', '10:48:02'), ADMINISTRATOR),
      createStep('in-progress', toInstant('2026-11-20', '10:49:30'), null),
    ],
  },
]

/** Creates the small demo entity (D43). Three of its users can sign in. */
export const createAndina = (): DemoEntity => ({
  id: ANDINA,
  code: 'ANDINA',
  name: 'Andina de Divisas S. A.',
  createdAt: CREATED_AT,
  users: createUsers(),
  subscriptions: [
    {
      number: '004512',
      packageId: 'paq-usd-pro',
      monthlyCost: 1_842_500,
      createdAt: CREATED_AT,
      screens: createScreens('004512', 10, OPERATOR_PROFILE, FIRST_HOLDERS),
    },
    {
      number: '004538',
      packageId: 'paq-usd-pro',
      monthlyCost: 1_842_500,
      createdAt: CREATED_AT,
      screens: createScreens('004538', 10, OPERATOR_PROFILE, toHoldersByPosition(SECOND_HOLDERS)),
    },
    {
      number: '004560',
      packageId: 'paq-usd-con',
      monthlyCost: 1_214_000,
      createdAt: toInstant('2026-11-18', '08:45:10'),
      screens: createScreens('004560', 20, VIEWER_PROFILE, toHoldersByPosition(THIRD_HOLDERS)),
    },
  ],
  requests: REQUESTS,
})
