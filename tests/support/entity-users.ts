import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { EMPTY_EDIT } from '#src/domain/imc/users/user-form.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

/** Creates a user of an entity; `overrides` replaces some fields. */
export const createEntityUser = (overrides: Partial<EntityUser> = {}): EntityUser => ({
  ...EMPTY_EDIT,
  id: 'usr-1',
  username: 'cnino',
  role: 'user',
  name: 'César Augusto Niño',
  status: 'available',
  profile: '',
  active: true,
  contingency: false,
  email: '',
  documentNumber: '1020304052',
  createdAt: toInstant('2026-05-11', '14:02:10'),
  createdBy: 'Paula Ibáñez Cárdenas',
  updatedAt: null,
  updatedBy: '',
  version: 1,
  subscription: null,
  packageId: null,
  contractPending: false,
  hasContract: false,
  ...overrides,
})
