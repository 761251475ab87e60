/** The user names that can sign in, by entity code, each with a description (D43). */
export const DEMO_ENTITY_USERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
