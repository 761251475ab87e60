import { SCREENS } from '#src/application/navigation/screens.ts'

/** The user names that can sign in, by entity code, each with a description. */
const DEMO_USERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ANDINA: {
    admin: 'administrador',
    operador: 'usuario, solo consulta',
    nuevo: 'administrador, debe cambiar su contraseña',
  },
  PACIFICO: {
    admin: 'administrador de una entidad grande',
    operador: 'usuario de una entidad grande',
  },
}

const toLines = ([entity, users]: [string, Readonly<Record<string, string>>]) =>
  Object.entries(users).map(([username, description]) => `  ${entity.padEnd(10)}${username.padEnd(10)}${description}`)

/** Lists the demo users who can sign in; the server prints the list at the start (D43). */
export const demoEntitiesMessage = (password: string): string =>
  [
    `Usuarios de las entidades de demostración, en ${SCREENS.imcLogin.path} (contraseña ${password}):`,
    ...Object.entries(DEMO_USERS).flatMap(toLines),
  ].join('\n')

const DEMO_ACCOUNT_STATES: Readonly<Record<string, string>> = {
  demo: 'activa',
  demodos: 'activa, una segunda',
  demoterminos: 'términos pendientes',
  demovencida: 'contraseña expirada',
  democaducada: 'cuenta expirada',
  demoinactiva: 'cuenta inactiva',
}

/** The list of demo accounts that the start prints (D43). */
export const demoAccountsMessage = (password: string): string =>
  [
    `Cuentas de demostración (contraseña ${password}):`,
    ...Object.entries(DEMO_ACCOUNT_STATES).map(([username, state]) => `  ${username.padEnd(14)}${state}`),
  ].join('\n')
