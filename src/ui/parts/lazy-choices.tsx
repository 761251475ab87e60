import { type ComponentProps, Suspense, useState } from 'react'

import type { ComboboxField } from '#src/ui/parts/combobox-field.tsx'
import type { ListboxField } from '#src/ui/parts/listbox-field.tsx'
import { useLazyPart } from '#src/ui/parts/use-lazy-part.ts'
import { useHydrated } from '#src/ui/shell/use-hydrated.ts'

let loadedListbox: typeof ListboxField | null = null

async function loadListbox() {
  loadedListbox = (await import('#src/ui/parts/listbox-field.tsx')).ListboxField
  return loadedListbox
}

/** Loads the listbox before a form opens, because an open form focuses its first field. */
export const preloadListbox = (): void => void loadListbox().catch(() => {})

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
  const LazyField = useLazyPart(loadListbox)
  const [LoadedField] = useState(() => loadedListbox ?? LazyField)
  const placeholder = <LoadingField label={props.label} className={props.className ?? ''} />
  if (!useHydrated()) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <LoadedField {...props} />
    </Suspense>
  )
}

/** A combobox whose code loads after its form, like `LazyListbox`. */
export function LazyCombobox(props: ComponentProps<typeof ComboboxField>) {
  const LoadedField = useLazyPart(loadCombobox)
  if (!useHydrated()) return <LoadingField label={props.label} />
  return (
    <Suspense fallback={<LoadingField label={props.label} />}>
      <LoadedField {...props} />
    </Suspense>
  )
}
