import type { KeyedClient } from '#server/identity/client-store.ts'
import { instantOf } from '#src/domain/time/bogota.ts'

/** Of every account of the demo (D43). */
export const DEMO_PASSWORD = 'Demo#Dolar2026'

const ACCEPTED = instantOf('2026-03-02', '09:15')
const LAPSED = instantOf('2026-03-31', '18:00')

/** Differs from an active account in a single thing. */
const demoClient = (
  username: string,
  name: string,
  but: Partial<Omit<KeyedClient, 'id' | 'username' | 'name' | 'email'>> = {},
): Omit<KeyedClient, 'passwordHash'> => ({
  id: `cli-${username}`,
  username,
  name,
  email: `${username}@mercadodolar.example`,
  keyExpired: false,
  disabled: false,
  expiresAt: null,
  termsAcceptedAt: ACCEPTED,
  ...but,
})

/** A client in each state; their ids are the same in every run (D43). */
export const DEMO_CLIENTS = [
  demoClient('demo', 'Camila Restrepo'),
  demoClient('demoterminos', 'Andrés Quintero', { termsAcceptedAt: null }),
  demoClient('demovencida', 'Luisa Fernanda Rojas', { keyExpired: true }),
  demoClient('democaducada', 'Hernán Castaño', { expiresAt: LAPSED }),
  demoClient('demoinactiva', 'Paola Benavides', { disabled: true }),
  demoClient('demodos', 'Jorge Iván Mejía'),
] as const
