import { auditActionText, auditChanges } from '#src/application/imc/audit/audit-messages.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { AuditLine } from '#src/domain/imc/audit/audit.ts'
import { formatTime, toDate, toIso } from '#src/domain/time/bogota.ts'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { RecordList } from '#src/ui/parts/record-list.tsx'
import { usePhone } from '#src/ui/parts/use-phone.ts'

interface LineProps {
  readonly line: AuditLine
}

const LineTime = ({ line: { at } }: LineProps) =>
  at === null ? <Missing /> : <time dateTime={toIso(at)}>{`${toDate(at)}, ${formatTime(at)}`}</time>

const OptionalText = ({ text }: { readonly text: string }) => (text === '' ? <Missing /> : text)

function Changes({ line }: LineProps) {
  const changes = auditChanges(line)
  if (changes.length === 0) return null
  return (
    <ul className="audit-changes">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  )
}

const COLUMNS: readonly TableColumn<AuditLine>[] = [
  { id: 'fecha', title: 'Fecha', className: 'audit-when', cell: (line) => <LineTime line={line} /> },
  { id: 'persona', title: 'Persona', className: 'audit-text', cell: ({ person }) => <OptionalText text={person} /> },
  { id: 'accion', title: 'Acción', isRowHeading: true, cell: auditActionText },
  { id: 'objeto', title: 'Objeto', className: 'audit-text', cell: ({ target }) => <OptionalText text={target} /> },
  { id: 'cambios', title: 'Cambios', className: 'audit-text', cell: (line) => <Changes line={line} /> },
]

const toId = ({ id }: AuditLine) => id

const toRecord = (line: AuditLine) => ({
  title: auditActionText(line),
  detail: (
    <>
      <LineTime line={line} /> · <OptionalText text={line.person} />
      <br />
      <OptionalText text={line.target} />
      <Changes line={line} />
    </>
  ),
})

const SKELETON_ROWS = 10
const NO_SELECTION: ReadonlySet<string> = new Set()

interface Props {
  /** Null while the first page loads. */
  readonly lines: readonly AuditLine[] | null
}

/** The lines as a table, or as records on a phone. */
export function AuditLines({ lines }: Props) {
  const isPhone = usePhone()
  if (!isPhone) {
    return (
      <DataTable
        caption={SCREENS.imcAudit.title}
        columns={COLUMNS}
        rows={lines}
        skeletonRows={SKELETON_ROWS}
        toId={toId}
      />
    )
  }
  return (
    <RecordList
      name={SCREENS.imcAudit.title}
      rows={lines}
      skeletonRows={SKELETON_ROWS}
      toId={toId}
      toRecord={toRecord}
      selectedIds={NO_SELECTION}
    />
  )
}
