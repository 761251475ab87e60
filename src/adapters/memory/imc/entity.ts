import type { AuditLine } from '#src/domain/imc/audit/audit.ts'
import { type Governance, NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import type { ConfirmationDecision } from '#src/domain/imc/requests/confirmations.ts'
import { toRequestNumber } from '#src/domain/imc/requests/request-number.ts'
import type { RequestDocument, RequestKind, RequestStatus, Requirement } from '#src/domain/imc/requests/requests.ts'
import type { ReviewAnswer } from '#src/domain/imc/reviews/review.ts'
import type { Profile, ScreenKey, ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import type { ScreenExpiry } from '#src/domain/imc/screens/screen-expiry.ts'
import { toScreenName } from '#src/domain/imc/screens/screen-name.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { PACIFICO_CATALOGUE } from '#src/simulator/entities/catalogue.ts'
import { createDemoPdf, toFileName } from '#src/simulator/entities/documents.ts'
import type { DemoEntity, DemoPackage, DemoRequest, DemoUser } from '#src/simulator/entities/entity.ts'

/** A stored user, without the fields that depend on the user's screen. */
export interface MemoryUser extends Omit<EntityUser, 'status' | 'profile' | 'subscription' | 'packageId'> {
  readonly version: number
  /** In plain text; a user with null cannot sign in. */
  readonly password: string | null
  readonly mustChangePassword: boolean
  /** When a temporary password ends; null for one of the demo (D111). */
  readonly temporaryUntil: Instant | null
  /** The session that the temporary password opened. */
  readonly temporaryToken: string | null
  /** The uploaded contract; null for a contract of the demo, and without one. */
  readonly contract: StoredFile | null
}

/** An uploaded file in base64; '' for content that is too large to store. */
export interface StoredFile {
  readonly name: string
  readonly content: string
}

/** A screen with its user and open request. */
export interface MemoryScreen extends ScreenKey {
  readonly status: ScreenStatus
  readonly userId: string | null
  /** The id of the open request. */
  readonly requestId: string | null
  /** The last use that the operator reported. */
  readonly lastUse: BogotaDate | null
  /** Until when a user has the screen; it counts only while that user has it. */
  readonly expiry: MemoryExpiry | null
}

export interface MemoryExpiry extends ScreenExpiry {
  readonly userId: string
  /** The administrator who chose the day. */
  readonly setById: string
}

export interface MemorySubscription {
  readonly packageId: string
  readonly number: string
  readonly monthlyCost: number
  readonly screens: readonly MemoryScreen[]
}

interface MemoryStep {
  readonly status: RequestStatus
  readonly at: Instant
  readonly detail: string
  /** The name of the person; '' for a step of the service. */
  readonly person: string
}

/** A required document. Without `content`, the content is that of the demo's documents. */
export interface MemoryDocument extends RequestDocument {
  readonly content: string | null
}

export interface MemoryRequest {
  readonly id: string
  readonly reference: string
  readonly kind: RequestKind
  readonly status: RequestStatus
  readonly administratorId: string
  readonly userId: string | null
  readonly sourceUserId: string | null
  readonly packageId: string
  readonly profileId: string | null
  readonly quantity: number | null
  readonly price: number | null
  readonly observations: string
  readonly reason: string
  /** The id of the rejected request that this one corrects. */
  readonly correctsId: string | null
  /** How a request that needed a second person was decided (D106). */
  readonly decision: { readonly kind: ConfirmationDecision; readonly userId: string } | null
  readonly target: ScreenKey | null
  readonly source: ScreenKey | null
  readonly documents: readonly MemoryDocument[]
  readonly steps: readonly MemoryStep[]
}

/** The stored data of an entity. Requests and audit log are newest first. */
export interface MemoryEntity {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly users: readonly MemoryUser[]
  readonly subscriptions: readonly MemorySubscription[]
  readonly requests: readonly MemoryRequest[]
  readonly audit: readonly AuditLine[]
  readonly views: readonly MemoryView[]
  readonly answers: readonly MemoryAnswer[]
  readonly governance: Omit<Governance, 'administrators'>
}

/** The decision of a yearly review about a screen and its user. */
export interface MemoryAnswer {
  /** The first day of the review. */
  readonly firstDay: BogotaDate
  readonly number: string
  readonly screen: string
  readonly userId: string
  readonly answer: ReviewAnswer
  readonly at: Instant
  /** The name of the administrator. */
  readonly by: string
}

/** A saved view of a list. */
export interface MemoryView {
  readonly id: string
  readonly ownerId: string
  readonly list: string
  readonly name: string
  readonly query: string
  readonly shared: boolean
}

const { packages, profiles, linkable, required, requirements } = PACIFICO_CATALOGUE

/** The packages that an entity can order. */
export const OFFERED_PACKAGES: readonly DemoPackage[] = packages.filter(({ isOffered }) => isOffered)

/** All packages, also those that are no longer offered. */
export const PACKAGES: readonly DemoPackage[] = packages

export const findPackage = (id: string): DemoPackage | undefined => packages.find((offer) => offer.id === id)

export const findProfileName = (id: string | null | undefined): string =>
  profiles.find((profile) => profile.id === id)?.name ?? ''

/** The profiles that can be linked with a screen of this profile. */
export const linkableProfiles = (profileId: string): readonly Profile[] =>
  (linkable[profileId] ?? []).flatMap((id) => profiles.find((profile) => profile.id === id) ?? [])

/** The documents that a profile requires. */
export const requiredDocuments = (profileId: string): readonly Requirement[] =>
  (required[profileId] ?? []).flatMap((id) => requirements.find((requirement) => requirement.id === id) ?? [])

/** The rules of an entity before their first change. */
export const NO_STORED_GOVERNANCE: MemoryEntity['governance'] = {
  ...NO_GOVERNANCE,
  version: 0,
  updatedAt: null,
  updatedBy: '',
}

/** The name of the operator in steps and audit. */
export const SETTLING_PERSON = 'Operaciones'

function toUser({ status: _status, canSignIn, createdBy, ...user }: DemoUser): MemoryUser {
  return {
    ...user,
    createdBy: createdBy ?? '',
    updatedAt: null,
    updatedBy: '',
    version: 1,
    hasContract: user.role === 'administrator' && !user.contractPending,
    contract: null,
    password: canSignIn ? DEMO_PASSWORD : null,
    temporaryUntil: null,
    temporaryToken: null,
  }
}

/** Creates the free screens of a new subscription. */
export const createScreens = ({ id, profileId, screenCount }: DemoPackage, number: string): readonly MemoryScreen[] =>
  Array.from({ length: screenCount }, (_, i) => ({
    packageId: id,
    number,
    profileId,
    screen: toScreenName(i + 1, screenCount),
    status: 'available',
    userId: null,
    requestId: null,
    lastUse: null,
    expiry: null,
  }))

/** The documents of a request of the demo, all uploaded once it is past the step 'Documentos'. */
function toDocuments({ requirements: names }: DemoRequest, status: RequestStatus): readonly MemoryDocument[] {
  const uploaded = status !== 'created' && status !== 'documents'
  return names.map(({ id, name }) => ({
    id,
    name,
    file: uploaded ? toFileName(name) : null,
    bytes: uploaded ? createDemoPdf(name).length : null,
    uploaded,
    content: null,
  }))
}

function toRequest(request: DemoRequest, screens: ReadonlyMap<string, ScreenKey>): MemoryRequest {
  const { sequence, notes, target, source, requirements: _names, steps, ...fields } = request
  const [created] = steps
  const last = steps.at(-1) ?? created
  const { id, reference } = toRequestNumber(sequence, created.at)
  const documents = toDocuments(request, last.status)
  const toDetail = (status: RequestStatus) =>
    status === 'documents' ? `${documents.length} de ${documents.length} cargados.` : `Por ${created.person}.`
  return {
    ...fields,
    id,
    reference,
    status: last.status,
    observations: notes ?? '',
    correctsId: null,
    decision: null,
    reason: last.status === 'refused' ? (last.detail ?? '') : '',
    target: screens.get(target ?? '') ?? null,
    source: screens.get(source ?? '') ?? null,
    documents,
    steps: steps.map(({ status, at, person, detail }) => ({
      status,
      at,
      person: person ?? '',
      detail: detail ?? (status === 'created' || status === 'documents' ? toDetail(status) : ''),
    })),
  }
}

/** Converts an entity of the demo to the stored data of this service. */
export function toMemoryEntity({ id, code, name, users, subscriptions, requests }: DemoEntity): MemoryEntity {
  const toKeys = ({ number, packageId, screens }: DemoEntity['subscriptions'][number]) =>
    screens.map(({ id: screenId, screen, profileId }): [string, ScreenKey] => [
      screenId,
      { packageId, number, profileId, screen },
    ])
  const keys = new Map(subscriptions.flatMap(toKeys))
  const times = new Map(requests.map(({ sequence, steps }) => [sequence, steps[0].at]))
  return {
    id,
    code,
    name,
    users: users.map(toUser),
    subscriptions: subscriptions.map(({ number, packageId, monthlyCost, screens }) => ({
      number,
      packageId,
      monthlyCost,
      screens: screens.map(({ screen, profileId, status, userId, request, lastUse }) => ({
        packageId,
        number,
        profileId,
        screen,
        status,
        userId,
        requestId: request === null ? null : toRequestNumber(request, times.get(request) ?? 0).id,
        lastUse,
        expiry: null,
      })),
    })),
    requests: requests.map((request) => toRequest(request, keys)).toReversed(),
    audit: [],
    views: [],
    answers: [],
    governance: NO_STORED_GOVERNANCE,
  }
}
