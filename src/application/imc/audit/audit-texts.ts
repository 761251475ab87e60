import type { AuditAction, AuditKind, AuditLine } from '#src/domain/imc/audit/audit.ts'
import { formatCount } from '#src/domain/money.ts'
import { formatTime, toDate } from '#src/domain/time/bogota.ts'

export const AUDIT_INTRO = 'Quién hizo qué en la entidad, lo más reciente primero.'
export const AUDIT_FAILED = 'No pudimos consultar la auditoría'
export const NO_LINES = {
  lead: 'Ningún registro de este tipo con estos filtros',
  rest: 'Los ingresos están en «Ingresos» y en «Todo»; o cambie la persona, la acción o las fechas.',
} as const
export const ONLY_ADMINISTRATORS = {
  lead: 'Solo los administradores ven la auditoría.',
  rest: 'Pídala a un administrador de su entidad.',
} as const
export const SHOW_MORE = 'Ver más'
/** The name of the choice of a kind. */
export const KIND_LABEL = 'Registros'
export const KIND_TEXTS: Readonly<Record<AuditKind, string>> = {
  changes: 'Cambios',
  'sign-ins': 'Ingresos',
  all: 'Todo',
}
export const ALL_ACTIONS = 'Todas las acciones'

export const AUDIT_ACTION_TEXTS: Readonly<Record<AuditAction, string>> = {
  'signed-in': 'Inició sesión',
  'sign-in-refused': 'Ingreso rechazado',
  'signed-out': 'Cerró sesión',
  'session-ended': 'Cerró la sesión de una persona',
  'password-changed': 'Cambió su contraseña',
  'factor-activated': 'Activó la verificación en dos pasos',
  'passkey-added': 'Agregó una llave de acceso',
  'passkey-removed': 'Quitó una llave de acceso',
  'factor-deactivated': 'Desactivó la verificación en dos pasos',
  'factor-codes-renewed': 'Reemplazó sus códigos de recuperación',
  'factor-reset': 'Restableció la verificación en dos pasos',
  'user-created': 'Creó un usuario',
  'users-loaded': 'Cargó usuarios de un archivo',
  'user-edited': 'Editó un usuario',
  'user-activated': 'Activó un usuario',
  'user-deactivated': 'Desactivó un usuario',
  'password-sent': 'Envió una clave temporal',
  'contract-uploaded': 'Cargó un contrato',
  'contract-downloaded': 'Descargó un contrato',
  'package-ordered': 'Solicitó un paquete',
  'screen-linked': 'Solicitó vincular una pantalla',
  'screen-changed': 'Solicitó cambiar una pantalla',
  'screen-released': 'Solicitó desvincular una pantalla',
  'screen-expiry-changed': 'Cambió el vencimiento de una pantalla',
  'screen-reviewed': 'Revisó una pantalla',
  'request-corrected': 'Corrigió y reenvió una solicitud',
  'view-saved': 'Guardó una vista de la entidad',
  'view-renamed': 'Renombró una vista de la entidad',
  'view-deleted': 'Eliminó una vista de la entidad',
  'governance-changed': 'Cambió los controles',
  'request-confirmed': 'Confirmó una solicitud',
  'request-returned': 'Devolvió una solicitud',
  'request-withdrawn': 'Retiró una solicitud',
  'document-uploaded': 'Cargó un documento',
  'request-approved': 'Solicitud aprobada',
  'request-refused': 'Solicitud rechazada',
}

/** The text of a line's action; for an unknown action, the service's text. */
export const auditActionText = ({ action, actionText }: AuditLine): string =>
  action === null ? actionText : AUDIT_ACTION_TEXTS[action]

/** The value of an empty field. */
const EMPTY_VALUE = '(vacío)'

/**
 * One text per changed value: `Cargo: Analista → Jefe de mesa`, `Cargo: (vacío) → Analista`. A line
 * without values before it records facts, not a change: `Rol: usuario`.
 */
export function auditChanges({ before, after }: AuditLine): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const isFact = Object.keys(before).length === 0
  return names.flatMap((name) => {
    const [oldValue = '', newValue = ''] = [before[name], after[name]]
    if (oldValue === newValue) return []
    if (isFact) return [`${name}: ${newValue}`]
    return [`${name}: ${oldValue || EMPTY_VALUE} → ${newValue || EMPTY_VALUE}`]
  })
}

/** Maximum length of a changed value on the page: the people of a file are up to 10,000 (D91). */
const MAX_SHOWN_LENGTH = 500

const countItems = (list: string) => list.split('; ').length

/** Shortens a long list after a whole item: `Personas: Ana Ruiz (aruiz); Luis Paz (lpaz) y 9.998 más`. */
function shortenList(text: string): string {
  const end = text.lastIndexOf('; ', MAX_SHOWN_LENGTH)
  if (text.length <= MAX_SHOWN_LENGTH || end === -1) return text
  const shown = text.slice(0, end)
  return `${shown} y ${formatCount(countItems(text) - countItems(shown))} más`
}

/** The changes of a line on the page. The CSV file has them whole. */
export const shownAuditChanges = (line: AuditLine): readonly string[] => auditChanges(line).map(shortenList)

export const AUDIT_COLUMNS = ['Fecha', 'Hora', 'Persona', 'Acción', 'Objeto', 'Cambios', 'Petición'] as const

/** `1 registro`, `40 registros, hay más`. */
export function linesText(lines: number, hasMore: boolean): string {
  const countText = `${lines} ${lines === 1 ? 'registro' : 'registros'}`
  return hasMore ? `${countText}, hay más` : countText
}

/** Shown while a download loads more lines. */
export const preparingText = (lines: number): string => `Preparando… ${formatCount(lines)} registros`

/** Shown when the file does not contain the oldest lines. */
export const downloadCutNotice = (lines: number) => ({
  lead: `El archivo tiene los ${formatCount(lines)} registros más recientes.`,
  rest: 'Acote las fechas para descargar los demás.',
})

/** The cells of a line in the CSV file, in the order of `AUDIT_COLUMNS`. */
export const toAuditCells = (line: AuditLine) => [
  line.at === null ? '' : toDate(line.at),
  line.at === null ? '' : formatTime(line.at),
  line.person,
  auditActionText(line),
  line.target,
  auditChanges(line).join('; '),
  line.requestId,
]
