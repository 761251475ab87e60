import type { ComponentProps } from 'react'

import type { ComboboxField } from '#src/ui/parts/combobox-field.tsx'
import type { ListboxField } from '#src/ui/parts/listbox-field.tsx'
import { preloadPart, useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

const loadListbox = async () => (await import('#src/ui/parts/listbox-field.tsx')).ListboxField

/** Loads the listbox before a form opens, so that the form shows no loading field. */
export const preloadListbox = (): void => preloadPart(loadListbox)

const loadCombobox = async () => (await import('#src/ui/parts/combobox-field.tsx')).ComboboxField

/** Replaces a field while its code loads. */
const LoadingField = ({ label, className = '' }: { readonly label: string; readonly className?: string }) => (
  <div className={`field ${className}`} aria-busy="true">
    <span className="field-label">{label}</span>
    <span className="field-control choice-control choice-waiting" />
    <span className="field-hint" />
  </div>
)

/**
 * A listbox whose code loads after its form: Headless UI is larger than the rest of the form. The
 * server does not render the listbox: its markup has inline styles.
 */
export function LazyListbox(props: ComponentProps<typeof ListboxField>) {
  const Field = useLoadedPart(useHydrated() ? loadListbox : null)
  return Field ? <Field {...props} /> : <LoadingField label={props.label} className={props.className ?? ''} />
}

/** A combobox whose code loads after its form, like `LazyListbox`. */
export function LazyCombobox(props: ComponentProps<typeof ComboboxField>) {
  const Field = useLoadedPart(useHydrated() ? loadCombobox : null)
  return Field ? <Field {...props} /> : <LoadingField label={props.label} />
}
