import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { LINK_PROBLEMS, NEW_LINK } from '#src/application/identity/link-notice.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { Notice } from '#src/ui/parts/notice.tsx'
import { NoticeArea } from '#src/ui/shell/session-notice.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Explains why a reset link or an invitation led to the home, and offers a reset link (D70). */
export function LinkNotice() {
  const { linkNotice } = useUseCases()
  const problem = useSelector(linkNotice, (state) => state.problem)
  if (problem === null) return null
  const { lead, rest } = LINK_PROBLEMS[problem]
  return (
    <NoticeArea name="Aviso del enlace">
      <Notice
        icon="warning"
        tone="warn"
        lead={lead}
        action={
          <>
            <Link className="btn sec small" href={SCREENS.forgottenPassword.path} onClick={linkNotice.dismiss}>
              {NEW_LINK}
            </Link>
            <button type="button" className="btn sec small" onClick={linkNotice.dismiss}>
              Cerrar
            </button>
          </>
        }
      >
        {rest}
      </Notice>
    </NoticeArea>
  )
}
