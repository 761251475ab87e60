/** The users of the demo entities that can sign in, and what each shows. */
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
  Object.entries(users).map(([username, what]) => `  ${entity.padEnd(10)}${username.padEnd(10)}${what}`)

/** The list of users of the demo entities that the start prints (D43). */
export const demoEntitiesMessage = (password: string): string =>
  [
    `Usuarios de las entidades de demostración, en /imc/login (contraseña ${password}):`,
    ...Object.entries(DEMO_USERS).flatMap(toLines),
  ].join('\n')
