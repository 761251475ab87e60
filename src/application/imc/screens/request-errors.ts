import {
  FILE_MISSING,
  NO_PROFILE_CHOSEN,
  NO_USER_CHOSEN,
  observationsMessage,
  REQUIREMENT_MESSAGES,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { ScreenRequestViolations } from '#src/domain/imc/requests/screen-requests.ts'

/** The errors of a link or change dialog; null for a valid field. */
export interface RequestErrors {
  readonly profile: string | null
  readonly user: string | null
  readonly observations: string | null
  /** The messages of missing or invalid documents, by requirement id. */
  readonly files: Readonly<Record<string, string>>
}

export const NO_REQUEST_ERRORS: RequestErrors = { profile: null, user: null, observations: null, files: {} }

/** Maps the broken rules to messages (§5). */
export const toRequestErrors = ({ profile, user, files, observations }: ScreenRequestViolations): RequestErrors => ({
  profile: profile ? NO_PROFILE_CHOSEN : null,
  user: user ? NO_USER_CHOSEN : null,
  observations: observations ? observationsMessage(observations) : null,
  files: Object.fromEntries(
    Object.entries(files ?? {}).map(([id, violation]) => [
      id,
      violation === 'no-file' ? FILE_MISSING : REQUIREMENT_MESSAGES[violation],
    ]),
  ),
})
