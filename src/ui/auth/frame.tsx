import type { ReactNode } from 'react'

import { Main } from '#src/ui/parts/main.tsx'
import '#src/ui/styles/auth.css'

interface Props {
  /** The heading and the document title. */
  readonly title: string
  readonly intro: string
  readonly children: ReactNode
  /** Shown next to the form. */
  readonly aside: ReactNode
}

/** A form with an explanation to its right; below the desktop width the explanation is below it. */
export const Frame = ({ title, intro, children, aside }: Props) => (
  <Main title={title}>
    <div className="auth grid12">
      <div className="side">
        <h1>{title}</h1>
        <p className="intro">{intro}</p>
        {children}
      </div>
      <div className="form-aside">{aside}</div>
    </div>
  </Main>
)
