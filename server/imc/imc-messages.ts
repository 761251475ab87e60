import type { Mail } from '#server/delivery/mail.ts'
import { DIGITS_ONLY, lengthMessage, NOT_AN_EMAIL, NOT_OFFERED, SPECIAL_CHARACTERS } from '#server/http/messages.ts'
import { ACCESS_REFUSALS, CALLER_INACTIVE } from '#server/imc/access/access-messages.ts'
import { expiryMessage } from '#server/imc/expiries/expiry-messages.ts'
import type { ImcFailure, Item, LoginRefusal } from '#server/imc/failures.ts'
import { governanceMessage } from '#server/imc/governance/governance-messages.ts'
import { confirmationMessage } from '#server/imc/requests/confirmation-messages.ts'
import { REVIEW_CLOSED, REVIEW_RELEASED } from '#server/imc/reviews/review-messages.ts'
import { ACTION_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import type { EntityAuditAction } from '#src/domain/imc/audit/audit.ts'
import { MAX_VIEW_NAME_LENGTH, MAX_VIEWS } from '#src/domain/imc/saved-views.ts'
import type { ActivationRefusal } from '#src/domain/imc/users/user-actions.ts'
import {
  type BatchOutcome,
  MAX_CREATE_ROWS,
  type RowConflict,
  type RowProblem,
} from '#src/domain/imc/users/user-batch.ts'
import type { UserForm, UserViolation, UserViolations } from '#src/domain/imc/users/user-form.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

export const USER_CREATED = 'Usuario creado.'
export const USER_EDITED = 'Usuario actualizado.'
export const USER_ACTIVATED = 'Usuario activado con exito.'
export const USER_DEACTIVATED = 'Usuario desactivado con exito.'
export const REQUEST_SENT = 'Solicitud Enviada.'

const UNKNOWN_ITEM_MESSAGES: Readonly<Record<Item, string>> = {
  user: 'El usuario no existe.',
  subscription: 'La suscripción no existe.',
  screen: 'La pantalla no existe.',
  package: 'El paquete no existe.',
  profile: 'El perfil no existe.',
  request: 'La solicitud no existe.',
  view: 'La vista no existe.',
}

const ACTIVATION_MESSAGES: Readonly<Record<ActivationRefusal, string>> = {
  administrator: 'Un administrador no se puede activar ni desactivar.',
  'has-screen': 'El usuario tiene una pantalla asignada.',
  'request-in-progress': 'El usuario tiene una solicitud en curso.',
  'unknown-status': 'El estatus del usuario no permite desactivarlo.',
}

const FIELD_NAMES: Readonly<Record<keyof UserForm, string>> = {
  role: 'Rol',
  username: 'Nombre de usuario',
  email: 'Correo electrónico',
  contingency: 'Contingencia',
  active: 'Activo',
  name: 'Nombre',
  documentType: 'Tipo de documento',
  documentNumber: 'Documento',
  checkDigit: 'Dígito de verificación',
  position: 'Cargo',
  telephone: 'Teléfono',
}

/** The texts of §5 for empty fields; `userMessage` has a general text for the others. */
const REQUIRED_MESSAGES: Readonly<Partial<Record<keyof UserForm, string>>> = {
  role: 'El rol es obligatorio',
  email: 'El correo electrónico es obligatorio',
  name: 'Los campos de Documento y Nombre son obligatorios',
  documentNumber: 'Los campos de Documento y Nombre son obligatorios',
}

function violationText(violation: Exclude<UserViolation, { readonly code: 'required' }>): string {
  switch (violation.code) {
    case 'not-offered':
      return NOT_OFFERED
    case 'not-an-email':
      return NOT_AN_EMAIL
    case 'invalid-character':
      return SPECIAL_CHARACTERS
    case 'digits-only':
      return DIGITS_ONLY
    case 'length':
      return lengthMessage(violation)
    case 'check-digit':
      return 'El dígito de verificación no corresponde al NIT'
  }
}

/** Message of an invalid field of a user. */
function userMessage(field: keyof UserForm, violation: UserViolation): string {
  if (violation.code === 'required') return REQUIRED_MESSAGES[field] ?? `${FIELD_NAMES[field]}: El campo es requerido.`
  return `${FIELD_NAMES[field]}: ${violationText(violation)}.`
}

const isUserField = (field: string): field is keyof UserForm => Object.hasOwn(FIELD_NAMES, field)

/** Message of the first invalid field of a user. */
function firstUserMessage(violations: Readonly<Record<string, UserViolation | undefined>>): string {
  for (const [field, violation] of Object.entries(violations)) {
    if (violation && isUserField(field)) return userMessage(field, violation)
  }
  return 'El usuario no es válido.'
}

/** All that is wrong in a row of a file (D91). */
export const userProblems = (violations: UserViolations): readonly RowProblem[] =>
  Object.entries(violations).flatMap(([field, violation]) =>
    violation && isUserField(field)
      ? [{ field, text: violation.code === 'required' ? 'El campo es requerido' : violationText(violation) }]
      : [],
  )

/** Why a row of a file collides with a user of the entity (D91). */
export const batchProblem = (conflict: Exclude<RowConflict, { readonly kind: 'existing' }>): RowProblem =>
  conflict.kind === 'username-taken'
    ? { field: 'username', text: 'Ya existe en la entidad' }
    : { field: 'documentNumber', text: `Es el documento de ${conflict.by.name} (${conflict.by.username})` }

/** Message of a checked or created part of a file. */
export const batchMessage = (outcomes: readonly BatchOutcome[]): string => {
  const count = (kind: BatchOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  return `${count('created')} creados, ${count('ready')} correctos, ${count('existing')} existentes, ${count('rejected')} rechazados.`
}

export const TOO_MANY_ROWS = `Un lote crea máximo ${MAX_CREATE_ROWS} usuarios.`

/** Message when another person saved the user after the form was opened (D81). */
const userChangedMessage = (by: string): string =>
  `${by || 'Otra persona'} cambió este usuario mientras usted lo editaba.`

/** Message of a refused call. */
export function failureMessage(failure: ImcFailure): string {
  switch (failure.kind) {
    case 'key-reused':
      return 'La clave de la solicitud ya se usó con otro contenido.'
    case 'foreign':
      return 'La entidad no corresponde a su sesión.'
    case 'unknown':
      return UNKNOWN_ITEM_MESSAGES[failure.item]
    case 'invalid-user':
      return firstUserMessage(failure.violations)
    case 'username-taken':
      return `El nombre de usuario ${failure.username} ya existe en la entidad.`
    case 'user-changed':
      return userChangedMessage(failure.by)
    case 'activation':
      return ACTIVATION_MESSAGES[failure.reason]
    case 'access':
      return ACCESS_REFUSALS[failure.reason]
    case 'caller-inactive':
      return CALLER_INACTIVE
    case 'view-name':
      return `El nombre de una vista tiene entre 1 y ${MAX_VIEW_NAME_LENGTH} caracteres.`
    case 'view-name-taken':
      return 'Ya hay una vista con ese nombre. Escriba otro.'
    case 'too-many-views':
      return `Hay ${MAX_VIEWS} vistas guardadas, el máximo. Elimine una.`
    case 'view-not-own':
      return 'Solo un administrador cambia las vistas de la entidad.'
    case 'governance-values':
    case 'single-administrator':
    case 'governance-changed':
      return governanceMessage(failure)
    case 'review-closed':
      return REVIEW_CLOSED
    case 'review-released':
      return REVIEW_RELEASED
    case 'expiry-off':
    case 'expiry-date':
      return expiryMessage(failure)
    case 'price-changed':
      return 'El precio del paquete cambió. El total ya muestra el valor vigente; revise y envíe de nuevo.'
    case 'screen-in-transit':
      return 'La pantalla ya tiene una solicitud en curso'
    case 'screen-taken':
      return `La pantalla ${failure.screen.screen} ya no está disponible. Elija otra.`
    case 'screen-free':
      return `La pantalla ${failure.screen.screen} no está asignada.`
    case 'screen-changed':
      return `La pantalla ${failure.screen.screen} cambió. Revise sus datos y envíe de nuevo.`
    case 'user-taken':
      return 'El usuario ya tiene una pantalla o una solicitud en curso. Elija otro.'
    case 'user-inactive':
      return 'El usuario está inactivo. Elija otro.'
    case 'no-source':
      return 'El usuario no tiene una pantalla de origen.'
    case 'not-holder':
      return 'El usuario ya no tiene la pantalla de origen. Revise y envíe de nuevo.'
    case 'same-user':
      return 'No has asignado un usuario'
    case 'profile-not-offered':
      return 'El perfil no está disponible para la pantalla.'
    case 'observations':
      return failure.violation.code === 'length'
        ? `La observación admite máximo ${failure.violation.maximum} caracteres.`
        : 'La observación contiene caracteres no válidos.'
    case 'not-rejected':
      return 'Solo se corrige una solicitud rechazada.'
    case 'not-pending':
    case 'documents-missing':
    case 'decided':
    case 'own-confirmation':
    case 'others-confirm':
      return confirmationMessage(failure)
    case 'corrected':
      return `${failure.by} ya corrigió esta solicitud. La nueva es ${failure.reference}.`
    case 'correction':
      return failure.code === 'quantity'
        ? 'El número de paquetes debe ser un entero de 1 a 999.'
        : 'Reemplace el archivo o cambie la observación que causó el rechazo.'
  }
}

interface TemporaryAccess {
  readonly email: string
  readonly name: string
  readonly entityName: string
  readonly entityCode: string
  readonly username: string
  readonly password: string
  readonly loginUrl: string
}

/** The mail with a user's first password. */
export const temporaryPasswordMail = (access: TemporaryAccess): Mail => ({
  to: access.email,
  subject: 'Su acceso al área de entidades de Mercado Dólar',
  text: [
    `Hola, ${access.name}:`,
    '',
    `${access.entityName} creó su usuario en el área de entidades de Mercado Dólar.`,
    '',
    `Entidad: ${access.entityCode}`,
    `Nombre de usuario: ${access.username}`,
    `Clave temporal: ${access.password}`,
    '',
    `Ingrese en ${access.loginUrl} y elija su propia contraseña. La clave temporal sirve solo para el primer ingreso y vence en 24 horas.`,
    '',
    'Mercado Dólar',
  ].join('\n'),
})

/**
 * The mail after a change of the password (D79). It has no link that forged mails could imitate.
 */
export const passwordChangedMail = (name: string, email: string, at: Instant): Mail => ({
  to: email,
  subject: 'Su contraseña de Mercado Dólar cambió',
  text: [
    `Hola, ${name}:`,
    '',
    `La contraseña de su usuario del área de entidades cambió el ${formatLongDate(toDate(at)).toLowerCase()} a las ${formatShortClock(at)} (hora de Bogotá).`,
    '',
    'Si usted no hizo este cambio, avise al administrador de su entidad y a su agente de soporte.',
    '',
    'Mercado Dólar',
  ].join('\n'),
})

/** Texts of flags in the audit. */
export const YES = 'Sí'
export const NO = 'No'

/** Texts of the audit for refused logins. */
export const REFUSAL_WORDS: Readonly<Record<LoginRefusal, string>> = {
  invalid: 'Credenciales incorrectas',
  closed: 'Usuario o entidad inactivos',
  'contract-pending': 'Contrato pendiente',
  'temporary-expired': 'Clave temporal vencida',
  'temporary-used': 'Clave temporal ya usada',
}

/** Texts of the audited actions. Users can filter by those in `ACTION_WORDS`. */
export const AUDIT_ACTION_WORDS: Readonly<Record<EntityAuditAction, string>> = {
  ...ACTION_WORDS,
  'entity-added': 'Entidad creada',
  'factor-required': 'Exigencia de dos pasos cambiada',
  'uses-reported': 'Reporte de uso recibido',
}

/** Text of an audited action that this release does not know. */
export const UNKNOWN_ACTION = 'Otra acción'

/** Spanish names of the audited values that an entity reads, by their stored names (D104). */
export const AUDIT_FIELDS = {
  ...FIELD_NAMES,
  status: 'Estatus',
  reference: 'Referencia',
  package: 'Paquete',
  quantity: 'Cantidad',
  price: 'Precio',
  screen: 'Pantalla',
  number: 'Suscripción',
  profile: 'Perfil',
  user: 'Usuario',
  observations: 'Observación',
  reason: 'Motivo',
  corrects: 'Corrige',
  keptDocuments: 'Documentos conservados',
  administrator: 'Administrador',
  // The creation of an entity was stored with these names in earlier releases.
  nombre: 'Nombre',
  administrador: 'Administrador',
  file: 'Archivo',
  bytes: 'Bytes',
  sha256: 'SHA-256',
  sessions: 'Sesiones',
  temporaryUntil: 'Clave temporal hasta',
  devices: 'Equipos',
  exigida: 'Exigida',
  fourEyesRequests: 'Control dual en solicitudes',
  fourEyesAbove: 'Control dual en compras desde',
  screenExpiry: 'Vencimiento de pantallas',
  yearlyReview: 'Revisión anual',
  reviewMonth: 'Mes de la revisión',
  screens: 'Pantallas',
  endsOn: 'Vence',
  people: 'Personas',
} as const satisfies Readonly<Record<string, string>>

/** The name of an audited value that an entity reads. */
export type AuditField = keyof typeof AUDIT_FIELDS
