import { type ComponentProps, useId, useState } from 'react'

import { describedBy, Field, type FieldNotes } from '#src/ui/parts/field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>, FieldNotes {
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  /** Ids of what else describes it. */
  readonly explainedBy?: string
}

/** A password whose letters can be shown. */
export function PasswordField({ label, error, hint, explainedBy = '', ...input }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const { 'aria-describedby': note = '', ...invalid } = describedBy(id, { error, hint })
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <span className="control">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...invalid}
          aria-describedby={`${note} ${explainedBy}`.trim() || undefined}
        />
        <button
          type="button"
          className="tail"
          aria-label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'hide' : 'show'} />
        </button>
      </span>
    </Field>
  )
}
