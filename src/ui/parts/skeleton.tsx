/** Widths of the missing texts, as classes: the page allows no inline styles. */
type Width = 'w-8' | 'w-11' | 'w-14' | 'w-16' | 'w-22' | 'w-24' | 'w-40' | 'w-full' | 'w-3/4'
type Height = 'h-2.5' | 'h-4.5' | 'h-7' | 'h-[.72em]'

interface Props {
  readonly width: Width
  readonly height?: Height
}

/** A bar in place of a text that is still loading. */
export const Skeleton = ({ width, height = 'h-2.5' }: Props) => (
  <span className={`skeleton ${width} ${height}`} aria-hidden="true" />
)
