import type { ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import type { ChipDisc, ChipTone } from '#src/ui/parts/chip.tsx'

/** The tone and the disc of a chip. */
export interface Look {
  readonly tone: ChipTone
  readonly disc: ChipDisc
}

/** The look of the status of a screen, and of a user by its screen (D30). */
export const SCREEN_LOOKS: Readonly<Record<ScreenStatus, Look>> = {
  available: { tone: 'accent', disc: 'empty' },
  transit: { tone: 'warning', disc: 'half' },
  assigned: { tone: 'success', disc: 'full' },
}
