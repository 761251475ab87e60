import type { Generated } from 'kysely'
import type { DocumentTypeCode } from '#src/domain/imc/users/document-types.ts'

/**
 * The tables of the back-office of entities: instants in epoch ms, flags 0 or 1, money in whole
 * pesos. Foreign keys between rows of an entity contain the entity.
 */
export interface ImcTables {
  imc_entities: EntityTable
  imc_users: ImcUserTable
  imc_user_grams: UserGramTable
  imc_user_load_parts: UserLoadPartTable
  imc_profiles: ProfileTable
  imc_compatible_profiles: CompatibleProfileTable
  imc_requirements: RequirementTable
  imc_profile_requirements: ProfileRequirementTable
  imc_packages: PackageTable
  imc_subscriptions: SubscriptionTable
  imc_screens: ScreenTable
  imc_screen_uses: ScreenUseTable
  imc_screen_expiries: ScreenExpiryTable
  imc_reviews: ReviewTable
  imc_review_answers: ReviewAnswerTable
  imc_requests: RequestTable
  imc_request_screens: RequestScreenTable
  imc_request_requirements: RequestRequirementTable
  imc_request_history: RequestHistoryTable
  imc_deliveries: DeliveryTable
  imc_counters: CounterTable
  imc_views: ViewTable
  imc_governance: GovernanceTable
}

/** What a part of a file of users has created, until the file has ended (D91). */
interface UserLoadPartTable {
  readonly id: string
  readonly entity_id: string
  readonly load_id: string
  readonly subject_id: string
  readonly subject_name: string
  readonly request_id: string | null
  readonly address: string | null
  readonly at: number
  readonly first_line: number
  readonly last_line: number
  readonly quantity: number
  readonly people: string
}

/** A saved view of a list. `scope` is the owner of a private view; '' for one of the entity. */
interface ViewTable {
  readonly id: string
  readonly entity_id: string
  readonly owner_id: string
  readonly scope: string
  readonly list: string
  readonly name: string
  readonly name_key: string
  readonly query: string
  readonly created_at: number
}

/** The rules that an entity has changed (D100); without a row all of them are off. */
interface GovernanceTable {
  readonly entity_id: string
  readonly four_eyes_requests: number
  /** Pesos per month; null: purchases need no second person. */
  readonly four_eyes_above: number | null
  readonly screen_expiry: number
  readonly yearly_review: number
  readonly review_month: number | null
  readonly updated_at: number
  readonly updated_by: string
  /** Each change adds 1. */
  readonly version: number
}

interface EntityTable {
  readonly id: string
  /** The entity code that users type at the login. */
  readonly code: string
  /** The code as `toAccountKey` returns it. */
  readonly code_key: string
  readonly name: string
  /** 0: the logins of the entity's users are refused. */
  readonly active: number
  /** 1: the entity's users need a second factor (D93). */
  readonly factor_required: Generated<number>
  readonly created_at: number
}

export interface ImcUserTable {
  readonly id: string
  readonly entity_id: string
  readonly username: string
  /** The user name as `toAccountKey` returns it; unique in the entity. */
  readonly username_key: string
  readonly name: string
  /** The name as searches compare it. */
  readonly name_key: string
  readonly role: 'administrator' | 'user'
  /** `transit` while an open request concerns the user. */
  readonly status: 'available' | 'assigned' | 'transit'
  readonly active: number
  /** 1 for a contingency user. */
  readonly exempt: number
  /** Never null for an administrator. */
  readonly email: string | null
  readonly position: string | null
  readonly phone: string | null
  readonly document_type: DocumentTypeCode
  readonly document_number: string
  /** Null except for a NIT (tax number). */
  readonly check_digit: string | null
  /** Null for a user who cannot sign in. */
  readonly password_hash: string | null
  readonly must_change_password: number
  /** When a temporary password ends (D111); null without one, and for one of the demo. */
  readonly temporary_until: number | null
  /** When the temporary password opened a session. */
  readonly temporary_used_at: number | null
  /** 1 for an administrator whose sign-in is refused until the contract is uploaded. */
  readonly contract_pending: number
  readonly created_at: number
  /** The creator's name at that time. */
  readonly created_by: string | null
  readonly updated_at: number | null
  readonly updated_by: string | null
  /** Each change of `updated_at` adds 1 (D81). */
  readonly version: Generated<number>
}

/** A trigram of a user's `name_key`, for searches by a part of the name. */
interface UserGramTable {
  readonly entity_id: string
  readonly gram: string
  readonly name_key: string
  readonly user_id: string
}

export interface ProfileTable {
  readonly id: string
  readonly name: string
}

/** A request may choose the compatible profile for a screen of this profile. */
export interface CompatibleProfileTable {
  readonly profile_id: string
  readonly compatible_id: string
  readonly position: number
}

export interface RequirementTable {
  readonly id: string
  readonly name: string
}

export interface ProfileRequirementTable {
  readonly profile_id: string
  readonly requirement_id: string
  readonly position: number
}

/** A package of the catalogue. */
export interface PackageTable {
  readonly id: string
  readonly code: string
  readonly name: string
  /** Monthly price. */
  readonly price: number
  /** Number of screens of one package. */
  readonly screens: number
  /** Profile of the package's screens before the first link. */
  readonly profile_id: string
  /** 0 when the package is no longer offered. */
  readonly offered: number
}

/** One bought package. */
interface SubscriptionTable {
  readonly number: string
  readonly entity_id: string
  readonly package_id: string
  /** The monthly price at the time of the purchase. */
  readonly monthly_cost: number
  /** Counts of the subscription's screens: all, available and in transit. */
  readonly screens: number
  readonly available: number
  readonly in_transit: number
  /** The purchase that added the subscription. */
  readonly request_id: string | null
  readonly created_at: number
}

export interface ScreenTable {
  readonly id: string
  readonly entity_id: string
  /** Number of the subscription. */
  readonly number: string
  /** Name of the screen, such as `P-01`. */
  readonly screen: string
  readonly profile_id: string
  readonly status: 'available' | 'assigned' | 'transit'
  /** The user who has the screen, also in transit. Unique: one screen per user. */
  readonly user_id: string | null
  /** The open request; null unless the screen is in transit. */
  readonly request_id: string | null
}

/** The last use of a screen that the operator reported (D102). */
interface ScreenUseTable {
  readonly screen_id: string
  readonly entity_id: string
  /** A day, `YYYY-MM-DD`. */
  readonly used_on: string
}

/** The last day of a screen's user (D108). A row counts only while its user has the screen. */
interface ScreenExpiryTable {
  readonly screen_id: string
  readonly entity_id: string
  readonly user_id: string
  /** Days, `YYYY-MM-DD`: the last day, and the day on which it was chosen. */
  readonly ends_on: string
  readonly set_on: string
  /** The administrator who chose it. */
  readonly set_by_id: string
  /** The last reminder in days before `ends_on`; null before the first. */
  readonly reminded: number | null
}

/** A yearly review whose administrators got the mail of its start (D110). */
interface ReviewTable {
  readonly entity_id: string
  /** The first day of the review. */
  readonly first_day: string
  readonly started_at: number
}

/** The decision of a review about a screen and its user (D110). */
interface ReviewAnswerTable {
  readonly entity_id: string
  readonly first_day: string
  readonly screen_id: string
  readonly user_id: string
  readonly answer: 'keep' | 'release'
  readonly answered_at: number
  /** The name of the administrator. */
  readonly answered_by: string
}

export interface RequestTable {
  readonly id: string
  readonly sequence: number
  readonly reference: string
  readonly entity_id: string
  readonly kind: 'purchase' | 'link' | 'release' | 'screen-change' | 'user-change'
  readonly status: 'created' | 'documents' | 'in-progress' | 'approved' | 'refused'
  readonly administrator_id: string
  /** The user concerned; null for a purchase. */
  readonly user_id: string | null
  /** The user who loses the screen in a change of user. */
  readonly source_user_id: string | null
  /** `user_id` while the request is open, else null. Unique: one open request per user. */
  readonly open_user_id: string | null
  readonly package_id: string
  /** Profile of the target screen after the approval; null for a purchase. */
  readonly profile_id: string | null
  readonly quantity: number | null
  /** Monthly price of one package at the time of the purchase. */
  readonly price: number | null
  readonly notes: string | null
  readonly reason: string | null
  readonly created_at: number
  /**
   * When the last document arrived; the creation for a request without documents. The delay of the
   * automatic approval starts then (D59).
   */
  readonly in_progress_at: number | null
  readonly settled_at: number | null
  readonly settled_by: string | null
  /** The rejected request that this one corrects. Unique: one correction per request (D90). */
  readonly corrects_id: string | null
  /**
   * Whether a second person confirms the request (D106); null if it needs none. The status of a
   * pending request is `created`, but it has no step in the history.
   */
  readonly confirmation: 'pending' | 'confirmed' | 'returned' | 'withdrawn' | null
  /** The user who decided it; null for the operator. */
  readonly decided_by: string | null
}

/**
 * The screens of a request. Only a change of screen has a `source`: the screen that the user
 * leaves.
 */
interface RequestScreenTable {
  readonly request_id: string
  readonly role: 'target' | 'source'
  readonly entity_id: string
  readonly screen_id: string
}

/** A document that a request requires. */
interface RequestRequirementTable {
  readonly request_id: string
  readonly requirement_id: string
  readonly position: number
  /** The name at the time of the request. */
  readonly name: string
}

/** A step that a request has reached. */
interface RequestHistoryTable {
  readonly request_id: string
  readonly status: RequestTable['status']
  readonly at: number
  readonly person: string | null
  readonly detail: string | null
}

/** An approved purchase whose packages are not all added yet (D124). */
interface DeliveryTable {
  readonly request_id: string
  /** The number of added packages. */
  readonly delivered: number
  /** Who approved it; null for the automatic approval. */
  readonly person: string | null
  /** JSON of the call that approved it; null without one. */
  readonly origin: string | null
}

/** Last used numbers: `request` and `subscription`. */
interface CounterTable {
  readonly id: string
  readonly value: number
}

/** Sessions of entity users: instants in epoch ms. */
export interface ImcSessionTables {
  imc_sessions: ImcSessionTable
}

interface ImcSessionTable {
  /** Hash of the cookie's value. */
  readonly id: string
  readonly user_id: string
  readonly started_at: number
  readonly ended_at: number | null
  /** Null while the session is open. */
  readonly end_reason: 'logout' | 'replaced' | 'password' | null
  /** Null when the login was before these values were stored (D95). */
  readonly device: string | null
  readonly address: string | null
  readonly last_seen_at: number | null
  /** Set when its user (`remote`), an administrator or the operator ended it; `end_reason` is then `logout`. */
  readonly ended_by: 'remote' | 'administrator' | 'operator' | null
}
