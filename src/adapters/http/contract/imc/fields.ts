import {
  customField,
  dayField,
  flagField,
  instantField,
  looseTextField,
  nullableTextField,
  numberField,
  optionalNumberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

/** The sums of a package's subscriptions; `precio` is their monthly cost. */
export const PACKAGE_GROUP = {
  paquete_id: textField,
  codigo: textField,
  nombre_paquete: looseTextField,
  total_pantallas: numberField,
  total_disponibles: numberField,
  total_asignadas: optionalNumberField,
  total_transito: optionalNumberField,
  precio: numberField,
}

/** A subscription; `numero` has leading zeros. */
export const SUBSCRIPTION = {
  codigo: textField,
  numero: textField,
  total_pantallas: numberField,
  total_disponibles: numberField,
  total_asignadas: optionalNumberField,
  total_transito: optionalNumberField,
  precio: numberField,
  paquete_id: textField,
}

/**
 * A screen. `solicitud_id`, the id of the open request, the last use and the last day are
 * extensions of this portal.
 */
export const SCREEN = {
  usuario_id: nullableTextField,
  perfil_id: textField,
  pantalla: textField,
  perfil: looseTextField,
  username: nullableTextField,
  usuario: nullableTextField,
  estatus: customField,
  estatus_pantalla: looseTextField,
  entidad_id: looseTextField,
  paquete_id: textField,
  numero: textField,
  codigo: looseTextField,
  nombre: looseTextField,
  solicitud_id: nullableTextField,
  ultimo_uso: nullableTextField,
  uso_reportado: customField,
  vence: nullableTextField,
  puede_vencer: customField,
}

/** A screen with its user and the user's last day; all of it is an extension of this portal. */
export const EXPIRY = {
  paquete_id: textField,
  numero: textField,
  pantalla: textField,
  usuario_id: textField,
  usuario: looseTextField,
  vence: dayField,
}

/** An offered package; `precio` is the monthly cost of one package. */
export const OFFER = { id: textField, codigo: textField, nombre: looseTextField, precio: numberField }

/** A free screen for a change; `codigo` and `perfil` are extensions of this portal. */
export const FREE_SCREEN = {
  entidad_id: looseTextField,
  paquete_id: textField,
  numero: textField,
  perfil_id: textField,
  pantalla: textField,
  codigo: looseTextField,
  perfil: looseTextField,
}

/** A row in the list of requests (§3). The request that corrects it is an extension of this portal. */
export const REQUEST = {
  id: textField,
  referencia: looseTextField,
  usuario: looseTextField,
  fecha: customField,
  tipo: customField,
  estatus: customField,
  corregida_id: nullableTextField,
  corregida_referencia: nullableTextField,
}

/** A document of a request. */
export const REQUEST_DOCUMENT = {
  requisito_id: textField,
  nombre: looseTextField,
  archivo: nullableTextField,
  bytes: customField,
  cargado: flagField,
}

/** A completed step of a request; `persona` is null for a step of the service. */
export const REQUEST_STEP = {
  estatus: customField,
  fecha: customField,
  detalle: nullableTextField,
  persona: nullableTextField,
}

/** The other fields of a request; all are extensions of this portal. */
export const REQUEST_DETAIL = {
  administrador: looseTextField,
  administrador_id: nullableTextField,
  usuario_id: nullableTextField,
  paquete_id: nullableTextField,
  codigo: nullableTextField,
  numero: nullableTextField,
  pantalla: nullableTextField,
  perfil: nullableTextField,
  numero_origen: nullableTextField,
  pantalla_origen: nullableTextField,
  usuario_origen: nullableTextField,
  cantidad: customField,
  precio: customField,
  observaciones: nullableTextField,
  motivo: nullableTextField,
  corrige_id: nullableTextField,
  corrige_referencia: nullableTextField,
  requisitos: customField,
  historial: customField,
}

/** A line of the audit log. */
export const AUDIT_LINE = {
  id: textField,
  fecha: instantField,
  persona_id: nullableTextField,
  persona: nullableTextField,
  accion: customField,
  objeto: nullableTextField,
  antes: customField,
  despues: customField,
  peticion_id: nullableTextField,
}
