/** So many things each may hold at once. */
export interface Places {
  /** Takes a place for somebody and answers how to give it back, which works once; null when all of theirs are taken. */
  take(holder: string): (() => void) | null
}

export function createPlaces(most: number): Places {
  const taken = new Map<string, number>()

  function giveBack(holder: string) {
    const left = (taken.get(holder) ?? 0) - 1
    if (left > 0) taken.set(holder, left)
    else taken.delete(holder)
  }

  return {
    take(holder) {
      const held = taken.get(holder) ?? 0
      if (held >= most) return null
      taken.set(holder, held + 1)
      let isHeld = true
      return () => {
        if (isHeld) giveBack(holder)
        isHeld = false
      }
    },
  }
}
