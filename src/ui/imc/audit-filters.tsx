import type { AuditFilter } from '#src/application/imc/audit-filter.ts'
import { ALL_ACTIONS, AUDIT_ACTION_TEXTS } from '#src/application/imc/audit-messages.ts'
import type { AuditSnapshot } from '#src/application/imc/audit-view.ts'
import { AUDIT_ACTIONS } from '#src/domain/imc/audit.ts'
import { parseDate } from '#src/domain/time/bogota.ts'
import { FormField } from '#src/ui/parts/form-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'

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

/** Person, action and dates. */
export const AuditFilters = ({ audit: { filter, filterError }, onChange }: Props) => (
  <div className="audit-filters">
    <TextField
      label="Persona"
      type="search"
      autoComplete="off"
      value={filter.person}
      onChange={({ target }) => onChange({ person: target.value })}
    />
    <FormField label="Acción">
      {(control) => (
        <span className="field-control">
          <select
            className="audit-select"
            value={filter.action ?? ''}
            onChange={({ target }) =>
              onChange({ action: AUDIT_ACTIONS.find((action) => action === target.value) ?? null })
            }
            {...control}
          >
            <option value="">{ALL_ACTIONS}</option>
            {AUDIT_ACTIONS.map((action) => (
              <option key={action} value={action}>
                {AUDIT_ACTION_TEXTS[action]}
              </option>
            ))}
          </select>
        </span>
      )}
    </FormField>
    <DateField label="Desde" value={filter.from} error={filterError} onChange={(from) => onChange({ from })} />
    <DateField label="Hasta" value={filter.until} onChange={(until) => onChange({ until })} />
  </div>
)
