import type { MemoryClient } from '#src/adapters/memory/accounts.ts'
import { instantOf } from '#src/domain/time/bogota.ts'

/** Of every account of the demo (D43). */
export const DEMO_PASSWORD = 'Demo#Dolar2026'

const ACCEPTED = instantOf('2026-03-02', '09:15')

const demoClient = (username: string, name: string, but: Partial<MemoryClient> = {}): MemoryClient => ({
  id: `cli-${username}`,
  username,
  name,
  email: `${username}@mercadodolar.example`,
  password: DEMO_PASSWORD,
  keyExpired: false,
  termsAcceptedAt: ACCEPTED,
  closed: null,
  ...but,
})

/** A client in each state, as the reference backend's demo has them (D43). */
export const MEMORY_CLIENTS: readonly MemoryClient[] = [
  demoClient('demo', 'Camila Restrepo'),
  demoClient('demoterminos', 'Andrés Quintero', { termsAcceptedAt: null }),
  demoClient('demovencida', 'Luisa Fernanda Rojas', { keyExpired: true }),
  demoClient('democaducada', 'Hernán Castaño', { closed: 'expired' }),
  demoClient('demoinactiva', 'Paola Benavides', { closed: 'disabled' }),
  demoClient('demodos', 'Jorge Iván Mejía'),
]
