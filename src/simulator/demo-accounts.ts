import type { AccountState } from '#src/domain/identity/account.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

/** The password of every demo account (D43). */
export const DEMO_PASSWORD = 'Demo#Dolar2026'

/** A demo account without its password. */
export interface DemoAccount extends AccountState {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly email: string
}

const TERMS_ACCEPTED_AT = toInstant('2026-03-02', '09:15')
const ACCOUNT_EXPIRED_AT = toInstant('2026-03-31', '18:00')

/** Creates an active account; `state` overrides single values. */
const createDemoAccount = (username: string, name: string, state: Partial<AccountState> = {}): DemoAccount => ({
  id: `cli-${username}`,
  username,
  name,
  email: `${username}@mercadodolar.example`,
  passwordExpired: false,
  disabled: false,
  expiresAt: null,
  termsAcceptedAt: TERMS_ACCEPTED_AT,
  ...state,
})

/** At least one account in each state. The ids never change (D43). */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  createDemoAccount('demo', 'Camila Restrepo'),
  createDemoAccount('demoterminos', 'Andrés Quintero', { termsAcceptedAt: null }),
  createDemoAccount('demovencida', 'Luisa Fernanda Rojas', { passwordExpired: true }),
  createDemoAccount('democaducada', 'Hernán Castaño', { expiresAt: ACCOUNT_EXPIRED_AT }),
  createDemoAccount('demoinactiva', 'Paola Benavides', { disabled: true }),
  createDemoAccount('demodos', 'Jorge Iván Mejía'),
]

/** The states of the accounts by user name, in words. */
export const DEMO_ACCOUNT_STATES: Readonly<Record<string, string>> = {
  demo: 'activa',
  demodos: 'activa, una segunda',
  demoterminos: 'términos pendientes',
  demovencida: 'contraseña expirada',
  democaducada: 'cuenta expirada',
  demoinactiva: 'cuenta inactiva',
}
