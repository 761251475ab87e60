/** Widths as classes: the content security policy allows no inline styles. */
type Width = 'w-8' | 'w-11' | 'w-14' | 'w-16' | 'w-22' | 'w-24' | 'w-40' | 'w-full' | 'w-3/4'
type Height = 'h-2.5' | 'h-4.5' | 'h-7' | 'h-[.72em]'

interface Props {
  readonly width: Width
  readonly height?: Height
}

/**
 * A bar that replaces a text while it loads. It is invisible for 150 ms, so that a fast reply shows
 * no bar.
 */
export const Skeleton = ({ width, height = 'h-2.5' }: Props) => (
  <span
    className={`inline-block max-w-full rounded-xs bg-skeleton align-middle motion-safe:animate-skeleton motion-reduce:animate-skeleton-in ${width} ${height}`}
    aria-hidden="true"
  />
)
