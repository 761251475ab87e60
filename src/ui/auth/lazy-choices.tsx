import { type ComponentProps, lazy, Suspense } from 'react'

import type { ComboboxField } from '#src/ui/parts/combobox-field.tsx'
import type { ListboxField } from '#src/ui/parts/listbox-field.tsx'

const FetchedListbox = lazy(async () => ({ default: (await import('#src/ui/parts/listbox-field.tsx')).ListboxField }))
const FetchedCombobox = lazy(async () => ({
  default: (await import('#src/ui/parts/combobox-field.tsx')).ComboboxField,
}))

/** The field's place until its list can be used. */
const Waiting = ({ label }: { readonly label: string }) => (
  <div className="field" aria-busy="true">
    <span className="label">{label}</span>
    <span className="control list waiting-list" />
    <span className="hint" />
  </div>
)

/** The lists of Headless UI, which weigh more than the rest of the form, come after it. */
export const LazyListbox = (props: ComponentProps<typeof ListboxField>) => (
  <Suspense fallback={<Waiting label={props.label} />}>
    <FetchedListbox {...props} />
  </Suspense>
)

export const LazyCombobox = (props: ComponentProps<typeof ComboboxField>) => (
  <Suspense fallback={<Waiting label={props.label} />}>
    <FetchedCombobox {...props} />
  </Suspense>
)
