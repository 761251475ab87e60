import { type ComponentProps, useState } from 'react'

import type { FieldNotes } from '#src/ui/parts/field.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>, FieldNotes {
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  /** Ids of other elements that describe the control. */
  readonly descriptionIds?: string
}

/** A password field with a button that shows the characters. */
export function PasswordField({ label, error, hint, descriptionIds = '', ...input }: Props) {
  const [isVisible, setVisible] = useState(false)
  return (
    <FormField label={label} error={error} hint={hint} descriptionIds={descriptionIds}>
      {(control) => (
        <span className="field-control">
          <input
            type={isVisible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
          />
          <button
            type="button"
            className="field-tail"
            aria-label={isVisible ? 'Ocultar contraseña' : 'Mostrar contraseña'}
            onClick={() => setVisible(!isVisible)}
          >
            <Icon name={isVisible ? 'hide' : 'show'} />
          </button>
        </span>
      )}
    </FormField>
  )
}
