import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { ChangeDialog } from '#src/ui/imc/screens/change-dialog.tsx'
import { LinkDialog } from '#src/ui/imc/screens/link-dialog.tsx'
import { ReleaseDialog } from '#src/ui/imc/screens/release-dialog.tsx'

/** The action of an open dialog, and the rows for the action. */
export type OpenDialog =
  | { readonly action: 'link' | 'change'; readonly row: ScreenRow }
  | { readonly action: 'release'; readonly rows: readonly ScreenRow[] }

interface Props {
  readonly dialog: OpenDialog
  readonly onClose: () => void
  /** Called when the loaded rows may be outdated. */
  readonly onChange: () => void
  readonly onSent: () => void
  readonly onUnfinished: (requestId: string) => void
  /** Called when the dialog of a release closes after the requests. */
  readonly onReleased: () => void
}

/** The dialog of an action. */
export function ScreenDialog({ dialog, onReleased, ...events }: Props) {
  switch (dialog.action) {
    case 'link':
      return <LinkDialog row={dialog.row} {...events} />
    case 'change':
      return <ChangeDialog row={dialog.row} {...events} />
    case 'release':
      return (
        <ReleaseDialog rows={dialog.rows} onClose={events.onClose} onChange={events.onChange} onEnded={onReleased} />
      )
  }
}
