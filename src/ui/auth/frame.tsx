import type { ReactNode } from 'react'

import { Main } from '#src/ui/parts/main.tsx'
import '#src/ui/styles/bundle-auth.css'

interface Props {
  /** The heading and the document title. */
  readonly title: string
  readonly intro: string
  readonly children: ReactNode
  /** Shown next to the form. */
  readonly aside: ReactNode
}

/** A form with an explanation at its right; on narrow pages the explanation is below the form. */
export const Frame = ({ title, intro, children, aside }: Props) => (
  <Main title={title}>
    <div className="grid12 pt-10 max-sm:pt-6">
      <div className="max-w-form max-sm:max-w-none md:col-span-5">
        <h1>{title}</h1>
        <p className="mt-1.5 max-w-[76ch] text-ink-soft">{intro}</p>
        {children}
      </div>
      <div className="grid content-start gap-9 max-md:empty:hidden md:col-[7/span_6]">{aside}</div>
    </div>
  </Main>
)
