import { type ActorOptions, type ActorRefFrom, createActor } from 'xstate'

import { type SessionInput, sessionMachine } from '#src/domain/identity/session-machine.ts'

/** The session machine of this tab. */
export type ClientSession = ActorRefFrom<typeof sessionMachine>

/** Not started yet; `clock` is the one its timer runs on, the machine's own when it is left out. */
export const createClientSession = (
  input: SessionInput,
  options: Pick<ActorOptions<typeof sessionMachine>, 'clock'> = {},
): ClientSession => createActor(sessionMachine, { ...options, input })
