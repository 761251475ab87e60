import type { FieldControl } from '#src/ui/parts/form-field.tsx'
import { IconDrawing } from '#src/ui/parts/icon.tsx'
import '#src/ui/styles/search.css'

interface Props extends Partial<FieldControl> {
  /** The accessible name and the placeholder; omitted in a `FormField`, which has a label. */
  readonly label?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The search field of a list. */
export const SearchField = ({ label, value, onChange, ...control }: Props) => (
  <span className="search">
    <IconDrawing path="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.5 10.5 14 14" />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      {...control}
    />
  </span>
)
