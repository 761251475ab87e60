import type { AttachedFile, AttachmentViolation, FileFacts } from '#src/domain/attachment.ts'
import { countCharacters, hasInvisibleCharacter, normalizeText } from '#src/domain/identity/typed-text.ts'
import { requirementViolation } from '#src/domain/imc/requests/attachments.ts'
import type { Requirement } from '#src/domain/imc/requests/requests.ts'
import { isSameScreen, type Profile, type ScreenKey, toScreenKey } from '#src/domain/imc/screens/screen.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** A request to link a screen to a user (D34). */
export interface LinkRequest {
  readonly screen: ScreenKey
  /** The chosen profile; it may differ from the screen's profile. */
  readonly profileId: string
  readonly userId: string
  readonly observations: string
}

/** A request to move a user to another screen, or to replace the user of a screen (D27, D58). */
export interface ChangeRequest {
  readonly source: ScreenKey
  readonly target: ScreenKey
  readonly userId: string
  readonly observations: string
}

export type ScreenRequest = LinkRequest | ChangeRequest

/** The two kinds of change: the same screen for another user, or another screen (D27, D58). */
export const toChangeKind = (source: ScreenKey, target: ScreenKey): 'user-change' | 'screen-change' =>
  isSameScreen(source, target) ? 'user-change' : 'screen-change'

/** The moves of a change: another screen for the user, or another user for the screen (D27). */
export const CHANGE_MOVES = ['screen', 'user'] as const
export type ChangeMove = (typeof CHANGE_MOVES)[number]

/** The choices of the link or change dialog; null is a choice not yet made. */
export interface ScreenRequestForm {
  readonly profileId: string | null
  readonly move: ChangeMove
  /** The id of the target screen in its list. */
  readonly targetId: string | null
  readonly userId: string | null
  readonly observations: string
  /** The chosen documents by the id of their requirement. */
  readonly files: Readonly<Record<string, AttachedFile>>
}

/** The values of the link dialog; null is a choice not yet made. */
export interface LinkChoice {
  readonly profileId: string | null
  readonly userId: string | null
  readonly observations: string
}

/**
 * The values of the change dialog: another screen for the user, or another user for the screen.
 * Both are null before the choice.
 */
export interface ChangeChoice {
  readonly target: ScreenKey | null
  readonly userId: string | null
  readonly observations: string
}

/** The chosen files by the id of their requirement. */
export type ChosenFiles<F extends FileFacts = FileFacts> = Readonly<Record<string, F | null>>

export type ObservationsViolation =
  | { readonly code: 'invalid-character' }
  | { readonly code: 'length'; readonly maximum: number }

/** Why a request cannot be sent (§5). `files` has the broken rule of each wrong file, by id. */
export interface ScreenRequestViolations {
  readonly screen?: { readonly code: 'required' }
  readonly profile?: { readonly code: 'required' | 'not-offered' }
  readonly user?: { readonly code: 'required' }
  readonly files?: Readonly<Record<string, AttachmentViolation>>
  readonly observations?: ObservationsViolation
}

/** Maximum length of an observation, in code points after NFC. */
const MAX_OBSERVATIONS_LENGTH = 500

/** Line breaks and tabs of an observation. */
const BREAKS_AND_TABS = /[\n\r\t]/g

/** The broken rule of an observation, null if it is valid. Line breaks and tabs are valid. */
export function observationsViolation(typed: string): ObservationsViolation | null {
  if (countCharacters(normalizeText(typed)) > MAX_OBSERVATIONS_LENGTH) {
    return { code: 'length', maximum: MAX_OBSERVATIONS_LENGTH }
  }
  return hasInvisibleCharacter(typed.replace(BREAKS_AND_TABS, ' ')) ? { code: 'invalid-character' } : null
}

/** The broken rule of each requirement's file; valid files have no key (§5, D29). */
export function fileViolations(
  requirements: readonly Requirement[],
  files: ChosenFiles,
): Readonly<Record<string, AttachmentViolation>> {
  return Object.fromEntries(
    requirements.flatMap(({ id }) => {
      const violation = requirementViolation(files[id] ?? null)
      return violation === null ? [] : [[id, violation]]
    }),
  )
}

function findSharedViolations(
  requirements: readonly Requirement[],
  files: ChosenFiles,
  observations: string,
): ScreenRequestViolations {
  const wrongFiles = fileViolations(requirements, files)
  const wrongText = observationsViolation(observations)
  return {
    ...(Object.keys(wrongFiles).length > 0 && { files: wrongFiles }),
    ...(wrongText && { observations: wrongText }),
  }
}

const REQUIRED = { code: 'required' } as const

const isEmpty = (violations: ScreenRequestViolations): boolean => Object.keys(violations).length === 0

/** The options of the link dialog. */
export interface LinkOffer {
  readonly profiles: readonly Profile[]
  readonly requirements: readonly Requirement[]
}

/**
 * Returns the link request of a choice, or the errors of the choice (§5). Without a screen there is
 * no choice of a profile either (D103).
 */
export function checkLink(
  screen: ScreenKey | null,
  choice: LinkChoice,
  files: ChosenFiles,
  { profiles, requirements }: LinkOffer,
): Result<LinkRequest, ScreenRequestViolations> {
  const { profileId, userId, observations } = choice
  const isOffered = profiles.some(({ id }) => id === profileId)
  const violations: ScreenRequestViolations = {
    ...findSharedViolations(requirements, files, observations),
    ...(screen === null && { screen: REQUIRED }),
    ...(screen !== null &&
      !isOffered && { profile: profileId === null ? REQUIRED : ({ code: 'not-offered' } as const) }),
    ...(userId === null && { user: REQUIRED }),
  }
  if (!isEmpty(violations) || screen === null || profileId === null || userId === null) return err(violations)
  return ok({ screen, profileId, userId, observations: normalizeText(observations) })
}

/**
 * Returns the change request of a choice, or the errors of the choice (§5, D27). If `target` is
 * another screen, the user of `source` moves there. Otherwise the chosen user replaces that user.
 */
export function checkChange(
  source: ScreenKey & { readonly userId: string | null },
  choice: ChangeChoice,
  files: ChosenFiles,
  requirements: readonly Requirement[],
): Result<ChangeRequest, ScreenRequestViolations> {
  const { target, observations } = choice
  const isMove = target !== null && !isSameScreen(source, target)
  const userId = isMove ? source.userId : choice.userId
  const isUserMissing = userId === null || (!isMove && userId === source.userId)
  const violations: ScreenRequestViolations = {
    ...findSharedViolations(requirements, files, observations),
    ...(isUserMissing && { user: REQUIRED }),
  }
  if (!isEmpty(violations) || userId === null) return err(violations)
  const key = toScreenKey(source)
  return ok({ source: key, target: isMove ? target : key, userId, observations: normalizeText(observations) })
}
