import type { AuditAction, AuditKind } from '#src/domain/imc/audit/audit.ts'
import type { RequestKind, RequestStatus } from '#src/domain/imc/requests/requests.ts'
import type { ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import type { ImcRole } from '#src/domain/imc/users/roles.ts'

/** The roles on the wire (§3). */
export const ROLE_WORDS = { administrator: 'administrador', user: 'usuario' } as const satisfies Record<ImcRole, string>

/** The statuses of screens and users on the wire (§3). */
export const STATUS_WORDS = {
  available: 'disponible',
  assigned: 'asignada',
  transit: 'transito',
} as const satisfies Record<ScreenStatus, string>

/** The text of a screen's status column, `estatus_pantalla` (D34). */
export const STATUS_TEXTS = {
  available: 'Disponible',
  assigned: 'Asignada',
  transit: 'Tránsito',
} as const satisfies Record<ScreenStatus, string>

/** The words of `tipo` (D59). */
export const KIND_WORDS = {
  purchase: 'Compra de paquete',
  link: 'Vinculación',
  release: 'Desvinculación',
  'screen-change': 'Cambio de pantalla',
  'user-change': 'Cambio de usuario',
} as const satisfies Record<RequestKind, string>

/** The words of `estatus` of a request (D59). */
export const REQUEST_STATUS_WORDS = {
  unconfirmed: 'Por confirmar',
  created: 'Creada',
  documents: 'Documentos',
  'in-progress': 'En trámite',
  approved: 'Aprobada',
  refused: 'Rechazada',
} as const satisfies Record<RequestStatus, string>

/** The words of `tipo` in the query of the audit log. */
export const AUDIT_KIND_WORDS = {
  changes: 'cambios',
  'sign-ins': 'ingresos',
  all: 'todo',
} as const satisfies Record<AuditKind, string>

/** The words of `accion` in the audit log. */
export const ACTION_WORDS = {
  'signed-in': 'Ingreso',
  'sign-in-refused': 'Ingreso rechazado',
  'signed-out': 'Cierre de sesión',
  'session-ended': 'Sesión cerrada',
  'password-changed': 'Cambio de contraseña',
  'factor-activated': 'Verificación en dos pasos activada',
  'passkey-added': 'Llave de acceso agregada',
  'passkey-removed': 'Llave de acceso quitada',
  'factor-deactivated': 'Verificación en dos pasos desactivada',
  'factor-codes-renewed': 'Códigos de recuperación reemplazados',
  'factor-reset': 'Verificación en dos pasos restablecida',
  'user-created': 'Usuario creado',
  'users-loaded': 'Usuarios cargados',
  'user-edited': 'Usuario editado',
  'user-activated': 'Usuario activado',
  'user-deactivated': 'Usuario desactivado',
  'password-sent': 'Clave temporal enviada',
  'contract-uploaded': 'Contrato cargado',
  'contract-downloaded': 'Contrato descargado',
  'package-ordered': 'Compra de paquete',
  'screen-linked': 'Vinculación solicitada',
  'screen-changed': 'Cambio solicitado',
  'screen-released': 'Desvinculación solicitada',
  'screen-expiry-changed': 'Vencimiento cambiado',
  'screen-reviewed': 'Pantalla revisada',
  'request-corrected': 'Solicitud corregida',
  'view-saved': 'Vista guardada',
  'view-renamed': 'Vista renombrada',
  'view-deleted': 'Vista eliminada',
  'governance-changed': 'Controles cambiados',
  'request-confirmed': 'Solicitud confirmada',
  'request-returned': 'Solicitud devuelta',
  'request-withdrawn': 'Solicitud retirada',
  'document-uploaded': 'Documento cargado',
  'request-approved': 'Solicitud aprobada',
  'request-refused': 'Solicitud rechazada',
} as const satisfies Record<AuditAction, string>
