/** A level in the direction of its side: a higher value crosses it. */
interface Entry {
  readonly id: string
  readonly level: number
}

/**
 * The levels of many alerts on one value. A value touches only the alerts that it crosses, so that
 * thousands of deals with a thousand alerts stay fast.
 */
export interface LevelIndex {
  add(entry: Entry, isArmed: boolean): void
  remove(id: string): void
  /** Disarms the armed alerts whose level the value has reached; returns their ids, the lowest first. */
  takeCrossed(value: number): readonly string[]
  /** Arms the others whose value has gone back below the level by more than `distance`. */
  takeRearmed(value: number): readonly string[]
  /** Arms all; returns the ids of those that were not armed. */
  armAll(): readonly string[]
}

/** `rearmAt` is the value from which down a level is armed again (hysteresis). */
export function createLevelIndex(rearmAt: (level: number) => number): LevelIndex {
  /** By level, ascending. */
  let armed: Entry[] = []
  /** By level, descending, which is the order of `rearmAt`, too. */
  let disarmed: Entry[] = []

  function insert(entries: Entry[], entry: Entry, isBefore: (other: Entry) => boolean) {
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = entries[middle]
      if (other && isBefore(other)) low = middle + 1
      else high = middle
    }
    entries.splice(low, 0, entry)
  }

  const arm = (entry: Entry) => insert(armed, entry, (other) => other.level <= entry.level)
  const disarm = (entry: Entry) => insert(disarmed, entry, (other) => other.level >= entry.level)

  /** Removes the first entries that match. */
  function takeWhile(entries: Entry[], matches: (entry: Entry) => boolean): readonly Entry[] {
    const end = entries.findIndex((entry) => !matches(entry))
    return entries.splice(0, end === -1 ? entries.length : end)
  }

  return {
    add: (entry, isArmed) => (isArmed ? arm(entry) : disarm(entry)),

    remove(id) {
      armed = armed.filter((entry) => entry.id !== id)
      disarmed = disarmed.filter((entry) => entry.id !== id)
    },

    takeCrossed(value) {
      const crossed = takeWhile(armed, ({ level }) => level <= value)
      for (const entry of crossed) disarm(entry)
      return crossed.map(({ id }) => id)
    },

    takeRearmed(value) {
      const rearmed = takeWhile(disarmed, ({ level }) => rearmAt(level) >= value)
      for (const entry of rearmed) arm(entry)
      return rearmed.map(({ id }) => id)
    },

    armAll() {
      const entries = disarmed
      disarmed = []
      for (const entry of entries) arm(entry)
      return entries.map(({ id }) => id)
    },
  }
}
