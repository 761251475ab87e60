/** The colour of the reached parts by level; 0 is no password. */
const TONES = ['bg-line', 'bg-danger', 'bg-warning-line', 'bg-accent', 'bg-success'] as const
const PARTS = [1, 2, 3, 4] as const

/** The strength of a password from 0 to 4. A text next to it has the word. */
export const StrengthBar = ({ level }: { readonly level: number }) => (
  <span className="grid grid-cols-4 gap-1" aria-hidden="true">
    {PARTS.map((part) => (
      <i key={part} className={`h-1.5 rounded-xs ${part <= level ? TONES[level] : 'bg-line'}`} />
    ))}
  </span>
)
