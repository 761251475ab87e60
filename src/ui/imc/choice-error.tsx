import { Notice } from '#src/ui/parts/notice.tsx'

interface Props {
  /** The choice refers to it. */
  readonly id: string
  readonly error: string | null
}

/** What is wrong with a choice, above it. */
export const ChoiceError = ({ id, error }: Props) =>
  error === null ? null : (
    <div className="request-notice" id={id}>
      <Notice icon="warning" tone="err" lead={error} />
    </div>
  )
