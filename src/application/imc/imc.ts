import { createFactorSettingsView } from '#src/application/identity/identity.ts'
import { createAccessView } from '#src/application/imc/access/access.ts'
import { createAuditView } from '#src/application/imc/audit/audit.ts'
import { createGovernanceView } from '#src/application/imc/governance/governance.ts'
import { createCostView } from '#src/application/imc/packages/costs.ts'
import { createOrderView } from '#src/application/imc/packages/order.ts'
import { createPackagesView, createSubscriptionsView } from '#src/application/imc/packages/packages.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { createConfirmationView } from '#src/application/imc/requests/confirmation.ts'
import { createCorrectionView } from '#src/application/imc/requests/correction.ts'
import { createRequestUploads } from '#src/application/imc/requests/documents.ts'
import { createRequestView } from '#src/application/imc/requests/request.ts'
import { createRequestsView } from '#src/application/imc/requests/requests.ts'
import { createOpenReview, createReviewView } from '#src/application/imc/reviews/review.ts'
import { createSavedViews } from '#src/application/imc/saved-views.ts'
import { createEndingScreens, createExpiryView } from '#src/application/imc/screens/expiry.ts'
import { createReleaseView } from '#src/application/imc/screens/release.ts'
import { createScreenRequestView } from '#src/application/imc/screens/screen-request.ts'
import type { Subject } from '#src/application/imc/screens/screen-request-state.ts'
import { createScreensView } from '#src/application/imc/screens/screens.ts'
import { createSearchView } from '#src/application/imc/search/search.ts'
import { createInterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { continueLogin, createImcLoginView } from '#src/application/imc/session/login.ts'
import { createOpenSessionsView } from '#src/application/imc/session/open-sessions.ts'
import { createImcPasswordView } from '#src/application/imc/session/password.ts'
import { createImcSessionView, createImcSignOut, type EndClientSession } from '#src/application/imc/session/session.ts'
import { createActivationView } from '#src/application/imc/users/activation.ts'
import { createContractView } from '#src/application/imc/users/contract.ts'
import { createUserFileView } from '#src/application/imc/users/user-file.ts'
import { createUserFormView } from '#src/application/imc/users/user-form.ts'
import { createUsersView, OPTIONAL_USER_COLUMNS, USER_RULES } from '#src/application/imc/users/users.ts'
import { type AddressedList, createListAddress } from '#src/application/platform/list.ts'
import type { Announcer, Toasts } from '#src/application/platform/notices.ts'
import type { PagePorts, PlatformPorts } from '#src/application/platform/ports.ts'
import type { RequestDetail } from '#src/domain/imc/requests/requests.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'

export interface ImcDeps extends PlatformPorts, Pick<PagePorts, 'downloads'>, ImcPorts {
  readonly announcer: Announcer
  readonly toasts: Toasts
  readonly endClientSession: EndClientSession
}

/**
 * The back-office of an entity: its session, and the factories of its views. `query` is the query
 * of the page URL when a view is created.
 */
export function createImc(portalDeps: ImcDeps) {
  const work = createInterruptedWork(portalDeps.imcSession, portalDeps.toasts)
  const deps = { ...portalDeps, work }
  return {
    /** The session of the entity's user in this tab. */
    session: createImcSessionView({ ...deps, signOut: createImcSignOut(deps) }),
    createLogin: () => createImcLoginView(deps),
    /** The second factor of the user (D93). */
    createFactorSettings: () => createFactorSettingsView({ ...deps, gateway: deps.imcFactor }),
    /** Opens the session of a user who has set up the required factor (D94). */
    continueLogin: () => continueLogin(deps),
    createPassword: (userId: string) => createImcPasswordView(deps, userId),
    /** Finds the saved form of an ended session, to open the form again. */
    findDraft: work.find,
    /** Connects a list to the query of the page URL. */
    createListAddress: (list: AddressedList, query: string) => createListAddress(deps, list, query),

    createUsers: (query: string) => createUsersView(deps, query),
    createActivation: (listeners: Parameters<typeof createActivationView>[1]) => createActivationView(deps, listeners),
    /** The form of a new user, or of the user with `userId`. */
    createUserForm: (userId: string | null) => createUserFormView(deps, userId),
    /** The saved views of Mis usuarios (D92). */
    createUserViews: (isAdministrator: boolean) =>
      createSavedViews(deps, {
        list: 'usuarios',
        rules: USER_RULES,
        optionalColumns: OPTIONAL_USER_COLUMNS,
        isAdministrator,
      }),
    /** The load of a CSV file of new users. */
    createUserFile: () => createUserFileView(deps),
    createContract: (userId: string) => createContractView(deps, userId),

    createPackages: (query: string) => createPackagesView(deps, query),
    createSubscriptions: (packageId: string, query: string) => createSubscriptionsView(deps, packageId, query),
    createOrder: () => createOrderView(deps),
    createCosts: (query: string) => createCostView(deps, query),

    /** Stores the subscription of the screens page (D26). */
    chooseSubscription: deps.imcSession.writeChosenSubscription,
    createScreens: (userId: string, query: string) => createScreensView(deps, userId, query),
    /** `onRequestEnd` is called when the rows of the screens page may be outdated. */
    createScreenRequest: (subject: Subject, onRequestEnd: () => void) =>
      createScreenRequestView(deps, subject, onRequestEnd),
    /** The last day of a screen (D108). `onEnd` is called after each reply. */
    createExpiry: (row: ScreenRow, onEnd: () => void) => createExpiryView(deps, row, onEnd),
    /** The screens whose last day is near (D108). */
    createEndingScreens: () => createEndingScreens(deps),
    createRelease: (rows: readonly ScreenRow[], onEnd: () => void) => createReleaseView(deps, rows, onEnd),

    createRequests: (query: string) => createRequestsView(deps, query),
    createRequest: (id: string) => createRequestView(deps, id),
    /** `onReply` is called when the loaded requests may be outdated. */
    createConfirmation: (onReply: () => void) => createConfirmationView(deps, onReply),
    /** `onRequestEnd` is called when the loaded requests may be outdated. */
    createCorrection: (id: string, onRequestEnd: () => void) => createCorrectionView(deps, id, onRequestEnd),
    createRequestUploads: () => createRequestUploads(deps),
    /** Returns the download URL of an uploaded document. */
    documentUrl: ({ id }: Pick<RequestDetail, 'id'>, documentId: string) => deps.requests.documentUrl(id, documentId),

    /** The yearly review (D110). */
    createReview: (query: string) => createReviewView(deps, query),
    createOpenReview: () => createOpenReview(deps),
    /** The rules that the entity can turn on (D100). */
    createGovernance: () => createGovernanceView(deps),
    /** The search over everything (D107); `canWrite` decides the offered actions. */
    createSearch: (canWrite: boolean) => createSearchView(deps, canWrite),

    /** Who can sign in for the entity (D111). */
    createAccess: (query: string) => createAccessView(deps, query),
    createOpenSessions: (query: string) => createOpenSessionsView(deps, query),
    createAudit: (query: string) => createAuditView(deps, query),
  }
}

export type Imc = ReturnType<typeof createImc>
