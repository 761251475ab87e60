import type { ReactNode } from 'react'

import { Main } from '#src/ui/parts/main.tsx'
import '#src/ui/styles/auth.css'

interface Props {
  /** The heading, and the name in the browser's tab. */
  readonly title: string
  readonly intro: string
  readonly children: ReactNode
  /** What stands beside the form. */
  readonly aside: ReactNode
}

/** A form on the left, what explains it on the right; below the desktop width one after the other. */
export const Frame = ({ title, intro, children, aside }: Props) => (
  <Main title={title}>
    <div className="auth grid12">
      <div className="side">
        <h1>{title}</h1>
        <p className="intro">{intro}</p>
        {children}
      </div>
      <div className="beside">{aside}</div>
    </div>
  </Main>
)
