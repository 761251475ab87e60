import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { type DeskView, DRAFT_HIDDEN } from '#src/application/market/desk.ts'
import { DiscardQuestion } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { useLeaveQuestion } from '#src/ui/parts/use-leave-question.ts'

interface Props {
  readonly view: DeskView
  /** The window is wide enough for the desk. */
  readonly isDeskShown: boolean
}

/**
 * Keeps the unsaved changes of a desk while its window is too narrow for it, and asks before the user leaves them
 * (D105, D128).
 */
export function DeskDraft({ view, isDeskShown }: Props) {
  const isChanged = useSelector(view, (state) => state.isChanged)
  const [question, setQuestion] = useState<{ readonly leave?: (() => void) | undefined } | null>(null)
  useLeaveQuestion(isChanged, (leave) => setQuestion({ leave }))
  // The changes were stored meanwhile: the next ones are not asked about before the user leaves them.
  if (!isChanged && question) setQuestion(null)
  return (
    <>
      <div role="status">
        {isChanged && !isDeskShown && (
          <div className="pt-5">
            <Notice icon="warning" tone="warn" lead={DRAFT_HIDDEN} />
          </div>
        )}
      </div>
      {question && (
        <DiscardQuestion
          onKeep={() => setQuestion(null)}
          onDiscard={() => {
            view.cancel()
            setQuestion(null)
            question.leave?.()
          }}
        />
      )}
    </>
  )
}
