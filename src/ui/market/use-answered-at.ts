import { useState } from 'react'

import type { Instant } from '#src/domain/time/bogota.ts'

/** When the last answer came, in the market's time: `marketNow` of the first drawing after it. Null before any. */
export function useAnsweredAt(updatedAt: Instant | null, marketNow: Instant): Instant | null {
  const [answered, setAnswered] = useState<{ readonly updatedAt: Instant | null; readonly at: Instant | null }>({
    updatedAt: null,
    at: null,
  })
  if (answered.updatedAt === updatedAt) return answered.at
  const at = updatedAt === null ? null : marketNow
  setAnswered({ updatedAt, at })
  return at
}
