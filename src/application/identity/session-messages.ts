import type { LinkProblem } from '#src/application/identity/link-notice.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'

export const SESSION_EXPIRED = 'Su sesión terminó. Inicie sesión de nuevo.'

/** The notice of a refused session: the service's message or a text for the reason (D54). */
export function sessionRefusedText({ reason, message }: SessionRefusal): string {
  if (message !== null) return message
  return reason === 'takeover' ? 'Su sesión se cerró porque se inició otra con su usuario.' : SESSION_EXPIRED
}

/** Advice for a refused session. Only a takeover may be caused by a stolen password. */
export const sessionRefusalAdvice = ({ reason }: SessionRefusal): string | null =>
  reason === 'takeover' ? 'Si no fue usted, cambie su contraseña.' : null

/** Short notice that a token was copied (D10). */
export const TOKEN_COPIED = 'Se copió el token de la aplicación al portapapeles.'

/**
 * The notices of mailed links that cannot be used (D70). The service does not distinguish used from
 * expired links.
 */
export const LINK_PROBLEMS: Readonly<Record<LinkProblem, { readonly lead: string; readonly rest: string }>> = {
  incomplete: {
    lead: 'El enlace para cambiar la contraseña está incompleto.',
    rest: 'Ábralo completo desde el correo o solicite uno nuevo.',
  },
  refused: {
    lead: 'El enlace para cambiar la contraseña ya se usó o venció.',
    rest: 'Solicite uno nuevo para continuar.',
  },
  'invitation-incomplete': {
    lead: 'El enlace de la invitación está incompleto.',
    rest: 'Ábralo completo desde el correo o solicite uno nuevo.',
  },
  'invitation-refused': {
    lead: 'El enlace de la invitación ya se usó o venció.',
    rest: 'Solicite uno nuevo para continuar.',
  },
}
export const NEW_LINK = 'Solicitar otro enlace'

/** Shown after a failed request to sign out: the session at the service may still be open. */
export const SIGN_OUT_NOT_SENT =
  'Su sesión se cerró en este navegador, pero no pudimos avisar al servicio. Allí terminará sola en 12 horas o menos.'
