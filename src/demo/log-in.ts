import type { Imc } from '#src/application/imc/imc.ts'
import type { Demo } from '#src/composition/demo.ts'
import { toConfirmedUser } from '#src/domain/identity/account.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

/** A user of the demo. All of them have the same password. */
export type DemoUser =
  | { readonly kind: 'client'; readonly name: string; readonly username: string }
  | { readonly kind: 'entity'; readonly name: string; readonly entity: string; readonly username: string }

/** The users that the bar offers: a client, and the administrator of each entity. */
export const DEMO_USERS: readonly DemoUser[] = [
  { kind: 'client', name: 'Cliente', username: 'demo' },
  { kind: 'entity', name: 'Entidad pequeña', entity: 'ANDINA', username: 'admin' },
  { kind: 'entity', name: 'Entidad grande', entity: 'PACIFICO', username: 'admin' },
]

/** Signs a client in and replaces an older session. Resolves to false after a failure. */
async function logInClient({ portal, humanCheck }: Demo, username: string): Promise<boolean> {
  const { loginCalls } = await portal.loadIdentity()
  const proof = humanCheck.kind === 'proof-of-work' ? await humanCheck.solve() : null
  if (!proof?.ok) return false
  const request = { username, password: DEMO_PASSWORD, proof: proof.value, takeover: true }
  const reply = await loginCalls.signIn(request, new AbortController().signal)
  const user = reply.ok && reply.value.kind === 'success' ? toConfirmedUser(reply.value.user) : null
  if (user === null) return false
  return loginCalls.storeSession({ session: { username, user, startedAt: portal.now() }, remember: false }).ok
}

/** Submits the login of an entity's user. Resolves to false after a failure. */
function logInEntity({ createLogin }: Imc, entity: string, username: string): Promise<boolean> {
  const login = createLogin()
  return new Promise((resolve) => {
    const subscription = login.subscribe(({ busy, error, pendingUserId }) => {
      if (busy) return
      subscription.unsubscribe()
      resolve(error === null && pendingUserId === null)
    })
    login.submit({ entity, username, password: DEMO_PASSWORD })
  })
}

/** Signs a user of the demo in. Resolves to false after a failure, such as a broken network. */
export const logIn = async (demo: Demo, user: DemoUser): Promise<boolean> =>
  user.kind === 'client'
    ? logInClient(demo, user.username)
    : logInEntity(await demo.portal.loadImc(), user.entity, user.username)
