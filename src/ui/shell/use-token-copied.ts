import { useEffect, useState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** `isTokenCopied` is true after a copy of the application token (D10), until the reset. */
export function useTokenCopied() {
  const { watchTokenCopied } = useUseCases()
  const [isTokenCopied, setCopied] = useState(false)
  useEffect(() => watchTokenCopied(() => setCopied(true)), [watchTokenCopied])
  return { isTokenCopied, resetTokenCopied: () => setCopied(false) }
}
