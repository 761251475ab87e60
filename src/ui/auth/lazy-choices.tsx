import { type ComponentProps, lazy, Suspense, useState } from 'react'

import type { ComboboxField } from '#src/ui/parts/combobox-field.tsx'
import type { ListboxField } from '#src/ui/parts/listbox-field.tsx'

const lazyListbox = () =>
  lazy(async () => ({ default: (await import('#src/ui/parts/listbox-field.tsx')).ListboxField }))
const lazyCombobox = () =>
  lazy(async () => ({ default: (await import('#src/ui/parts/combobox-field.tsx')).ComboboxField }))

/** The field's place until its list can be used. */
const Waiting = ({ label }: { readonly label: string }) => (
  <div className="field" aria-busy="true">
    <span className="label">{label}</span>
    <span className="control list waiting-list" />
    <span className="hint" />
  </div>
)

/** The lists of Headless UI, which weigh more than the rest of the form, come after it; with a retry of the page, again. */
export function LazyListbox(props: ComponentProps<typeof ListboxField>) {
  const [Fetched] = useState(lazyListbox)
  return (
    <Suspense fallback={<Waiting label={props.label} />}>
      <Fetched {...props} />
    </Suspense>
  )
}

export function LazyCombobox(props: ComponentProps<typeof ComboboxField>) {
  const [Fetched] = useState(lazyCombobox)
  return (
    <Suspense fallback={<Waiting label={props.label} />}>
      <Fetched {...props} />
    </Suspense>
  )
}
