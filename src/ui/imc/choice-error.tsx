import { Notice } from '#src/ui/parts/notice.tsx'

interface Props {
  /** The choice refers to it with `aria-describedby`. */
  readonly id: string
  readonly error: string | null
}

/** The error of a choice, shown above it. */
export const ChoiceError = ({ id, error }: Props) =>
  error === null ? null : (
    <div className="request-notice" id={id}>
      <Notice icon="warning" tone="err" lead={error} />
    </div>
  )
