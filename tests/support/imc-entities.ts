import type { Database } from '#server/database/connection.ts'
import { addEntity, type EntitySeed, type SeedUser } from '#server/demo/seed-store.ts'
import { toScreenName } from '#src/domain/imc/screens/screen-name.ts'
import { EMPTY_EDIT } from '#src/domain/imc/users/user-form.ts'
import { OPERATOR_PROFILE } from '#src/simulator/entities/catalogue.ts'

/** An entity whose texts all contain `word`. Tests search replies to other entities for it. */
export interface MarkedEntity {
  readonly id: string
  readonly word: string
  readonly seed: EntitySeed
}

export const createUser = (entity: string, username: string, overrides: Partial<SeedUser> = {}): SeedUser => ({
  ...EMPTY_EDIT,
  id: `usr-${entity}-${username}`,
  username,
  name: `${entity} ${username}`,
  role: 'user',
  status: 'available',
  active: true,
  contingency: false,
  email: '',
  position: entity,
  documentNumber: '1',
  passwordHash: null,
  mustChangePassword: false,
  contractPending: false,
  createdAt: 0,
  createdBy: `${entity} origin`,
  ...overrides,
})

/** Creates users of each role who can sign in, and users without a password. */
function createUsers(word: string, passwordHash: string): readonly SeedUser[] {
  const signIn = { passwordHash, email: `${word}@example.com` }
  return [
    createUser(word, `${word}admin`, { ...signIn, role: 'administrator' }),
    createUser(word, `${word}reader`, signIn),
    createUser(word, `${word}pending`, { ...signIn, role: 'administrator', mustChangePassword: true }),
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => createUser(word, `${word}${letter}`)),
    createUser(word, `${word}holder`, { status: 'assigned' }),
  ]
}

const SCREEN_COUNT = 8

/** Creates an entity with users of each role and a subscription; one screen is assigned. */
export function createMarkedEntity(word: string, number: string, passwordHash: string): MarkedEntity {
  const users = createUsers(word, passwordHash)
  const screens = Array.from({ length: SCREEN_COUNT }, (_, i) => ({
    id: `pan-${word}-${i}`,
    screen: toScreenName(i + 1, SCREEN_COUNT),
    profileId: OPERATOR_PROFILE,
    ...(i === 0
      ? { status: 'assigned' as const, userId: `usr-${word}-${word}holder` }
      : { status: 'available' as const, userId: null }),
    request: null,
    lastUse: null,
  }))
  const seed: EntitySeed = {
    id: `ent-${word}`,
    code: word.toUpperCase(),
    name: `${word} S. A.`,
    createdAt: 0,
    users,
    subscriptions: [{ number, packageId: 'paq-usd-pro', monthlyCost: 1_842_500, createdAt: 0, screens }],
    requests: [],
  }
  return { id: seed.id, word, seed }
}

export const addMarkedEntity = ({ transaction }: Database, { seed }: MarkedEntity): Promise<void> =>
  transaction((tx) => addEntity(tx, seed))
