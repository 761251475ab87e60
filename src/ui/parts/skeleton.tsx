/** Widths as classes: the content security policy allows no inline styles. */
type Width = 'w-8' | 'w-11' | 'w-14' | 'w-16' | 'w-22' | 'w-24' | 'w-40' | 'w-full' | 'w-3/4'
type Height = 'h-2.5' | 'h-4.5' | 'h-7' | 'h-[.72em]'

interface Props {
  readonly width: Width
  readonly height?: Height
}

/** A bar that replaces a text while it loads. */
export const Skeleton = ({ width, height = 'h-2.5' }: Props) => (
  <span className={`skeleton ${width} ${height}`} aria-hidden="true" />
)
