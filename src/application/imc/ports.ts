import type { PasskeyDevice, SecondFactorGateway } from '#src/application/identity/identity.ts'
import type { CsvReader, PageSizeStore } from '#src/application/platform/ports.ts'
import type { AttachedFile, UploadFailure } from '#src/domain/attachment.ts'
import type { CallFailure, StorageFailure } from '#src/domain/call.ts'
import type { TicketExpired } from '#src/domain/identity/passkey-machine.ts'
import type { FactorAnswer, FactorChallenge, FactorRefusal } from '#src/domain/identity/second-factor.ts'
import type { AuditPage, AuditQuery } from '#src/domain/imc/audit/audit.ts'
import type { Correction } from '#src/domain/imc/corrections.ts'
import type { Governance, GovernanceSettings } from '#src/domain/imc/governance/governance.ts'
import type { PackageOrder } from '#src/domain/imc/packages/package-order.ts'
import type { PackageGroup, PackageOffer, Subscription } from '#src/domain/imc/packages/packages.ts'
import type { RequestDecision } from '#src/domain/imc/requests/confirmations.ts'
import type { RequestDetail, RequestRow, Requirement, SentRequest } from '#src/domain/imc/requests/requests.ts'
import type { Review, ReviewChange } from '#src/domain/imc/reviews/review.ts'
import type { NewView, SavedView, ViewList } from '#src/domain/imc/saved-views.ts'
import type { AssignableUser, FreeScreen, Profile, ScreenKey, ScreenRow } from '#src/domain/imc/screens/screen.ts'
import type { ExpiringScreen, ExpiryChange } from '#src/domain/imc/screens/screen-expiry.ts'
import type { ChangeRequest, LinkRequest } from '#src/domain/imc/screens/screen-requests.ts'
import type { ImcSignIn, LoginCheck } from '#src/domain/imc/session/login-form.ts'
import type { OpenSession, SessionSelection } from '#src/domain/imc/session/open-sessions.ts'
import type { ImcLogin, ImcSession } from '#src/domain/imc/session/session.ts'
import type { AccessChange, AccessPerson } from '#src/domain/imc/users/access.ts'
import type { DocumentType } from '#src/domain/imc/users/document-types.ts'
import type { Confirmation, CreatedUser, EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { BatchOutcome, BatchRow, CreateBatch } from '#src/domain/imc/users/user-batch.ts'
import type { NewUser, UserEdit } from '#src/domain/imc/users/user-form.ts'
import type { Result } from '#src/domain/result.ts'

/** Creates an idempotency key, such as a random UUID. Each new request has one (D28). */
export type NewKey = () => string

export interface UploadOptions {
  /** Receives the progress from 0 to 1. */
  readonly onProgress?: ((progress: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

type Reply<T> = Promise<Result<T, CallFailure>>

/** The session of an entity's user at the service. An aborted call returns `unreachable`. */
export interface ImcSessionGateway {
  /**
   * Signs in. Refused credentials are `rejected`, also when the service replies with an empty list
   * (D54). A user who must change the password gets a session only for the change (D16).
   */
  signIn(credentials: ImcSignIn, signal?: AbortSignal): Reply<ImcLogin | FactorChallenge | LoginCheck>
  /** Solves the check that a login asks for. Returns the solution for the next login (D117). */
  solveCheck(check: LoginCheck, signal?: AbortSignal): Reply<string>
  /** Signs in with the ticket of a right password and a factor (D93). */
  verifyFactor(answer: FactorAnswer, signal?: AbortSignal): Reply<ImcLogin | FactorRefusal>
  /** Returns the options of WebAuthn, as JSON, to sign in with a passkey (D96). */
  askPasskey(ticket: string, signal?: AbortSignal): Reply<string | TicketExpired>
  /** Returns the signed-in user; null without a session. */
  current(signal?: AbortSignal): Reply<ImcLogin | null>
  /** Confirms that the session is open. Fails with `rejected` and 401 otherwise (D95). */
  check(signal?: AbortSignal): Reply<void>
  /** Ends the session. Also succeeds without a session. */
  signOut(signal?: AbortSignal): Reply<void>
  /**
   * Sets the password of a user who must change it. Returns the signed-in user; null if the reply
   * does not contain the user.
   */
  renewPassword(userId: string, password: string, signal?: AbortSignal): Reply<ImcLogin | null>
}

/** The subscription whose list of screens (pantallas, not UI screens) the user opened (D26). */
export interface ChosenSubscription {
  readonly packageId: string
  readonly number: string
}

/**
 * Stores data of an entity's signed-in user for all tabs of this browser (§3, D55). Reading never
 * throws. The data contains no credentials: the service identifies the user by a cookie.
 */
export interface ImcSessionStore {
  /** Returns the signed-in user; null if any value is missing. */
  read(): ImcSession | null
  write(session: ImcSession): Result<void, StorageFailure>
  /**
   * Removes the data of the user after a session ended without a sign-out. Does not remove the
   * client's session in this browser.
   */
  remove(): void
  /** Removes all data of the portal in this browser, including the client's session, except settings of visitors (D55). */
  clear(): void
  /** Calls `listener` after any tab changed the user; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
  readChosenSubscription(): ChosenSubscription | null
  writeChosenSubscription(subscription: ChosenSubscription): void
  /**
   * Returns the index of the selected row in the list of screens; null without one. Choosing a
   * subscription removes it.
   */
  readSelectedRow(): number | null
  writeSelectedRow(index: number): void
  /** Returns the assignable users of the last load; null before a load (D32). */
  readAssignable(): readonly AssignableUser[] | null
  writeAssignable(users: readonly AssignableUser[]): void
}

/** Notifies about replies that refuse the stored IMC session. */
export interface ImcRefusals {
  /**
   * Calls `listener` with the service's message, null without a message. The returned function
   * unsubscribes.
   */
  subscribe(listener: (message: string | null) => void): () => void
}

/**
 * The users of the signed-in user's entity. An aborted call fails with `unreachable`, a call
 * without a session with `rejected` and 401.
 */
export interface UsersGateway {
  list(signal?: AbortSignal): Reply<readonly EntityUser[]>
  find(id: string, signal?: AbortSignal): Reply<EntityUser>
  documentTypes(signal?: AbortSignal): Reply<readonly DocumentType[]>
  /**
   * Creates one user per idempotency key (D28). Fails with `rejected` and 409 if the user name
   * exists.
   */
  create(user: NewUser, idempotencyKey: string, signal?: AbortSignal): Reply<CreatedUser>
  /** Returns what `createBatch` would do with each row, without a change (D91). */
  checkBatch(rows: readonly BatchRow[], signal?: AbortSignal): Reply<readonly BatchOutcome[]>
  /**
   * Creates the valid rows in one transaction, once per key (D91). The reply has the outcome of every
   * row. All parts of a load are one entry of the audit.
   */
  createBatch(batch: CreateBatch, signal?: AbortSignal): Reply<readonly BatchOutcome[]>
  /** Saves the edited fields. Sends the other fields of the user unchanged (§7.2). */
  edit(user: EntityUser, edit: UserEdit, signal?: AbortSignal): Reply<Confirmation>
  /** Activates or deactivates a user (D35). A refusal is `rejected` with 409 and the reason. */
  setActive(id: string, active: boolean, signal?: AbortSignal): Reply<Confirmation>
  /** Returns the URL of an administrator's contract. The download requires a session. */
  contractUrl(id: string): string
  /** Uploads or replaces the contract of an administrator. */
  uploadContract(id: string, file: AttachedFile, options?: UploadOptions): Promise<Result<void, UploadFailure>>
}

/** The subscribed and offered packages of the user's entity. Failures as in `UsersGateway`. */
export interface PackagesGateway {
  /** The subscribed packages. */
  groups(signal?: AbortSignal): Reply<readonly PackageGroup[]>
  /** The subscriptions of one package. */
  subscriptions(packageId: string, signal?: AbortSignal): Reply<readonly Subscription[]>
  offers(signal?: AbortSignal): Reply<readonly PackageOffer[]>
  /**
   * Creates one order per idempotency key. Fails with `rejected` and 409 if the price has changed
   * (D33).
   */
  order(order: PackageOrder, idempotencyKey: string, signal?: AbortSignal): Reply<SentRequest>
}

/**
 * The screens of the user's entity. Failures as in `UsersGateway`. All calls with the same
 * idempotency key create one request (D28). A request fails with `rejected` and 409 if its screen
 * or user is no longer free.
 */
export interface ScreensGateway {
  /** Lists the screens of a subscription. */
  list(number: string, signal?: AbortSignal): Reply<readonly ScreenRow[]>
  /** Lists the screens of all subscriptions (D107). */
  all(signal?: AbortSignal): Reply<readonly ScreenRow[]>
  /** Lists the free screens that accept this profile; all free screens for null (D103). */
  free(profileId: string | null, signal?: AbortSignal): Reply<readonly FreeScreen[]>
  /** Lists the active users without a screen. */
  assignable(signal?: AbortSignal): Reply<readonly AssignableUser[]>
  /** Lists the profiles that can be linked with a screen of this profile. */
  profiles(profileId: string, signal?: AbortSignal): Reply<readonly Profile[]>
  /** Lists the documents that a profile requires. */
  requirements(profileId: string, signal?: AbortSignal): Reply<readonly Requirement[]>
  link(request: LinkRequest, idempotencyKey: string, signal?: AbortSignal): Reply<SentRequest>
  change(request: ChangeRequest, idempotencyKey: string, signal?: AbortSignal): Reply<SentRequest>
  /** Lists the last days of the entity's screens, the first one first (D108). */
  expiries(signal?: AbortSignal): Reply<readonly ExpiringScreen[]>
  /** Sets, moves or removes the last day of a screen. The same day again has no effect (D108). */
  setExpiry(change: ExpiryChange, signal?: AbortSignal): Reply<void>
  release(screen: ScreenKey, idempotencyKey: string, signal?: AbortSignal): Reply<SentRequest>
}

/** The requests of the user's entity. Failures as in `UsersGateway`. */
export interface RequestsGateway {
  /** Newest first. */
  list(signal?: AbortSignal): Reply<readonly RequestRow[]>
  detail(id: string, signal?: AbortSignal): Reply<RequestDetail>
  /**
   * Sends a rejected request again, once per idempotency key. The new request takes over the kept
   * documents. Fails with `rejected` and 409 if the request already has a correction (D90).
   */
  correct(id: string, correction: Correction, idempotencyKey: string, signal?: AbortSignal): Reply<SentRequest>
  /**
   * Decides a request that waits for a second person. The same decision of the same person succeeds
   * again. Fails with `rejected` and 409 if another person was first, or documents are missing (D106).
   */
  decide(id: string, decision: RequestDecision, signal?: AbortSignal): Reply<void>
  /** Uploads or replaces a document. Fails with `rejected` after all documents are uploaded. */
  upload(
    requestId: string,
    requirementId: string,
    file: AttachedFile,
    options?: UploadOptions,
  ): Promise<Result<void, UploadFailure>>
  /** Returns the download URL of an uploaded document. */
  documentUrl(requestId: string, requirementId: string): string
}

/**
 * The open sessions of the entity (D95): of all its people for an administrator, else the user's
 * own. Failures as in `UsersGateway`.
 */
export interface SessionsGateway {
  list(signal?: AbortSignal): Reply<readonly OpenSession[]>
  /**
   * Ends the selected sessions except the caller's own, and returns their number. Sessions that
   * have ended meanwhile count as 0. Fails with `rejected` and 404 for an unknown session or person.
   */
  end(selection: SessionSelection, signal?: AbortSignal): Reply<number>
}

/** Who can sign in for the entity, for its administrators (D111). Failures as in `UsersGateway`. */
export interface AccessGateway {
  /** Lists who has a password, administrators first. */
  list(signal?: AbortSignal): Reply<readonly AccessPerson[]>
  /**
   * Changes the access of another person. What is already so has no effect; a repeated
   * `send-password` sends another password. A refusal is `rejected` with 409 and the reason.
   */
  change(id: string, change: AccessChange, signal?: AbortSignal): Reply<void>
}

/** The saved views of lists (D92). Every change replies with the views that the caller sees. */
export interface ViewsGateway {
  /** The caller's views, then those of the entity, by name. */
  list(list: ViewList, signal?: AbortSignal): Reply<readonly SavedView[]>
  /** Fails with `rejected` and 409 if the scope has the name or too many views. */
  save(view: NewView, idempotencyKey: string, signal?: AbortSignal): Reply<readonly SavedView[]>
  rename(id: string, name: string, signal?: AbortSignal): Reply<readonly SavedView[]>
  remove(id: string, signal?: AbortSignal): Reply<readonly SavedView[]>
}

/** The rules that the entity can turn on (D100). Failures as in `UsersGateway`. */
export interface GovernanceGateway {
  read(signal?: AbortSignal): Reply<Governance>
  /**
   * Stores the settings and returns them as they are stored. Fails with `rejected` and 409 if
   * another person stored a newer version, or if no second administrator could confirm.
   */
  save(settings: GovernanceSettings, version: number, signal?: AbortSignal): Reply<Governance>
}

/** The yearly review of the entity's screens (D110). Failures as in `UsersGateway`. */
export interface ReviewsGateway {
  read(signal?: AbortSignal): Reply<Review>
  /** Decides about a screen. The same decision again has no effect. */
  answer(change: ReviewChange, signal?: AbortSignal): Reply<void>
}

/** The audit log of the entity, for administrators. Failures as in `UsersGateway`. */
export interface AuditGateway {
  page(query: AuditQuery, signal?: AbortSignal): Promise<Result<AuditPage, CallFailure>>
}
/**
 * The ports of an entity's back-office. The home does not load them, so that its bundle is small.
 */
export interface ImcPorts {
  readonly imcSession: ImcSessionStore
  readonly imcAuth: ImcSessionGateway
  readonly imcRefusals: ImcRefusals
  readonly imcFactor: SecondFactorGateway
  readonly passkeyDevice: PasskeyDevice
  readonly users: UsersGateway
  readonly packages: PackagesGateway
  readonly screens: ScreensGateway
  readonly requests: RequestsGateway
  readonly audit: AuditGateway
  readonly sessions: SessionsGateway
  readonly access: AccessGateway
  readonly csv: CsvReader
  readonly views: ViewsGateway
  readonly governance: GovernanceGateway
  readonly reviews: ReviewsGateway
  readonly pageSizes: PageSizeStore
  /** Creates an idempotency key. */
  readonly newKey: NewKey
}
