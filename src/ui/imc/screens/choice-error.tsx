import { Notice } from '#src/ui/parts/notice.tsx'

interface Props {
  /** Id for the `aria-describedby` of the choice. */
  readonly id: string
  readonly error: string | null
}

/** The error of a choice, shown above the choice. */
export const ChoiceError = ({ id, error }: Props) =>
  error === null ? null : (
    <div className="request-notice" id={id}>
      <Notice icon="warning" tone="err" lead={error} />
    </div>
  )
