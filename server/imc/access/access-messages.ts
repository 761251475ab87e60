import type { Mail } from '#server/delivery/mail.ts'
import type { AccessChange, AccessRefusal } from '#src/domain/imc/users/access.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

export const ACCESS_CHANGED: Readonly<Record<AccessChange, string>> = {
  activate: 'Administrador activado.',
  deactivate: 'Administrador desactivado. Sus sesiones se cerraron.',
  'send-password': 'La clave temporal va en un correo y vence en 24 horas. Sus sesiones se cerraron.',
}

export const ACCESS_REFUSALS: Readonly<Record<AccessRefusal, string>> = {
  own: 'Usted no puede cambiar su propio acceso. Pídalo a otro administrador.',
  'not-administrator': 'Solo los administradores se activan o desactivan aquí; los demás usuarios, en Mis usuarios.',
  'last-administrator':
    'Es el único administrador que puede ingresar. Cree o active otro antes de desactivar a esta persona.',
  inactive: 'La persona está inactiva. Actívela antes de enviarle una clave temporal.',
  'no-email': 'La persona no tiene correo, así que no puede recibir una clave temporal.',
}

/** The caller was deactivated while the call waited. */
export const CALLER_INACTIVE = 'Otro administrador desactivó su usuario.'

/** `21 de noviembre de 2026 a las 9:43 a. m. (hora de Bogotá)`. */
const toTime = (at: Instant) =>
  `${formatLongDate(toDate(at)).toLowerCase()} a las ${formatShortClock(at)} (hora de Bogotá)`

interface AccessMail {
  readonly email: string
  readonly name: string
  readonly entityName: string
  /** The name of the administrator; null for the operator. */
  readonly by: string | null
  readonly at: Instant
}

const toAuthor = ({ by, entityName }: AccessMail) => (by === null ? 'Su agente de soporte' : `${by}, de ${entityName},`)

const UNEXPECTED = 'Si no esperaba este cambio, avise a un administrador de su entidad y a su agente de soporte.'

/** The mail after an administrator was activated or deactivated. */
export const activationMail = (mail: AccessMail, active: boolean): Mail => ({
  to: mail.email,
  subject: active
    ? 'Su acceso al área de entidades está activo de nuevo'
    : 'Su acceso al área de entidades está inactivo',
  text: [
    `Hola, ${mail.name}:`,
    '',
    active
      ? `${toAuthor(mail)} activó su usuario del área de entidades el ${toTime(mail.at)}. Puede ingresar con su contraseña.`
      : `${toAuthor(mail)} desactivó su usuario del área de entidades el ${toTime(mail.at)}. Sus sesiones se cerraron.`,
    '',
    UNEXPECTED,
    '',
    'Mercado Dólar',
  ].join('\n'),
})

interface NewPasswordMail extends AccessMail {
  readonly entityCode: string
  readonly username: string
  readonly password: string
  readonly loginUrl: string
}

/** The mail with a temporary password that replaces the person's password. */
export const newPasswordMail = (mail: NewPasswordMail): Mail => ({
  to: mail.email,
  subject: 'Su nueva clave temporal de Mercado Dólar',
  text: [
    `Hola, ${mail.name}:`,
    '',
    `${toAuthor(mail)} le envió una clave temporal para el área de entidades el ${toTime(mail.at)}. Reemplaza su contraseña y las claves temporales anteriores; sus sesiones se cerraron.`,
    '',
    `Entidad: ${mail.entityCode}`,
    `Nombre de usuario: ${mail.username}`,
    `Clave temporal: ${mail.password}`,
    '',
    `Ingrese en ${mail.loginUrl} y elija su propia contraseña. La clave temporal sirve solo para el primer ingreso y vence en 24 horas.`,
    '',
    UNEXPECTED,
    '',
    'Mercado Dólar',
  ].join('\n'),
})
