import { SCREENS } from '#src/application/navigation/screens.ts'
import { DEMO_ACCOUNT_STATES } from '#src/simulator/demo-accounts.ts'
import { DEMO_ENTITY_USERS } from '#src/simulator/entities/users.ts'

const toLines = ([entity, users]: [string, Readonly<Record<string, string>>]) =>
  Object.entries(users).map(([username, description]) => `  ${entity.padEnd(10)}${username.padEnd(10)}${description}`)

/** Lists the demo users who can sign in; the server prints the list at the start (D43). */
export const demoEntitiesMessage = (password: string): string =>
  [
    `Usuarios de las entidades de demostración, en ${SCREENS.imcLogin.path} (contraseña ${password}):`,
    ...Object.entries(DEMO_ENTITY_USERS).flatMap(toLines),
  ].join('\n')

/** The list of demo accounts that the start prints (D43). */
export const demoAccountsMessage = (password: string): string =>
  [
    `Cuentas de demostración (contraseña ${password}):`,
    ...Object.entries(DEMO_ACCOUNT_STATES).map(([username, state]) => `  ${username.padEnd(14)}${state}`),
  ].join('\n')
