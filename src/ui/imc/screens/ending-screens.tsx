import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { endingSoonTitle } from '#src/application/imc/screens/expiry.ts'
import { toScreenAddress } from '#src/application/navigation/query.ts'
import { formatCount } from '#src/domain/money.ts'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Notice } from '#src/ui/parts/notice.tsx'

/** Points at the screens whose last day is near, each a link to its marked row (D108). */
export function EndingScreens() {
  const { createEndingScreens, chooseSubscription } = useImc()
  const [view] = useState(createEndingScreens)
  const { screens, more } = useSelector(view, (state) => state)
  return (
    <div role="status">
      {screens.length > 0 && (
        <div className="mt-4.5">
          <Notice icon="clock" tone="warn" lead={endingSoonTitle(screens.length + more)}>
            <span className="mt-1 grid gap-1">
              {screens.map(({ packageId, number, screen, userId, text }) => (
                <Link
                  key={`${number} ${screen}`}
                  className="w-fit underline underline-offset-2 wrap-anywhere"
                  href={toScreenAddress(userId, screen)}
                  onClick={() => chooseSubscription({ packageId, number })}
                >
                  {text}
                </Link>
              ))}
              {more > 0 && <span>y {formatCount(more)} más</span>}
            </span>
          </Notice>
        </div>
      )}
    </div>
  )
}
