import { Description, Field, Label } from '@headlessui/react'
import type { KeyboardEvent, ReactNode } from 'react'

import {
  ErrorIcon,
  type FieldNotes,
  type FieldSpace,
  fieldClass,
  LABEL_CLASS,
  noteClass,
} from '#src/ui/parts/field.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

interface Props extends FieldNotes {
  readonly label: string
  readonly space?: FieldSpace | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** Opens a list with Enter, in its control. Headless UI would submit the form of the list. */
export function openOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  // Headless UI has no function that opens a list: the down arrow is its key.
  event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
}

/** The frame of a control that opens a list, with its arrow. */
export const ChoiceControl = ({ children }: { readonly children: ReactNode }) => (
  <span className="relative flex after:pointer-events-none after:absolute after:top-1/2 after:right-3.75 after:size-1.75 after:translate-y-[-70%] after:rotate-45 after:border-r-[1.5px] after:border-b-[1.5px] after:border-muted after:content-['']">
    {children}
  </span>
)

export const OPTIONS_CLASS =
  'absolute inset-x-0 top-[calc(100%+4px)] z-sticky max-h-[296px] scrollbar-thin overflow-y-auto rounded-md border border-line-strong bg-raised p-1 shadow-menu outline-none'

export const OPTION_CLASS =
  'flex min-h-9 cursor-pointer items-center justify-between rounded-xs px-2 data-focus:bg-accent-soft data-selected:font-600 max-sm:min-h-11'

/** The field until hydration. */
const WaitingField = ({ label, space, className }: Pick<Props, 'label' | 'space' | 'className'>) => (
  <div className={`${fieldClass(space)} ${className}`} aria-busy="true">
    <span className={LABEL_CLASS}>{label}</span>
    <ChoiceControl>
      <span className="min-h-control w-full rounded-xs border border-line-strong bg-raised" />
    </ChoiceControl>
    <span className={noteClass(false)} />
  </div>
)

/**
 * The label and the note of a Headless UI list: its accessible name and its description. The server
 * does not render the list: the content security policy forbids the inline styles of its markup.
 */
export function ChoiceField({ label, space, className = '', error, hint, children }: Props) {
  if (!useHydrated()) return <WaitingField label={label} space={space} className={className} />
  return (
    <Field className={`${fieldClass(space)} ${className}`}>
      <Label className={LABEL_CLASS}>{label}</Label>
      {children}
      <Description as="span" className={noteClass(Boolean(error))}>
        {error && <ErrorIcon />}
        {error || hint}
      </Description>
    </Field>
  )
}
