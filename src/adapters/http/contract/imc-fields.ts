import {
  flagField,
  instantField,
  looseTextField,
  numberField,
  optionalNumberField,
  optionalTextField,
  ownField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

/** The user of a login (§3); `rolename` is an extension of this portal (D25). */
export const LOGIN_USER = {
  id: textField,
  entidad_id: textField,
  nombre: textField,
  entidad_nombre: textField,
  cambiar_pwd: flagField,
  rolename: ownField,
}

/**
 * A user of an entity (§3). `numero` and `paquete_id` (D26), `contrato_pendiente` and `contrato`
 * are extensions of this portal.
 */
export const ENTITY_USER = {
  id: textField,
  usr_name: textField,
  rolename: ownField,
  nombre: textField,
  estatus: ownField,
  nombre_perfil: optionalTextField,
  es_activo: flagField,
  es_exento: flagField,
  email_address: optionalTextField,
  cargo: optionalTextField,
  telefono: optionalTextField,
  tipo_doc: optionalTextField,
  idoc_numero: optionalTextField,
  idoc_id: optionalTextField,
  idoc_dv: optionalTextField,
  created_at: instantField,
  created_by: optionalTextField,
  updated_at: instantField,
  updated_by: optionalTextField,
  numero: optionalTextField,
  paquete_id: optionalTextField,
  contrato_pendiente: ownField,
  contrato: ownField,
}

export const DOCUMENT_TYPE = { nombre: textField, codigo: textField }

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

/** A screen. `solicitud_id`, the id of the open request, is an extension of this portal. */
export const SCREEN = {
  usuario_id: optionalTextField,
  perfil_id: textField,
  pantalla: textField,
  perfil: looseTextField,
  username: optionalTextField,
  usuario: optionalTextField,
  estatus: ownField,
  estatus_pantalla: looseTextField,
  entidad_id: looseTextField,
  paquete_id: textField,
  numero: textField,
  codigo: looseTextField,
  nombre: looseTextField,
  solicitud_id: optionalTextField,
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

/** A row in the list of requests (§3). */
export const REQUEST = {
  id: textField,
  referencia: looseTextField,
  usuario: looseTextField,
  fecha: ownField,
  tipo: ownField,
  estatus: ownField,
}

/** A document of a request. */
export const REQUEST_DOCUMENT = {
  requisito_id: textField,
  nombre: looseTextField,
  archivo: optionalTextField,
  bytes: ownField,
  cargado: flagField,
}

/** A completed step of a request; `persona` is null for a step of the service. */
export const REQUEST_STEP = {
  estatus: ownField,
  fecha: ownField,
  detalle: optionalTextField,
  persona: optionalTextField,
}

/** The other fields of a request; all are extensions of this portal. */
export const REQUEST_DETAIL = {
  administrador: looseTextField,
  usuario_id: optionalTextField,
  paquete_id: optionalTextField,
  codigo: optionalTextField,
  numero: optionalTextField,
  pantalla: optionalTextField,
  perfil: optionalTextField,
  numero_origen: optionalTextField,
  pantalla_origen: optionalTextField,
  usuario_origen: optionalTextField,
  cantidad: ownField,
  precio: ownField,
  observaciones: optionalTextField,
  motivo: optionalTextField,
  requisitos: ownField,
  historial: ownField,
}

/** A line of the audit log. */
export const AUDIT_LINE = {
  id: textField,
  fecha: instantField,
  persona_id: optionalTextField,
  persona: optionalTextField,
  accion: ownField,
  objeto: optionalTextField,
  antes: ownField,
  despues: ownField,
  peticion_id: optionalTextField,
}
