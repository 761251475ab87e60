interface Props {
  readonly letters: string
}

/** The first letters of a user's name, in a disc. The name stands next to it. */
export const Avatar = ({ letters }: Props) => (
  <span
    className="grid size-8 flex-none place-items-center rounded-full bg-ink text-[12px]/none font-600 font-stretch-86% tracking-[.02em] text-surface"
    aria-hidden="true"
  >
    {letters}
  </span>
)
