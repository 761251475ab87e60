import type { UseProblem } from '#src/domain/imc/screens/screen-use.ts'

export const APPROVED = 'Solicitud aprobada.'
export const CONFIRMED = 'Solicitud confirmada. Ya está en trámite.'
export const REFUSED = 'Solicitud rechazada.'
export const UNKNOWN_REQUEST = 'La solicitud no existe.'
export const NOT_OPEN = 'La solicitud ya está decidida, o le faltan documentos para aprobarla.'
export const ENTITY_ADDED = 'Entidad creada. La clave temporal va en un correo al administrador.'
export const ADMINISTRATOR_ADDED = 'Administrador agregado. La clave temporal va en un correo y vence en 24 horas.'
export const UNKNOWN_PERSON = 'No hay una persona con ese usuario en una entidad con ese código.'

/** `Se cerraron 3 sesiones.` */
export const sessionsEnded = (count: number): string => {
  if (count === 0) return 'No había sesiones abiertas.'
  return count === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${count} sesiones.`
}

export const ENTITY_TAKEN = 'Ya existe una entidad con ese código.'
export const PACKAGE_ADDED = 'Paquete agregado.'
export const PACKAGE_CHANGED = 'Paquete actualizado.'
export const PACKAGE_TAKEN = 'Ya existe un paquete con ese código.'
export const UNKNOWN_PACKAGE = 'El paquete no existe.'
export const UNKNOWN_PROFILE = 'El perfil no existe.'
export const MESSAGE_RETRIED = 'El mensaje se enviará de nuevo.'
export const KEY_ADDED = 'Clave creada. No se muestra otra vez.'
export const KEY_ROTATED = 'Clave nueva creada. No se muestra otra vez.'
export const KEY_REVOKED = 'Clave revocada.'
export const KEY_TAKEN = 'Ya hubo una clave con ese nombre.'
export const PAST_END = 'La fecha ya pasó.'
export const NO_VALID_KEY = 'No hay una clave vigente con ese nombre.'
/** `La clave «precios» no tiene el alcance backup.` */
export const scopeMissing = (name: string, scope: string): string =>
  scope === 'keys'
    ? 'Las claves se administran con la de OPERATOR_KEY.'
    : `La clave «${name}» no tiene el alcance ${scope}.`
export const BACKUP_RUNNING = 'Ya hay una copia en curso. Espere a que termine.'
export const UNKNOWN_MESSAGE = 'El mensaje no existe o ya se envió.'

/** `Último uso de 3 pantallas guardado.` */
export const usesStored = (count: number): string =>
  count === 0
    ? 'Sin cambios: no hay un uso más reciente que los guardados.'
    : `Último uso de ${count} ${count === 1 ? 'pantalla' : 'pantallas'} guardado.`

/** `No se guardó nada: 2 filas no son válidas.` */
export const usesRefused = (count: number): string =>
  `No se guardó nada: ${count === 1 ? 'una fila no es válida' : `${count} filas no son válidas`}.`

/** Why a row of the report of uses is refused. */
export const USE_PROBLEMS: Readonly<Record<UseProblem['code'], string>> = {
  'unknown-screen': 'la entidad no tiene esa pantalla',
  'invalid-date': 'la fecha no es válida: debe ser como 2026-11-12',
  'future-date': 'la fecha es posterior a hoy',
}

export const CLIENT_ADDED = 'Cuenta creada. La invitación va en un correo.'
export const CLIENT_DISABLED = 'Cuenta desactivada.'
export const CLIENT_ENABLED = 'Cuenta activada.'
export const CLIENT_EXTENDED = 'Vigencia cambiada.'
export const FACTOR_RESET = 'Verificación en dos pasos restablecida.'
export const FACTOR_REQUIREMENT_CHANGED = 'Exigencia de la verificación en dos pasos cambiada.'
export const UNKNOWN_ENTITY = 'No hay una entidad con ese código.'
export const NO_FACTOR = 'No hay una persona con ese usuario y verificación en dos pasos.'
export const GOVERNANCE_CHANGED = 'Controles de la entidad cambiados.'
export const CLIENT_INVITED = 'La nueva invitación va en un correo; las anteriores ya no sirven.'
export const PASSWORD_EXPIRED = 'El cliente debe cambiar su contraseña en el próximo ingreso.'
export const ORDER_CHANGED = 'El pedido cambió con lo que dice el proveedor.'
export const ORDER_UNCHANGED = 'Sin cambios: el proveedor dice lo mismo.'
export const ORDER_REVIEWED = 'El pedido quedó revisado. Vuelve a la lista si su pago tiene otra novedad.'
export const NOTHING_TO_REVIEW = 'El pedido no tiene una novedad por revisar.'
export const NO_PROVIDER_READ = 'El proveedor de este pedido no permite consultar sus pagos.'
export const NO_KNOWN_TRANSACTION = 'Ninguna confirmación nombró una transacción. Indique su número con --transaction.'
export const UNKNOWN_TRANSACTION = 'El proveedor no conoce la transacción.'
export const PROVIDER_UNREACHABLE = 'No pudimos consultar al proveedor. Intente de nuevo en un minuto.'
export const REGISTRATION_ACCEPTED = 'Registro aceptado. La invitación va en un correo.'
export const REGISTRATION_REFUSED = 'Registro rechazado.'

const FAILURES = {
  'username-taken': 'Ya existe una cuenta con ese usuario.',
  'email-taken': 'Ya existe una cuenta con ese correo.',
  'past-date': 'La fecha ya pasó.',
  'not-invited': 'El cliente ya eligió su contraseña.',
  disabled: 'La cuenta está inactiva.',
  unchanged: 'La cuenta ya está así.',
  settled: 'El registro ya está decidido.',
} as const

/** Why a call on a client or a registration was refused. */
export const CLIENT_FAILURES = {
  client: { ...FAILURES, unknown: 'El cliente no existe.' },
  registration: { ...FAILURES, unknown: 'El registro no existe.' },
} as const

export function dealsDecidedMessage(count: number, isIncomplete: boolean): string {
  const done = count === 1 ? 'Se decidió sobre una operación.' : `Se decidió sobre ${count} operaciones.`
  return isIncomplete ? `${done} Faltan otras: repita la misma decisión.` : done
}
