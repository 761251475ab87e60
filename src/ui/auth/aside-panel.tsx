import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** A titled panel next to a form. */
export function AsidePanel({ title, children }: Props) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
      </div>
      {children}
    </section>
  )
}
