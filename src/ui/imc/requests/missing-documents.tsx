import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { MISSING_DOCUMENTS_TITLE } from '#src/application/imc/requests/request-messages.ts'
import type { RequestUploads } from '#src/application/imc/requests/request-uploads.ts'
import { REQUIREMENT_MESSAGES, REQUIREMENTS_HINT } from '#src/application/imc/screens/request-form-messages.ts'
import { REQUIREMENT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'
import type { RequestDetail } from '#src/domain/imc/requests/requests.ts'
import { FileField } from '#src/ui/parts/file-field.tsx'

interface Props {
  readonly uploads: RequestUploads
  readonly detail: RequestDetail
  readonly onUploadEnd: () => void
}

/** The missing documents of an open request, which is processed after the last upload (D28). */
export function MissingDocuments({ uploads, detail, onUploadEnd }: Props) {
  const [view] = useState(() => uploads.open(detail, onUploadEnd))
  const { requirements } = useSelector(view, (state) => state)
  return (
    <div className="requests-missing">
      <h3>{MISSING_DOCUMENTS_TITLE}</h3>
      <p className="meta">{REQUIREMENTS_HINT}</p>
      {requirements.map(({ id, name, document }) => (
        <FileField
          key={id}
          label={name}
          state={document}
          extensions={REQUIREMENT_EXTENSIONS}
          messages={REQUIREMENT_MESSAGES}
          locked={document.kind === 'uploaded'}
          onChoose={(file) => view.attach(id, file)}
          onRetry={() => view.retry(id)}
        />
      ))}
    </div>
  )
}
