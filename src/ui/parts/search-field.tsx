import type { FieldControl } from '#src/ui/parts/form-field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props extends Partial<FieldControl> {
  /** The accessible name and the placeholder; omitted in a `FormField`, which has a label. */
  readonly label?: string
  /** As wide as its column. */
  readonly isWide?: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The search field of a list. */
export const SearchField = ({ label, isWide = false, value, onChange, ...control }: Props) => (
  <span className={`relative block max-w-full ${isWide ? 'w-full' : 'w-75'}`}>
    <Icon name="search" className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
    <input
      className="min-h-control w-full rounded-xs border border-line-strong bg-raised pr-3 pl-9.5 text-ellipsis placeholder:text-muted placeholder:opacity-100"
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
