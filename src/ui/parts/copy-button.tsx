import { useState } from 'react'
import { Button } from '#src/ui/parts/button.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

interface Props {
  readonly text: string
  readonly label?: string
}

/** Copies a text and says so. */
export function CopyButton({ text, label = 'Copiar' }: Props) {
  const { clipboard } = usePortal()
  const [copied, setCopied] = useState<{ readonly text: string; readonly done: boolean } | null>(null)
  const copy = async () => setCopied({ text, done: await clipboard.copy(text) })
  return (
    <div className="flex items-center gap-3">
      <Button variant="secondary" size="compact" onClick={copy}>
        {label}
      </Button>
      <span role="status" className="text-sm text-muted">
        {copied?.text === text && (copied.done ? 'Copiado.' : 'El navegador no permite copiar.')}
      </span>
    </div>
  )
}
