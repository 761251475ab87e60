/** Message for a request that requires a session. */
export const SIGN_IN = 'Inicie sesión para continuar.'
export const SIGNED_OUT = 'Sesión cerrada.'
/** Message for a request with the data of another user. */
export const OTHER_USER = 'Los datos no corresponden a su sesión.'

/** Messages for the owner of an ended session, by the end reasons that both realms have. */
export const SESSION_ENDS = {
  logout: SIGN_IN,
  replaced: SIGN_IN,
  password: 'Su contraseña cambió. Inicie sesión de nuevo.',
  expired: 'Su sesión venció. Inicie sesión de nuevo.',
} as const
