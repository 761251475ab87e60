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
