import { useEffect, useState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** True after the application token was copied (D10), until `reset`. */
export function useTokenCopied() {
  const { watchTokenCopied } = useUseCases()
  const [copied, setCopied] = useState(false)
  useEffect(() => watchTokenCopied(() => setCopied(true)), [watchTokenCopied])
  return { copied, reset: () => setCopied(false) }
}
