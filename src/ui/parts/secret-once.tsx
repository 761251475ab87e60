import { useEffect, useId } from 'react'
import { CopyButton } from '#src/ui/parts/copy-button.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

interface Props {
  readonly title: string
  readonly note: string
  readonly secret: string
}

/** A secret that is shown once, selected as a whole. The page announces each new one. */
export function SecretOnce({ title, note, secret }: Props) {
  const id = useId()
  const { announcer } = usePortal()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new secret with the same words is announced too.
  useEffect(() => announcer.announce(`${title}. ${note}`), [announcer, title, note, secret])
  return (
    <div className="mt-4 border-l-3 border-warning pl-2.5">
      <label className="text-sm font-560" htmlFor={id}>
        {title}
      </label>
      <p className="text-sm">{note}</p>
      <input
        id={id}
        className="mt-1.25 w-full rounded-sm border border-line-strong bg-sunken p-2 text-xs text-ink"
        readOnly
        value={secret}
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-2">
        <CopyButton text={secret} />
      </div>
    </div>
  )
}
