/** The room of labels, from the highest position to the lowest one, px. */
export interface LabelRoom {
  readonly from: number
  readonly to: number
}

/** Labels that touch each other move together. */
interface Block {
  readonly sum: number
  readonly count: number
}

const toMean = ({ sum, count }: Block) => sum / count

/**
 * Moves labels in one column apart. `wanted` are their positions in the order in which they stand, from the top. Labels
 * are at least `gap` apart, as near as possible to their positions (least squares), inside of the room and in their order.
 * In a room too small for all, their distance is smaller.
 */
export function spreadLabels(wanted: readonly number[], gap: number, { from, to }: LabelRoom): readonly number[] {
  const step = Math.min(gap, Math.max(0, to - from) / Math.max(1, wanted.length - 1))
  // Without the gaps before it, each position must be at least that of the label before: an isotonic regression.
  const blocks: Block[] = []
  for (const [index, position] of wanted.entries()) {
    let block: Block = { sum: position - index * step, count: 1 }
    for (let last = blocks.at(-1); last && toMean(last) >= toMean(block); last = blocks.at(-1)) {
      blocks.pop()
      block = { sum: last.sum + block.sum, count: last.count + block.count }
    }
    blocks.push(block)
  }
  const lowest = to - step * (wanted.length - 1)
  return blocks
    .flatMap((block) => Array.from({ length: block.count }, () => toMean(block)))
    .map((position, index) => Math.max(from, Math.min(lowest, position)) + index * step)
}

/** The number of labels that a room has place for. */
const countPlaces = (gap: number, { from, to }: LabelRoom) => (to < from ? 0 : Math.floor((to - from) / gap) + 1)

/**
 * Moves labels apart as `spreadLabels` does, above and below the room that another label takes. Those that have no
 * place on their own side stand on the other one.
 */
export function spreadLabelsAround(
  wanted: readonly number[],
  gap: number,
  room: LabelRoom,
  taken: LabelRoom | null,
): readonly number[] {
  if (taken === null) return spreadLabels(wanted, gap, room)
  const above = { from: room.from, to: Math.min(room.to, taken.from) }
  const below = { from: Math.max(room.from, taken.to), to: room.to }
  const middle = (taken.from + taken.to) / 2
  const higher = wanted.filter((position) => position <= middle).length
  const split = Math.min(countPlaces(gap, above), Math.max(higher, wanted.length - countPlaces(gap, below)))
  return [...spreadLabels(wanted.slice(0, split), gap, above), ...spreadLabels(wanted.slice(split), gap, below)]
}
