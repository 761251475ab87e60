import { type ComponentProps, useState } from 'react'

import { controlClass, type FieldNotes, TailButton } from '#src/ui/parts/field.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'

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
        <span className="relative flex">
          <input
            className={controlClass({ end: 'button' })}
            type={isVisible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
          />
          <TailButton
            label={isVisible ? 'Ocultar contraseña' : 'Mostrar contraseña'}
            icon={isVisible ? 'hide' : 'show'}
            onPress={() => setVisible(!isVisible)}
          />
        </span>
      )}
    </FormField>
  )
}
