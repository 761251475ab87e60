import { ALL_ACTIONS, AUDIT_ACTION_TEXTS } from '#src/application/imc/audit/audit-messages.ts'
import type { AuditSnapshot } from '#src/application/imc/audit/audit-view.ts'
import type { AuditFilter } from '#src/application/navigation/query.ts'
import { AUDIT_ACTIONS } from '#src/domain/imc/audit/audit.ts'
import { parseDate } from '#src/domain/time/bogota.ts'
import { FormField } from '#src/ui/parts/form-field.tsx'
import { LazyListbox } from '#src/ui/parts/lazy-choices.tsx'
import { SearchField } from '#src/ui/parts/search-field.tsx'

interface Props {
  readonly audit: AuditSnapshot
  readonly onChange: (change: Partial<AuditFilter>) => void
}

interface DateProps {
  readonly label: string
  readonly value: string | null
  readonly error?: string | null
  readonly onChange: (value: string | null) => void
}

const DateField = ({ label, value, error, onChange }: DateProps) => (
  <FormField label={label} error={error}>
    {(control) => (
      <span className="field-control">
        <input
          type="date"
          value={value ?? ''}
          onChange={({ target }) => onChange(parseDate(target.value))}
          {...control}
        />
      </span>
    )}
  </FormField>
)

/** The filters of the audit: person, action and dates. */
export const AuditFilters = ({ audit: { filter, filterError }, onChange }: Props) => (
  <div className="audit-filters">
    <FormField label="Persona">
      {(control) => (
        <span className="audit-search">
          <SearchField value={filter.person} onChange={(person) => onChange({ person })} {...control} />
        </span>
      )}
    </FormField>
    <LazyListbox
      label="Acción"
      placeholder={ALL_ACTIONS}
      choices={[['', ALL_ACTIONS], ...AUDIT_ACTIONS.map((action) => [action, AUDIT_ACTION_TEXTS[action]] as const)]}
      value={filter.action ?? ''}
      onChange={(value) => onChange({ action: AUDIT_ACTIONS.find((action) => action === value) ?? null })}
    />
    <DateField label="Desde" value={filter.from} error={filterError} onChange={(from) => onChange({ from })} />
    <DateField label="Hasta" value={filter.until} onChange={(until) => onChange({ until })} />
  </div>
)
