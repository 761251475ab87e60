import { createHash } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { newId } from '#server/secrets.ts'
import type { CheckedProof, FactorAction, FactorChangeContext, FactorSubject } from '#server/security/factor-change.ts'
import type { FactorKeys } from '#server/security/factor-keys.ts'
import type { FactorRealm } from '#server/security/factor-tables.ts'
import { type ChallengePurpose, createPasskeyStore } from '#server/security/passkey-store.ts'
import { findRelyingParty, MAX_PASSKEYS, PASSKEY_CHALLENGE_MS } from '#src/domain/identity/passkey.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Tx = Kysely<Schema>

const RP_NAME = 'Mercado Dólar'

/** Why a passkey is not added or removed. */
export type PasskeyFailure = 'unavailable' | 'too-many' | 'refused' | 'unknown' | 'last-factor'

interface PasskeysDeps<Actor> {
  readonly realm: FactorRealm
  readonly database: Database
  readonly keys: FactorKeys
  /** The portal's public URL. Passkeys belong to its host. */
  readonly publicUrl: () => string
  readonly now: () => Instant
  /** Stores new recovery codes, and returns them. */
  readonly replaceCodes: (tx: Tx, subjectId: string) => Promise<readonly string[]>
  readonly finishChange: (tx: Tx, action: FactorAction, context: FactorChangeContext<Actor>) => Promise<void>
}

/** What a browser needs to use a passkey, encrypted in the row of the factor. */
const storedCredential = z.object({
  id: z.string(),
  publicKey: z.string(),
  transports: z.array(z.string()),
})
type StoredCredential = z.infer<typeof storedCredential>

const base64 = z.string()

/** The fields of an answer that the check reads; the library checks their content. */
const registrationAnswer = z.looseObject({
  id: base64,
  rawId: base64,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64, attestationObject: base64 }),
  clientExtensionResults: z.looseObject({}),
})
const signInAnswer = z.looseObject({
  id: base64,
  rawId: base64,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64, authenticatorData: base64, signature: base64 }),
  clientExtensionResults: z.looseObject({}),
})

function parseAnswer<T extends z.ZodMiniType>(schema: T, text: string): z.infer<T> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export type Passkeys<Actor> = ReturnType<typeof createPasskeys<Actor>>

/** Registers and checks the passkeys of one realm (D96). */
export function createPasskeys<Actor>(deps: PasskeysDeps<Actor>) {
  const { realm, database, keys, publicUrl, now, replaceCodes, finishChange } = deps
  const { transaction } = database
  const store = createPasskeyStore(database.db, realm)
  const toOwner = (subjectId: string) => `${realm} ${subjectId}`
  const findSite = () => findRelyingParty(publicUrl())

  async function listStored(subjectId: string) {
    const rows = await store.list(subjectId)
    return rows.map((row) => ({
      row,
      credential: storedCredential.parse(JSON.parse(keys.decrypt(row.secret, toOwner(subjectId)))),
    }))
  }

  /** Remembers the challenge that the answer names, if it is valid for this account. */
  function createChallengeCheck(subjectId: string, purpose: ChallengePurpose) {
    let answered = ''
    return {
      expectedChallenge: (challenge: string) => {
        answered = challenge
        return store.hasChallenge(challenge, subjectId, purpose, now())
      },
      use: (tx: Tx) => store.useChallenge(tx, answered),
    }
  }

  const toDescriptor = ({ id, transports }: StoredCredential) => ({ id, transports })

  /** Returns options for a sign-in with a passkey of the account; null where none can be used. */
  async function beginSignIn(subjectId: string): Promise<string | null> {
    const site = findSite()
    const stored = await listStored(subjectId)
    if (site === null || stored.length === 0) return null
    const options = await generateAuthenticationOptions({
      rpID: site.id,
      allowCredentials: stored.map(({ credential }) => toDescriptor(credential)),
      userVerification: 'required',
      timeout: PASSKEY_CHALLENGE_MS,
    })
    await store.addChallenge(options.challenge, subjectId, 'sign-in', now() + PASSKEY_CHALLENGE_MS)
    return JSON.stringify(options)
  }

  /**
   * Checks the answer of a passkey. Null for an unknown passkey, a wrong signature, site or
   * challenge, and for a counter that did not grow: such a passkey was copied.
   */
  async function check(subjectId: string, code: string): Promise<CheckedProof | null> {
    const site = findSite()
    const answer = parseAnswer(signInAnswer, code)
    if (site === null || answer === null) return null
    const found = (await listStored(subjectId)).find(({ credential }) => credential.id === answer.id)
    if (found === undefined) return null
    const { row, credential } = found
    const challenge = createChallengeCheck(subjectId, 'sign-in')
    const checked = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge.expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        ...toDescriptor(credential),
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
        counter: row.last_step,
      },
      // The library throws for a wrong answer; the caller counts it as one.
    }).catch(() => null)
    if (!checked?.verified) return null
    const { newCounter } = checked.authenticationInfo
    return {
      consume: async (tx) =>
        (await challenge.use(tx)) && (await store.storeCounter(tx, row.id, row.last_step, newCounter, now())),
    }
  }

  return {
    beginSignIn,
    check,
    isAvailable: () => findSite() !== null,

    list: async (subjectId: string) =>
      (await store.list(subjectId)).map(({ id, name, created_at, last_used_at }) => ({
        ...{ id, name: name ?? '', since: created_at, lastUsedAt: last_used_at },
      })),

    async beginRegistration(subject: FactorSubject): Promise<Result<string, PasskeyFailure>> {
      const site = findSite()
      if (site === null) return err('unavailable')
      const stored = await listStored(subject.id)
      if (stored.length >= MAX_PASSKEYS) return err('too-many')
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: site.id,
        userName: subject.label,
        userDisplayName: subject.name,
        userID: new Uint8Array(createHash('sha256').update(toOwner(subject.id)).digest()),
        attestationType: 'none',
        excludeCredentials: stored.map(({ credential }) => toDescriptor(credential)),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
        timeout: PASSKEY_CHALLENGE_MS,
      })
      await store.addChallenge(options.challenge, subject.id, 'register', now() + PASSKEY_CHALLENGE_MS)
      return ok(JSON.stringify(options))
    },

    /** Adds a passkey. Returns the recovery codes if it is the first factor, else no codes. */
    async add(
      context: FactorChangeContext<Actor>,
      name: string,
      text: string,
    ): Promise<Result<readonly string[], PasskeyFailure>> {
      const { id: subjectId } = context.subject
      const site = findSite()
      if (site === null) return err('unavailable')
      const answer = parseAnswer(registrationAnswer, text)
      if (answer === null) return err('refused')
      const challenge = createChallengeCheck(subjectId, 'register')
      const checked = await verifyRegistrationResponse({
        response: answer as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge.expectedChallenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: true,
      }).catch(() => null)
      if (!checked?.verified) return err('refused')
      const { credential } = checked.registrationInfo
      const stored = {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        transports: credential.transports ?? [],
      } satisfies StoredCredential
      return transaction(async (tx) => {
        if (!(await challenge.use(tx))) return err('refused')
        const factorCount = await store.lockFactors(tx, subjectId)
        await store.add(tx, {
          id: newId(),
          ...{ subjectId, name, counter: credential.counter, at: now() },
          secret: keys.encrypt(JSON.stringify(stored), toOwner(subjectId)),
        })
        const codes = factorCount === 0 ? await replaceCodes(tx, subjectId) : []
        await finishChange(tx, 'passkey-added', context)
        return ok(codes)
      })
    },

    rename: (subjectId: string, id: string, name: string) => transaction((tx) => store.rename(tx, subjectId, id, name)),

    /** Removes a passkey. The last factor stays: turning the second factor off removes it. */
    remove: (context: FactorChangeContext<Actor>, id: string): Promise<Result<null, PasskeyFailure>> =>
      transaction(async (tx) => {
        const factorCount = await store.lockFactors(tx, context.subject.id)
        const isKnown = (await store.list(context.subject.id, tx)).some((row) => row.id === id)
        if (!isKnown) return err('unknown')
        if (factorCount === 1) return err('last-factor')
        await store.remove(tx, context.subject.id, id)
        await finishChange(tx, 'passkey-removed', context)
        return ok(null)
      }),

    deleteOldRows: () => store.deleteExpiredChallenges(now()),
  }
}
