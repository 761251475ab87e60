import { toStatusText } from '#src/application/imc/requests/requests.ts'
import { toStatusName } from '#src/application/imc/screens/screens.ts'
import type { RequestRow, RequestStatus } from '#src/domain/imc/requests/requests.ts'
import type { ScreenRow, ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import { Chip, type ChipDisc, type ChipTone } from '#src/ui/parts/chip.tsx'

/** The tone and the disc of a chip. */
interface Look {
  readonly tone: ChipTone
  readonly disc: ChipDisc
}

/** The look of the status of a screen, and of a user by its screen (D30). */
export const SCREEN_LOOKS: Readonly<Record<ScreenStatus, Look>> = {
  available: { tone: 'accent', disc: 'empty' },
  transit: { tone: 'warning', disc: 'half' },
  assigned: { tone: 'success', disc: 'full' },
}

const UNKNOWN_LOOK: Look = { tone: 'muted', disc: 'none' }

/** The status of a screen. */
export const ScreenChip = ({ row }: { readonly row: Pick<ScreenRow, 'status' | 'statusText'> }) => (
  <Chip {...(row.status === null ? UNKNOWN_LOOK : SCREEN_LOOKS[row.status])}>{toStatusName(row)}</Chip>
)

/** The look of each request status. The disc fills while the request advances. */
export const REQUEST_LOOKS: Readonly<Record<RequestStatus, Look & { readonly disc: Exclude<ChipDisc, 'none'> }>> = {
  unconfirmed: { tone: 'accent', disc: 'empty' },
  created: { tone: 'plain', disc: 'empty' },
  documents: { tone: 'outline-warning', disc: 'quarter' },
  'in-progress': { tone: 'warning', disc: 'half' },
  approved: { tone: 'success', disc: 'full' },
  refused: { tone: 'danger', disc: 'cross' },
}

/** The status of a request. */
export const RequestChip = ({ row }: { readonly row: Pick<RequestRow, 'status' | 'statusText'> }) => (
  <Chip {...(row.status === null ? UNKNOWN_LOOK : REQUEST_LOOKS[row.status])}>{toStatusText(row)}</Chip>
)
